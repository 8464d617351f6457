import { hostileMain, hostileSkills } from '@gatehouse/core/testing';
import type { SkillFault, SkillFilesFault } from '@gatehouse/domain/skills';
import { describe, expect, it } from 'vitest';
import { Told } from '../../kernel/words/told.ts';
import { skillWords } from '../skills/skill-words.ts';
import { readSkillFolder, skillFileWords } from './skill-folder.ts';

/** Instruction for a fault. Faults of the YAML name a line too. */
function wordsFor(fault: SkillFilesFault | SkillFault): string {
  if (fault === 'bad_yaml') return 'is not valid YAML';
  return fault in skillFileWords ? skillFileWords[fault as SkillFilesFault] : skillWords({ fault: fault as SkillFault });
}

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
      await expect(readSkillFolder({ files: found, leftOut: [], hasMore: false })).rejects.toSatisfy(
        (error) => error instanceof Told && error.message.includes(wordsFor(fault)),
      );
    },
  );

  it('is refused with more files than are read', async () => {
    await expect(read({ 'x/SKILL.md': main }, { hasMore: true })).rejects.toThrow('too many files');
  });
});
