import { describe, expect, it } from 'vitest';
import { anyButLineEnd, areDisjoint, classes, complement, type Ranges, union, withBothCases } from './code-points.ts';

const has = (ranges: Ranges | undefined, letter: string) => {
  const code = letter.codePointAt(0) ?? -1;
  return ranges?.some(([from, to]) => from <= code && code <= to);
};

/** The first code points, those around every border of a class, and the last. */
const letters = [0x17f, 0x212a, 0x212b, 0xffff, 0x10000, 0x10ffff, ...Object.values(classes).flat(2)]
  .flatMap((code) => [code - 1, code, code + 1])
  .concat(Array.from({ length: 0x100 }, (_, code) => code))
  .filter((code) => code >= 0 && code <= 0x10ffff)
  .map((code) => String.fromCodePoint(code));

describe('sets of code points', () => {
  it.each(Object.keys(classes))('have the same members in \\%s as in JavaScript', (name) => {
    const theirs = new RegExp(`^\\${name}$`, 'u');
    for (const letter of letters) expect([letter, has(classes[name], letter)]).toEqual([letter, theirs.test(letter)]);
  });

  it('have the same members in "." as in JavaScript', () => {
    for (const letter of letters) expect([letter, has(anyButLineEnd, letter)]).toEqual([letter, /^.$/u.test(letter)]);
  });

  it('have all other code points in their complement, for any order and for overlaps', () => {
    expect(complement([])).toEqual([[0, 0x10ffff]]);
    expect(complement([[0, 0x10ffff]])).toEqual([]);
    const overlapping: Ranges = [
      [20, 30],
      [5, 10],
      [25, 26],
      [11, 12],
    ];
    expect(complement(overlapping)).toEqual([
      [0, 4],
      [13, 19],
      [31, 0x10ffff],
    ]);
  });

  it.each(['k', 'K', 's', 'S', 'j', '@', '[', '`', '{', 'Z', 'A', 'a', 'z', '5'])('have both cases of %j, like JavaScript', (letter) => {
    const code = letter.charCodeAt(0);
    const cases = withBothCases([[code, code]]);
    const theirs = new RegExp(`^[${letter === '[' ? '\\[' : letter}]$`, 'iu');
    for (const other of letters) expect([other, has(cases, other)]).toEqual([other, theirs.test(other)]);
  });

  it('have both cases of a range, and none beyond ASCII', () => {
    const cases = withBothCases([[0x3f, 0x62]]);
    for (const letter of letters) expect([letter, has(cases, letter)]).toEqual([letter, /^[?-b]$/iu.test(letter)]);
    expect(withBothCases([[0x7f, 0x7f]])).toEqual([[0x7f, 0x7f]]);
    expect(withBothCases([[0x61, 0x80]])).toBeUndefined();
  });

  it('are disjoint if no code point is in both, and an unknown set is never disjoint', () => {
    const [low, high, both]: Ranges[] = [[[1, 3]], [[4, 6]], [[3, 4]]];
    expect([areDisjoint(low, high), areDisjoint(high, low), areDisjoint(low, both), areDisjoint(both, high)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([areDisjoint(low, undefined), areDisjoint(undefined, []), areDisjoint([], undefined), areDisjoint([], low)]).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(union(low, high)).toEqual([
      [1, 3],
      [4, 6],
    ]);
    expect([union(low, undefined), union(undefined, low)]).toEqual([undefined, undefined]);
  });
});
