import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ComparedStretch, differenceOf } from './difference.ts';

const tokens = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { maxLength: 30 });

/** Length of the stretches that are reported as the same. */
const sameOf = (stretches: ComparedStretch[]): number =>
  stretches.filter(({ isSame }) => isSame).reduce((sum, { before }) => sum + before[1] - before[0], 0);

function expectTrue(before: string[], after: string[], stretches: ComparedStretch[]): void {
  let [one, other] = [0, 0];
  for (const { isSame, before: of, after: to } of stretches) {
    expect([of[0], to[0]]).toEqual([one, other]);
    if (isSame) expect(before.slice(...of)).toEqual(after.slice(...to));
    [one, other] = [of[1], to[1]];
  }
  expect([one, other]).toEqual([before.length, after.length]);
  for (const [index, { isSame }] of stretches.entries()) expect(isSame).not.toBe(stretches[index + 1]?.isSame);
}

/** By the book. */
function longestCommon(before: string[], after: string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const one of before) {
    const next = [0];
    for (const [index, other] of after.entries()) next.push(one === other ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!));
    row = next;
  }
  return row.at(-1)!;
}

it('returns every token of both sides once, in order, and marks only equal tokens as equal', () => {
  fc.assert(
    fc.property(tokens, tokens, fc.constantFrom(0, 10, 60, 200_000), (before, after, steps) => {
      expectTrue(before, after, differenceOf(before, after, steps));
    }),
    { numRuns: 2000 },
  );
});

it('finds the shortest difference if no token is unique on both sides', () => {
  // The ends differ. Equal ends would be removed first, and a token could then occur only once.
  const twice = (end: string) => tokens.map((list) => [end, ...list, ...list, end]);
  fc.assert(
    fc.property(twice('x'), twice('y'), (before, after) => {
      const stretches = differenceOf(before, after);
      expect(sameOf(stretches)).toBe(longestCommon(before, after));
    }),
    { numRuns: 1000 },
  );
});

it('stays within its number of steps, for any texts', () => {
  const before = Array.from({ length: 20_000 }, (_, index) => `${index % 7}`);
  const after = Array.from({ length: 20_000 }, (_, index) => `${index % 11}`);
  const started = performance.now();
  expectTrue(before, after, differenceOf(before, after));
  expect(performance.now() - started).toBeLessThan(500);
});

it('finds one changed line among many', () => {
  const before = Array.from({ length: 20_000 }, (_, index) => `line ${index % 1000}`);
  const after = before.with(9000, 'another');
  expect(differenceOf(before, after)).toEqual([
    { isSame: true, before: [0, 9000], after: [0, 9000] },
    { isSame: false, before: [9000, 9001], after: [9000, 9001] },
    { isSame: true, before: [9001, 20_000], after: [9001, 20_000] },
  ]);
});
