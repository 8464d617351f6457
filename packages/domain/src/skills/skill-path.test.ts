import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSkillPath, type SkillPathFault } from './skill-path.ts';

const faultOf = (path: string) => {
  const checked = checkSkillPath(path);
  return checked.ok ? 'accepted' : checked.fault;
};

describe('the path of a skill file (D72)', () => {
  it.each([
    'SKILL.md',
    'references/style guide.md',
    'scripts/run.py',
    'assets/Ünïcode 文件 😀.png',
    'a',
    'templates/SKILL.md',
    'cons/fusion.md',
    'console.md',
    'com10.txt',
    "it's (1), [2] & {3} #4 + 50% = $5;^~`@!.txt",
    `${'a'.repeat(197)}.md`,
  ])('can be %j', (path) => {
    expect(checkSkillPath(path)).toEqual({ ok: true });
  });

  it.each<[string, SkillPathFault]>([
    ['', 'empty'],
    ['a'.repeat(201), 'long'],
    ['文'.repeat(67), 'long'],
    ['e\u0301.md', 'not_nfc'],
    ['a\0b', 'invisible'],
    ['a\nb', 'invisible'],
    ['a\x7fb', 'invisible'],
    ['a\u200bb', 'invisible'],
    ['a\u202egnp.exe', 'invisible'],
    ['a\u00a0b', 'invisible'],
    ['a\u3164b', 'invisible'],
    ['a\u{e0061}b', 'invisible'],
    ['a\ufe0fb', 'invisible'],
    ['a\u2800b', 'invisible'],
    ['a\ud800b', 'invisible'],
    ['a\ufffeb', 'invisible'],
    ['a\\b', 'backslash'],
    ['..\\a', 'backslash'],
    ['/etc/passwd', 'absolute'],
    ['C:/x', 'absolute'],
    ['c:x', 'absolute'],
    ['a//b', 'empty_segment'],
    ['a/', 'empty_segment'],
    ['../a', 'parent'],
    ['a/../b', 'parent'],
    ['a/..', 'parent'],
    ['\u2025/a', 'parent'],
    ['a/\uff0e\uff0e\uff0fb', 'parent'],
    ['./a', 'dot_segment'],
    ['a/./b', 'dot_segment'],
    ['.git/config', 'dot_segment'],
    ['a/.env', 'dot_segment'],
    ['...', 'dot_segment'],
    ['a<b', 'windows_character'],
    ['a/b?.md', 'windows_character'],
    ['a.md:stream', 'windows_character'],
    ['a|b', 'windows_character'],
    ['a"b', 'windows_character'],
    ['a.', 'windows_end'],
    ['a /b', 'windows_end'],
    [' a', 'windows_end'],
    ['CON', 'windows_name'],
    ['a/nul.txt', 'windows_name'],
    ['Aux .c', 'windows_name'],
    ['COM1.tar.gz', 'windows_name'],
    ['lpt¹', 'windows_name'],
    ['CONIN$', 'windows_name'],
    ['node_modules/a.js', 'node_modules'],
    ['a/Node_Modules', 'node_modules'],
    ['skill.md', 'main_case'],
    ['Skill.MD', 'main_case'],
  ])('cannot be %j: %s', (path, fault) => {
    expect(faultOf(path)).toBe(fault);
  });

  it('appears in the message, shortened and with invisible characters escaped', () => {
    const checked = checkSkillPath(`a\u202e${'b'.repeat(150)}`);
    expect(checked).toMatchObject({ reason: 'invalid_skill' });
    expect(checked.ok ? '' : checked.message).toMatch(/^the path "a\\u\{202E\}b{78}…" has the invisible or control character U\+202E/);
  });

  it('never leads out of the folder or to a hidden file, for any characters', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '', ' ', 'a', 'B', 'é', 'e\u0301', 'con', 'nul.x', '~', 'node_modules', '\u200b', '\\', ':', 'SKILL.md'),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), fc.constantFrom('/', '', '\\'), (parts, between) => {
        const path = parts.join(between);
        if (!checkSkillPath(path).ok) return;
        const resolved = new URL(path.split('/').map(encodeURIComponent).join('/'), 'file:///skill/root/');
        expect(decodeURIComponent(resolved.pathname)).toBe(`/skill/root/${path}`);
        expect(path.split('/').some((segment) => segment === '' || segment.startsWith('.'))).toBe(false);
        expect(path).not.toMatch(/[\\:\p{C}]/u);
        expect(path).toBe(path.normalize('NFC'));
      }),
      { numRuns: 3000 },
    );
  });
});
