import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isSkillName, readFrontmatter, readSkill, type SkillSource } from './skill-document.ts';

const whole = '---\nname: weekly-report\ndescription: Writes the weekly report.\n---\n# Steps\n';
const problemOf = (source: SkillSource) => {
  const result = readSkill(source);
  return result.ok ? 'accepted' : `${result.reason}: ${result.message}`;
};
const problemIn = (frontmatter: string) => problemOf({ content: `---\n${frontmatter}\n---\nbody` });
const valid = 'name: a\ndescription: b';

describe('a whole SKILL.md', () => {
  it('is kept byte for byte, and name and description are read from it', () => {
    expect(readSkill({ content: whole })).toEqual({
      ok: true,
      name: 'weekly-report',
      description: 'Writes the weekly report.',
      content: whole,
    });
  });

  it.each([
    ['CRLF line endings', whole.replaceAll('\n', '\r\n')],
    ['white space after the dashes', whole.replaceAll('---\n', '--- \t\n')],
    ['no body and no final line ending', whole.slice(0, whole.indexOf('\n# Steps'))],
    ['a rule in the body', `${whole}\n---\n\nmore: [`],
  ])('may have %s', (_what, content) => {
    expect(readSkill({ content })).toEqual({ ok: true, name: 'weekly-report', description: 'Writes the weekly report.', content });
  });

  it.each([
    'Use when: the user asks',
    'Use when:',
    '@x and more',
    '`code` first',
    '*bold*',
    '**Bold** words',
    '"Quoted" words',
    "'It's",
    '"open',
    '[WIP] words',
    '{a} b',
    '> words',
    '- item',
    '%d a: b # c \\n',
  ])('may have the description %j, which is not YAML and is read as plain text', (description) => {
    for (const end of ['\n', '\r\n']) {
      const content = ['---', 'license: MIT', `description:  ${description} `, 'name: a', '---', 'body'].join(end);
      expect(readSkill({ content })).toEqual({
        ...{ ok: true, name: 'a', description, content },
        notYaml: { fields: ['description'], line: expect.any(Number) },
      });
      expect(readFrontmatter(content)).toEqual({ license: 'MIT', description, name: 'a' });
    }
  });

  it('has its quotes read as in YAML on a line that is YAML', () => {
    const content = "---\nname: weekly: report\ndescription: 'It''s' # a comment\n---\n";
    expect(readFrontmatter(content)).toEqual({ name: 'weekly: report', description: "It's" });
    expect(problemOf({ content })).toContain('has the name "weekly: report": use 1 to 64');
  });

  it('may have a description of any length', () => {
    const description = '😀'.repeat(1025);
    expect(readSkill({ content: `---\nname: a\ndescription: ${description}\n---\n` })).toMatchObject({ ok: true, description });
    expect(readSkill({ content: 'body', name: 'a', description })).toMatchObject({ ok: true, description });
    expect(problemOf({ content: 'body', name: 'a', description: 'é'.repeat(9000) })).toMatch(
      /^invalid_skill: the skill has a frontmatter of \d+ bytes: shorten it to at most 16384/,
    );
  });

  it('keeps keys that Gatehouse does not use', () => {
    const extra = 'license: MIT\nallowed-tools: Bash(git:*) Read\nmetadata:\n  1: x\n  author: acme\nx-own: !tag [1, { a: null }]';
    const content = `---\n${valid}\n${extra}\n---\n`;
    expect(readSkill({ content })).toEqual({ ok: true, name: 'a', description: 'b', content });
  });

  it('may fold its description over several lines', () => {
    const content = '---\nname: a\ndescription: >\n  Use <b> it\n  daily: yes\n---\n';
    expect(readSkill({ content })).toMatchObject({ description: 'Use <b> it daily: yes', content });
  });

  it('is accepted with arguments that repeat its name and description', () => {
    const content = whole;
    expect(readSkill({ content, name: 'weekly-report', description: ' Writes the weekly report.' })).toMatchObject({ ok: true, content });
  });

  it('is refused with arguments that differ from its name or description', () => {
    const advice = 'in the frontmatter of content: omit the argument, or change the frontmatter';
    expect(problemOf({ content: whole, name: 'daily' })).toBe(
      `invalid_skill: the argument name "daily" differs from "weekly-report" ${advice}`,
    );
    expect(problemOf({ content: whole, description: 'x' })).toContain(
      'the argument description "x" differs from "Writes the weekly report."',
    );
  });
});

describe('a SKILL.md is refused, with its reason and line, for', () => {
  const report = 'invalid_skill: SKILL.md ';
  it.each([
    [
      'invalid YAML',
      `${valid}\nlicense: MIT: or not`,
      'line 4 is not valid YAML: Nested mappings are not allowed in compact mappings (put a text that contains ": " in quotes)',
    ],
    [
      'a value that starts with a reserved character',
      `${valid}\nlicense: @x`,
      'line 4 is not valid YAML: Plain value cannot start with reserved character @ (put the text in quotes)',
    ],
    ['a key given twice', `${valid}\nname: c`, 'line 4 is not valid YAML: Map keys must be unique'],
    ['a key given twice deeper down', `${valid}\nmetadata:\n  x: 1\n  "x": 2`, 'line 6 is not valid YAML: Map keys must be unique'],
    [
      'a second document',
      `${valid}\n...\nname: c`,
      'line 5 is not valid YAML: a line "..." above it ended the frontmatter: remove that line',
    ],
    ['an alias', `${valid}\nx: &x [1]\ny: [*x, *x]`, 'line 5 has a YAML alias: write the value itself'],
    ['an alias as its name', 'x: &x a\nname: *x\ndescription: b', 'line 3 has a YAML alias: write the value itself'],
    [
      'endless nesting',
      `${valid}\nx: ${'['.repeat(8000)}${']'.repeat(8000)}`,
      'has a frontmatter with too many keys and values: keep at most 200 and move the rest below it',
    ],
    [
      'thousands of keys',
      `${valid}\nx: {${Array.from({ length: 3000 }, (_, key) => key)}}`,
      'has a frontmatter with too many keys and values: keep at most 200 and move the rest below it',
    ],
    ['a list', '- name: a', 'needs a frontmatter of the form "name: …" and "description: …", one key per line'],
    ['an empty frontmatter', '', 'needs a frontmatter of the form "name: …" and "description: …", one key per line'],
    ['no name', 'description: b', 'has no name in its frontmatter: add a line "name: …"'],
    ['no description', 'name: a', 'has no description in its frontmatter: add a line "description: …"'],
    ['a number as its name', 'name: 123\ndescription: b', 'has a name that YAML does not read as text: put it in quotes, name: "…"'],
    ['an empty value', 'name: a\ndescription:', 'has a description that YAML does not read as text: put it in quotes, description: "…"'],
    ['an empty description', 'name: a\ndescription: " "', 'has an empty description: say what the skill does and when to use it'],
    [
      'invalid YAML after a description that is not YAML',
      'name: a\ndescription: Use when: asked\nlicense: @x',
      'line 4 is not valid YAML: Plain value cannot start with reserved character @ (put the text in quotes)',
    ],
    [
      'a description of two lines that is not YAML',
      'name: a\ndescription: Use when: asked\n  or: told',
      'line 3 is not valid YAML: Nested mappings are not allowed in compact mappings (put a text that contains ": " in quotes)',
    ],
    [
      'a NUL spelled as an escape',
      'name: a\ndescription: "b\\0"',
      'has a control character or an unpaired surrogate in its description: remove it',
    ],
    [
      'half a character spelled as an escape',
      'name: a\ndescription: "\\ud800"',
      'has a control character or an unpaired surrogate in its description: remove it',
    ],
  ])('%s', (_what, frontmatter, message) => {
    expect(problemIn(frontmatter)).toBe(report + message);
  });

  it.each(['con', 'nul', 'com1', 'lpt9'])('the name %j, which Windows reserves for a device', (name) => {
    expect(problemIn(`name: ${name}\ndescription: b`)).toBe(
      `${report}has the name ${JSON.stringify(name)}, which Windows reserves for a device: use another one`,
    );
    expect(isSkillName(name)).toBe(false);
    expect(isSkillName(`${name}-2`)).toBe(true);
  });

  it.each(['', 'A', 'a_b', 'a b', '-a', 'a-', 'a--b', 'é', 'a/b', 'a\n', 'x'.repeat(65)])('the name %j', (name) => {
    const advice = 'use 1 to 64 of a-z, 0-9 and single hyphens between them, for example "weekly-report"';
    expect(problemIn(`name: ${JSON.stringify(name)}\ndescription: b`)).toBe(`${report}has the name ${JSON.stringify(name)}: ${advice}`);
  });

  it('a frontmatter over 16 KiB, but not for one of exactly 16 KiB', () => {
    const room = 16 * 1024 - Buffer.byteLength(`${valid}\nx: \n`);
    expect(problemIn(`${valid}\nx: ${'é'.repeat(room / 2)}${'y'.repeat(room % 2)}`)).toBe('accepted');
    const tooLarge = `${report}has a frontmatter of 16385 bytes: shorten it to at most 16384 and move the rest below it`;
    expect(problemIn(`${valid}\nx: ${'y'.repeat(room + 1)}`)).toBe(tooLarge);
  });

  it('a frontmatter that is never closed', () => {
    const message = 'line 1 opens a frontmatter that is never closed: end it with a line "---"';
    expect(problemOf({ content: '---\nname: a\n ---\n---x\n' })).toBe(report + message);
  });

  it.each(['\ufeff', '\n', '  \r\n'])('%j in front of the frontmatter', (before) => {
    const message = 'must begin with "---": remove the white space or byte order mark before it';
    expect(problemOf({ content: before + whole, name: 'a', description: 'b' })).toBe(report + message);
  });

  it('a frontmatter that is a list', () => {
    expect(problemOf({ content: '---\n- a\n---' })).toMatch(/^invalid_skill: SKILL\.md needs a frontmatter/);
  });
});

describe('a bare body', () => {
  it('gets a frontmatter in front of it', () => {
    const content = '---\nname: weekly-report\ndescription: Writes it.\n---\n\n# Steps\n';
    expect(readSkill({ content: '# Steps\n', name: ' weekly-report ', description: ' Writes it.\n' })).toEqual({
      ok: true,
      name: 'weekly-report',
      description: 'Writes it.',
      content,
    });
  });

  it('gets a frontmatter with the line endings of the body', () => {
    const content = '---\r\nname: a\r\ndescription: b\r\n---\r\n\r\none\r\ntwo\r\n';
    expect(readSkill({ content: 'one\r\ntwo\r\n', name: 'a', description: 'b' })).toMatchObject({ content });
  });

  it('needs a name and a description that follow the same rules', () => {
    const rest = 'is required: give it, or begin content with "---", name, description and "---"';
    expect(problemOf({ content: 'x', name: 'a' })).toBe(`invalid_skill: content has no frontmatter, so description ${rest}`);
    expect(problemOf({ content: 'x' })).toBe(`invalid_skill: content has no frontmatter, so name and description ${rest}`);
    expect(problemOf({ content: 'x', name: 'A', description: 'b' })).toContain('invalid_skill: the skill has the name "A": use 1 to 64');
    expect(problemOf({ content: 'x', name: 'a', description: '' })).toBe(
      'invalid_skill: the skill has an empty description: say what the skill does and when to use it',
    );
  });

  it.each(['on', 'no', 'null', '123', '1e3', '2024-01-01', '0x1f'])(
    'gets a name and description that YAML 1.1 and 1.2 read as text: %s',
    (name) => {
      const result = readSkill({ content: '', name, description: name });
      const yaml = result.ok ? result.content.split('---')[1]! : '';
      for (const version of ['1.1', '1.2'] as const) expect(parse(yaml, { version })).toEqual({ name, description: name });
    },
  );

  it('becomes a SKILL.md that reads back the same, for any content', () => {
    const letters = fc
      .string({ unit: fc.constantFrom(...'az09-'), minLength: 1, maxLength: 64 })
      .filter((name) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name));
    const pieces = fc.constantFrom(
      ': ',
      ' #',
      '"',
      "'",
      '\\',
      '\n',
      '\r',
      '\t',
      '- ',
      '---\n',
      '...\n',
      '*a',
      '&a',
      '!t',
      '%',
      '@',
      '`',
      '{',
      '[',
      '|',
      '>',
      '\u2028',
      '😀',
      '\ufeff',
    );
    const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 5 })), { minLength: 1, maxLength: 20 });
    const description = text.map((parts) => parts.join('').replace(/[^\P{Cc}\n\r\t]/gu, '')).filter((joined) => joined.trim() !== '');
    fc.assert(
      fc.property(
        letters,
        description,
        fc.string().filter((body) => !/^\s*---/.test(body)),
        (name, given, body) => {
          const written = readSkill({ content: body, name, description: given });
          expect(written).toMatchObject({ ok: true, name, description: given.trim() });
          const { content } = written as { content: string };
          expect(content.endsWith(body)).toBe(true);
          expect(readSkill({ content, name, description: given })).toEqual(written);
        },
      ),
      { numRuns: 500 },
    );
  });
});

it('drops parts of a frontmatter that arguments must not contain (D3)', () => {
  const yaml = `${valid}\n"__proto__": {x: 1}\nz: {__proto__: 1, "a\\0": ["\\ud800", 2]}`;
  expect(JSON.stringify(readFrontmatter(`---\n${yaml}\n---\n`))).toBe('{"name":"a","description":"b","z":{"a":["\ufffd",2]}}');
});
