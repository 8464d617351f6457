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
    [
      'the line that stays, not the empty one after it',
      'b _ c',
      'a _ b',
      [
        { from: 0, to: 0, otherFrom: 0, otherTo: 2 },
        { from: 1, to: 3, otherFrom: 3, otherTo: 3 },
      ],
    ],
    [
      'lines next to each other one by one',
      'a _ b _ c',
      'd _ e _ c',
      [
        { from: 0, to: 1, otherFrom: 0, otherTo: 1 },
        { from: 2, to: 3, otherFrom: 2, otherTo: 3 },
      ],
    ],
  ])('finds %s', (_what, before, after, hunks) => {
    const linesOf = (text: string) => text.split(' ').map((line) => (line === '_' ? '' : line));
    expect(hunksOf(linesOf(before), linesOf(after), 10)).toEqual(hunks);
  });

  it.each([
    ['one end', 'a b y z', 'c d y z', { from: 0, to: 2, otherFrom: 0, otherTo: 2 }],
    ['both ends, of empty lines too', 'a  b  c  d z', 'a b c d z', { from: 1, to: 6, otherFrom: 1, otherTo: 3 }],
    ['both ends', 'a b c y z', 'a d e f y z', { from: 1, to: 3, otherFrom: 1, otherTo: 4 }],
  ])('excludes equal words at %s from a hunk that is too long to compare', (_where, before, after, hunk) => {
    expect(hunksOf(before.split(' '), after.split(' '), 1)).toEqual([hunk]);
  });
});
