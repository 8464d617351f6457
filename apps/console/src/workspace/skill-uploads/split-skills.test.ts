import { describe, expect, it } from 'vitest';
import { splitSkills } from './split-skills.ts';

const split = (...names: string[]) => {
  const { skills, rest } = splitSkills(names.map((name) => ({ name, file: new File([], name) })));
  return { skills: skills.map(({ folder, files }) => [folder, ...files.map(({ name }) => name)]), rest: rest.map(({ name }) => name) };
};

describe('skills among dropped files (D61.1)', () => {
  it('are the outermost folders with a SKILL.md, with any other files next to them', () => {
    expect(
      split('team/a.md', 'team/report/SKILL.md', 'team/report/assets/x/SKILL.md', 'team/report-old/b.md', 'other/SKILL.md', 'c.md'),
    ).toEqual({
      skills: [
        ['team/report', 'team/report/SKILL.md', 'team/report/assets/x/SKILL.md'],
        ['other', 'other/SKILL.md'],
      ],
      rest: ['team/a.md', 'team/report-old/b.md', 'c.md'],
    });
  });

  it('do not exist without a folder: a file of this name alone is a file', () => {
    expect(split('SKILL.md', 'a/b.md', 'a/NOT-SKILL.md')).toEqual({ skills: [], rest: ['SKILL.md', 'a/b.md', 'a/NOT-SKILL.md'] });
  });
});
