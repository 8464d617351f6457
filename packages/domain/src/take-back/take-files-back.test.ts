import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SkillFile } from '../skills/skill-files.ts';
import { takeFilesBack } from './take-files-back.ts';

/** `{ a: 'x' }` is a file a whose bytes have the checksum x. */
const filesOf = (contents: Record<string, string>): SkillFile[] =>
  Object.entries(contents).map(([path, sha256]) => ({ path, sha256, sizeBytes: sha256.length, executable: sha256.endsWith('+') }));
const contentsOf = (files: readonly SkillFile[]) => Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]));
const run = (contents: Record<string, string>) => ({ isOfRun: true, files: filesOf(contents) });
const others = (contents: Record<string, string>) => ({ isOfRun: false, files: filesOf(contents) });

describe('taking back files of a skill (D66, D72)', () => {
  it.each([
    ['changed', { a: '1' }, [run({ a: '2' })], { a: '1' }, []],
    ['added', {}, [run({ a: '1' })], {}, []],
    ['removed', { a: '1' }, [run({})], { a: '1' }, []],
    ['made executable', { a: '1' }, [run({ a: '1+' })], { a: '1' }, []],
    ['changed beside a file of others', { a: '1', b: '1' }, [run({ a: '2', b: '1' }), others({ a: '2', b: '2' })], { a: '1', b: '2' }, []],
    [
      'changed again after others changed another',
      { a: '1' },
      [run({ a: '2' }), others({ a: '2', b: '1' }), run({ a: '3', b: '1' })],
      { a: '1', b: '1' },
      [],
    ],
    ['changed by others since', { a: '1' }, [run({ a: '2' }), others({ a: '3' })], { a: '3' }, ['a']],
    ['removed by others since', { a: '1' }, [run({ a: '2' }), others({})], {}, ['a']],
    ['changed by others before', { a: '1' }, [others({ a: '2' }), run({ a: '3' })], { a: '2' }, []],
    ['changed by others alone', { a: '1' }, [others({ a: '2' }), run({ a: '2', b: '1' })], { a: '2' }, []],
  ])('%s', (_what, before, versions, after, left) => {
    const taken = takeFilesBack(filesOf(before), versions);
    expect([contentsOf(taken.files), taken.left]).toEqual([after, left]);
  });

  it('restores whether a file is executable, if the run changed nothing else in it', () => {
    const file = (executable: boolean): SkillFile => ({ path: 'run.sh', sha256: '1', sizeBytes: 1, executable });
    const taken = takeFilesBack([file(false)], [{ isOfRun: true, files: [file(true)] }]);
    expect(taken).toEqual({ files: [file(false)], left: [] });
    const kept = takeFilesBack([file(false)], [{ isOfRun: false, files: [file(true)] }]);
    expect(kept).toEqual({ files: [file(true)], left: [] });
  });

  it('leaves files as if the run had not happened, if others did not change the same ones', () => {
    const content = fc.option(fc.constantFrom('1', '2', '3+'), { nil: undefined });
    const change = fc.record({ isOfRun: fc.boolean(), at: fc.nat(2), content });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        // The run changes a, c and e; others change b, d and f. No file is changed by both.
        const apply = (state: Record<string, string>, { isOfRun, at, content }: (typeof changes)[number]) => {
          const path = (isOfRun ? 'ace' : 'bdf')[at] as string;
          const { [path]: _, ...rest } = state;
          return content === undefined ? rest : { ...rest, [path]: content };
        };
        const start = { a: '0', b: '0', e: '0' };
        let state: Record<string, string> = start;
        let without: Record<string, string> = start;
        const versions = changes.map((one) => {
          state = apply(state, one);
          if (!one.isOfRun) without = apply(without, one);
          return { isOfRun: one.isOfRun, files: filesOf(state) };
        });
        const taken = takeFilesBack(filesOf(start), versions);
        expect([contentsOf(taken.files), taken.left]).toEqual([without, []]);
      }),
      { numRuns: 1000 },
    );
  });
});
