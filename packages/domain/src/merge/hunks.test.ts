import { describe, expect, it } from 'vitest';
import { hunksOf } from './hunks.ts';

describe('hunksOf', () => {
  it.each([
    ['a replaced stretch', 'a b z', 'a x y c z', [{ from: 1, to: 2, otherFrom: 1, otherTo: 4 }]],
    [
      'two stretches with something unchanged between them',
      'a b c d e',
      'a x c y e',
      [
        { from: 1, to: 2, otherFrom: 1, otherTo: 2 },
        { from: 3, to: 4, otherFrom: 3, otherTo: 4 },
      ],
    ],
    ['nothing in equal sequences', 'a b', 'a b', []],
  ])('finds %s', (_what, before, after, hunks) => {
    expect(hunksOf(before.split(' '), after.split(' '), 10)).toEqual(hunks);
  });

  it.each([
    ['one end', 'a b y z', 'c d y z', { from: 0, to: 2, otherFrom: 0, otherTo: 2 }],
    ['both ends', 'a b c y z', 'a d e f y z', { from: 1, to: 3, otherFrom: 1, otherTo: 4 }],
  ])('leaves what is equal at %s out of a hunk that is too long to compare', (_where, before, after, hunk) => {
    expect(hunksOf(before.split(' '), after.split(' '), 1)).toEqual([hunk]);
  });
});
