import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxSkillBytes, maxSkillFiles } from '../sizes.ts';
import { checkSkillFiles, manifestText, readManifest, type SkillFile, type SkillFilesFault } from './skill-files.ts';
import { checkSkillPath } from './skill-path.ts';

const filesOf = (...paths: string[]) => paths.map((path) => ({ path, sizeBytes: 1 }));
const faultOf = (files: { path: string; sizeBytes: number }[]) => {
  const checked = checkSkillFiles(files);
  return checked.ok ? 'accepted' : checked.fault;
};

describe('the files of a skill (D72)', () => {
  it.each<[string[], SkillFilesFault | 'accepted']>([
    [['SKILL.md'], 'accepted'],
    [['SKILL.md', 'a/b', 'a/c', 'a/b.md'], 'accepted'],
    [['SKILL.md', 'a', 'ab/a', 'b/a'], 'accepted'],
    [['references/a.md'], 'no_main'],
    [['SKILL.md', 'SKILL.md'], 'repeated'],
    [['SKILL.md', 'a.md', 'A.md'], 'case_collision'],
    [['SKILL.md', 'ref/a.md', 'Ref/b.md'], 'case_collision'],
    [['SKILL.md', 'straße.md', 'STRASSE.md'], 'case_collision'],
    [['SKILL.md', 'ﬁ.md', 'FI.md'], 'case_collision'],
    [['SKILL.md', 'a', 'a/b'], 'file_and_folder'],
    [['SKILL.md', 'a/b', 'a'], 'file_and_folder'],
    [['SKILL.md', 'SKILL.md/a'], 'file_and_folder'],
    [['SKILL.md', '../a'], 'parent'],
  ])('%j: %s', (paths, fault) => {
    expect(faultOf(filesOf(...paths))).toBe(fault);
  });

  it('are at most 512, of 16 MiB together, with SKILL.md among them', () => {
    const many = (count: number) => filesOf('SKILL.md', ...Array.from({ length: count - 1 }, (_, index) => `a/${index}`));
    expect(faultOf(many(maxSkillFiles))).toBe('accepted');
    expect(faultOf(many(maxSkillFiles + 1))).toBe('many_files');
    expect(faultOf(many(10_000))).toBe('many_files');
    const main = { path: 'SKILL.md', sizeBytes: 10 };
    expect(faultOf([main, { path: 'a', sizeBytes: maxSkillBytes - 10 }])).toBe('accepted');
    expect(faultOf([main, { path: 'a', sizeBytes: maxSkillBytes - 9 }])).toBe('large');
    expect(faultOf([{ path: 'SKILL.md', sizeBytes: 1024 * 1024 }])).toBe('accepted');
    expect(faultOf([{ path: 'SKILL.md', sizeBytes: 1024 * 1024 + 1 }])).toBe('large_main');
  });

  it('do not collide on a file system that ignores case, if accepted', () => {
    const segment = fc.constantFrom('a', 'A', 'b', 'ß', 'SS', 'ss', 'é', 'É', 'i', 'I', 'ı', 'SKILL.md');
    const paths = fc.array(fc.array(segment, { minLength: 1, maxLength: 3 }), { maxLength: 6 });
    fc.assert(
      fc.property(paths, (all) => {
        const given = ['SKILL.md', ...all.map((parts) => parts.join('/'))];
        if (faultOf(filesOf(...given)) !== 'accepted') return;
        const disk = new Map<string, string>();
        for (const path of given) {
          expect(checkSkillPath(path)).toEqual({ ok: true });
          const key = path.toUpperCase();
          expect(disk.has(key)).toBe(false);
          for (const other of disk.keys()) expect(key.startsWith(`${other}/`) || other.startsWith(`${key}/`)).toBe(false);
          disk.set(key, path);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a manifest', () => {
  const file: fc.Arbitrary<SkillFile> = fc.record({
    path: fc.string({ minLength: 1, maxLength: 10 }),
    sizeBytes: fc.nat(),
    sha256: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
    executable: fc.boolean(),
  });
  const files = fc.uniqueArray(file, { selector: ({ path }) => path, maxLength: 8 });

  it('has the same text for the same files in any order, and can be read back', () => {
    fc.assert(
      fc.property(files, fc.infiniteStream(fc.nat()), (all, numbers) => {
        const shuffled = all.map((one) => ({ one, at: numbers.next().value as number })).sort((one, other) => one.at - other.at);
        const text = manifestText(all);
        expect(manifestText(shuffled.map(({ one }) => one))).toBe(text);
        expect(new Set(readManifest(text).map((one) => JSON.stringify(one)))).toEqual(
          new Set(all.map(({ path, sizeBytes, sha256, executable }) => JSON.stringify({ path, sizeBytes, sha256, executable }))),
        );
      }),
    );
  });

  it.each([
    '',
    '{}',
    '[[]]',
    `[["a",1,"${'0'.repeat(64)}",0,0]]`,
    `[["a", 1,"${'0'.repeat(64)}",0]]`,
    `[["a",1.0,"${'0'.repeat(64)}",0]]`,
    '[["a",-1,"x",0]]',
    `[["a",1,"${'0'.repeat(64)}",2]]`,
    `[["b",1,"${'0'.repeat(64)}",0],["a",1,"${'0'.repeat(64)}",0]]`,
  ])('is not %j', (text) => {
    expect(() => readManifest(text)).toThrow();
  });
});
