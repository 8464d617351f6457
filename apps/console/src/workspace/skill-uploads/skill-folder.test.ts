import { hostileMain, hostileSkills } from '@gatehouse/core/testing';
import { describe, expect, it } from 'vitest';
import { Told } from '../../kernel/words/told.ts';
import { readSkillFolder } from './skill-folder.ts';

const removeCharacters = 'Remove invisible or special characters from the name of this file.';

const renameFile = 'Rename this file, so that its name works on every system.';

const words = {
  not_at_the_beginning: 'Remove the spaces or empty lines before the first `---` line.',
  no_end: 'Close the block at the top with a second `---` line.',
  long_frontmatter: 'Shorten the block between the `---` lines. Put the rest after it.',
  no_map: 'Write `name: …` and `description: …` between the `---` lines, each on its own line.',
  no_frontmatter: 'Start the skill with a name and a description between two `---` lines.',
  no_name: 'Add a line `name: …` between the `---` lines.',
  no_description: 'Add a line `description: …` between the `---` lines.',
  name_not_text: 'Put the name in quotes.',
  description_not_text: 'Put the description in quotes.',
  bad_name: 'Use lowercase letters, digits and single hyphens in the name (max 64).',
  device_name: 'Use another name. Windows keeps this one for a device.',
  empty_description: 'Describe what the skill does and when to use it.',
  odd_description: 'Remove control characters from the description.',
  disagreement: 'Use the same name and description in the form and in the text.',
};

const faults = {
  no_main: 'There is no SKILL.md in this folder. Every skill has one.',
  repeated: 'Two files have the same name. Rename one of them.',
  case_collision: 'Two files have the same name on systems that ignore case. Rename one of them.',
  file_and_folder: 'A file and a folder have the same name. Rename one of them.',
  many_files: 'A skill has at most 512 files.',
  large: 'A skill has at most 16 MiB in all its files.',
  large_main: 'SKILL.md is larger than 1 MiB. Move details into other files.',
  empty: renameFile,
  long: 'Shorten the path of this file. It can have at most 200 bytes.',
  not_nfc: renameFile,
  invisible: removeCharacters,
  absolute: renameFile,
  backslash: renameFile,
  empty_segment: renameFile,
  parent: renameFile,
  dot_segment: 'Names in a skill cannot begin with a dot.',
  windows_character: renameFile,
  windows_end: renameFile,
  windows_name: renameFile,
  node_modules: 'Leave installed packages out.',
  main_case: 'Write the name SKILL.md in capital letters.',
};

const main = '---\nname: report\ndescription: Writes reports.\n---\n# Steps\n';

const read = (files: Record<string, string>, more: { leftOut?: string[]; hasMore?: boolean } = {}) =>
  readSkillFolder({
    files: Object.entries(files).map(([name, text]) => ({ name, file: new File([text], name.split('/').at(-1) ?? name) })),
    leftOut: [],
    hasMore: false,
    ...more,
  });

describe('a folder that is uploaded as a skill (D72.20)', () => {
  it('has the files below its SKILL.md, and an example of another skill is one of them', async () => {
    const { name, files, leftOut } = await read(
      { 'my report/SKILL.md': main, 'my report/references/Größe.md': 'x', 'my report/assets/template/SKILL.md': 'none' },
      { leftOut: ['.git'] },
    );
    expect([name, files.map(({ path }) => path), leftOut]).toEqual([
      'report',
      ['SKILL.md', 'references/Größe.md', 'assets/template/SKILL.md'],
      ['.git'],
    ]);
  });

  it('is found within other folders, and files outside of it are left out and named', async () => {
    const { files, leftOut } = await read({ 'all/skills/report/SKILL.md': main, 'all/skills/report/a.md': 'a', 'all/README.md': 'x' });
    expect([files.map(({ path }) => path), leftOut]).toEqual([['SKILL.md', 'a.md'], ['all/README.md']]);
  });

  it('has paths in the form that a skill accepts, even from a disk that stores accents separately', async () => {
    const { files } = await read({ 'x/SKILL.md': main, ['x/references/Größe.md'.normalize('NFD')]: 'x' });
    expect(files.map(({ path }) => path)).toEqual(['SKILL.md', 'references/Größe.md'.normalize('NFC')]);
  });

  it('can be SKILL.md alone', async () => {
    expect(await read({ 'SKILL.md': main })).toMatchObject({ name: 'report', leftOut: [] });
  });

  it.each([
    ['without SKILL.md', { 'notes/a.md': 'a' }, 'no SKILL.md'],
    ['with two skills', { 'all/one/SKILL.md': main, 'all/two/SKILL.md': main }, 'more than one skill'],
    ['whose SKILL.md says no name', { 'x/SKILL.md': '# Steps' }, 'SKILL.md: Start the skill with'],
    ['with a name that Windows refuses', { 'x/SKILL.md': main, 'x/docs/con.md': 'a' }, 'docs/con.md: Rename this file'],
    ['with names that differ in case', { 'x/SKILL.md': main, 'x/A.md': 'a', 'x/a.md': 'b' }, 'Two files have the same name'],
    ['of too many bytes', { 'x/SKILL.md': main, 'x/large.bin': 'x'.repeat(16 * 1024 * 1024) }, 'at most 16 MiB'],
    ['with too long a SKILL.md', { 'x/SKILL.md': main + 'x'.repeat(1024 * 1024) }, 'SKILL.md is larger than 1 MiB'],
  ])('is refused %s, in words for people', async (_, files, said) => {
    await expect(read(files as Record<string, string>)).rejects.toSatisfy((error) => error instanceof Told && error.message.includes(said));
  });

  it.each(hostileSkills.filter(({ fault }) => fault !== 'not_nfc'))(
    'is refused with $what',
    async ({ files, main = hostileMain, fault }) => {
      const found = [{ path: 'SKILL.md', sizeBytes: 0 }, ...files].map(({ path, sizeBytes }) => ({
        name: `hostile/${path}`,
        file: new File([path === 'SKILL.md' ? main : new Uint8Array(sizeBytes)], 'file'),
      }));
      const said: Record<string, string> = { ...faults, ...words, bad_yaml: 'is not valid YAML' };
      await expect(readSkillFolder({ files: found, leftOut: [], hasMore: false })).rejects.toSatisfy(
        (error) => error instanceof Told && error.message.includes(said[fault] as string),
      );
    },
  );

  it('is refused with more files than are read', async () => {
    await expect(read({ 'x/SKILL.md': main }, { hasMore: true })).rejects.toThrow('too many files');
  });
});
