import { describe, expect, it } from 'vitest';
import { isReviewedWhenSaved } from './reviewed.ts';
import { estimateTokens, warnOfSkill } from './skill-warnings.ts';

const frontmatter = '---\nname: report\ndescription: d\n---\n';
const warningsOf = (body: string, paths: string[] = [], folderName?: string) =>
  warnOfSkill({ name: 'report', content: `${frontmatter}${body}`, paths: ['SKILL.md', ...paths], folderName });
const linksOf = (body: string, paths: string[] = []) =>
  warningsOf(body, paths).map(({ kind, message }) => `${kind}: ${/"[^"]*"/.exec(message)?.[0]}`);

describe('the warnings of a skill (D72)', () => {
  it('are empty for a short skill whose links lead to its files', () => {
    const body =
      '[a](references/a.md) ![b](<assets/b c.png>) [c](./scripts/#run) [d](references/a%2Emd "title") [e](https://x.test/y) [f](#g)\n';
    expect(warningsOf(body, ['references/a.md', 'assets/b c.png', 'scripts/run.py'], 'report')).toEqual([]);
  });

  it('begin above 8,000 bytes and above 5,000 tokens of the body, without the frontmatter', () => {
    expect(warningsOf('a'.repeat(8000))).toEqual([]);
    expect(warningsOf('a'.repeat(8001))).toEqual([
      {
        kind: 'long_body',
        message:
          'the body of SKILL.md has 8001 bytes, about 2001 tokens; hosts may cut it at 8000 bytes or 5000 tokens: move details into other files',
      },
    ]);
    expect(warningsOf('文'.repeat(2000))).toEqual([]);
    expect(estimateTokens('abcde文')).toBe(3);
  });

  it('report that hosts may ignore a skill whose description is not YAML, or is long', () => {
    const warnings = (description: string) => {
      const content = `---\nname: report\ndescription: ${description}\n---\n`;
      return warnOfSkill({ name: 'report', content, paths: ['SKILL.md'] });
    };
    expect(warnings('Use when: asked')).toEqual([
      {
        kind: 'not_yaml',
        message:
          'line 3 of SKILL.md is not valid YAML, so its description was read as plain text; some hosts ignore such a skill: put the text in quotes',
      },
    ]);
    expect(warnings('😀'.repeat(1024))).toEqual([]);
    expect(warnings('😀'.repeat(1025))).toEqual([
      {
        kind: 'long_description',
        message: 'the description has 1025 characters; hosts may cut it or ignore the skill: shorten it to at most 1024',
      },
    ]);
  });

  it('name links to missing files, and out of the skill', () => {
    expect(linksOf('[a](b.md) ![c](d/e.png#f) [g](../other/SKILL.md) [h](%zz.md)')).toEqual([
      'broken_link: "b.md"',
      'broken_link: "d/e.png"',
      'broken_link: "../other/SKILL.md"',
      'broken_link: "%zz.md"',
    ]);
  });

  it('count hidden characters by file, within two million code units', () => {
    const texts = [
      { path: 'a.md', text: 'a\u200b' },
      { path: 'b.md', text: '\u200b'.repeat(2 * 1024 * 1024) },
    ];
    const warnings = warnOfSkill({ name: 'report', content: `${frontmatter}Fine.\u2060`, paths: ['SKILL.md', 'a.md', 'b.md'], texts });
    expect(warnings).toEqual([
      { kind: 'hidden_characters', message: '"SKILL.md" has 1 hidden character: U+2060 at line 5, character 6' },
      { kind: 'hidden_characters', message: '"a.md" has 1 hidden character: U+200B at line 1, character 2' },
      { kind: 'hidden_characters', message: 'too large to be checked for hidden characters: 1 of the files' },
    ]);
  });

  it('ignore links in code', () => {
    expect(linksOf('`[a](b.md)`\n```md\n[c](d.md)\n~~~\n[e](f.md)\n```\n[g](h.md)\n')).toEqual(['broken_link: "h.md"']);
  });

  it('name at most ten links', () => {
    const body = Array.from({ length: 25 }, (_, index) => `[a](${index}.md)`).join('\n');
    const warnings = warningsOf(body);
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)?.message).toBe('15 more links of SKILL.md do not lead to a file');
  });

  it('report that the folder has another name', () => {
    expect(warningsOf('', [], 'Report')).toEqual([
      { kind: 'other_folder_name', message: 'the skill is named "report" and its folder "Report": hosts expect the same name' },
    ]);
  });

  it('take time in proportion to the text, for any content', () => {
    const started = performance.now();
    for (const piece of ['](', '](<', '[a](b ', '`', '```\n', '%', '](../../']) warningsOf(piece.repeat(Math.ceil(200_000 / piece.length)));
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('a version', () => {
  it('is reviewed if a person or Gatehouse saved it, but not if a key did (D72)', () => {
    expect(isReviewedWhenSaved({ agentId: null, keyId: null })).toBe(true);
    expect(isReviewedWhenSaved({ agentId: 'agent_1', keyId: 'key_1' })).toBe(false);
    expect(isReviewedWhenSaved({ agentId: null, keyId: 'key_1' })).toBe(false);
    expect(isReviewedWhenSaved({ agentId: 'agent_1', keyId: null })).toBe(false);
  });
});
