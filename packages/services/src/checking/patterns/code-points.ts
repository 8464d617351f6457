/** Sets of code points as ranges, including both ends. */
export type Ranges = readonly (readonly [from: number, to: number])[];

const last = 0x10ffff;

export function complement(ranges: Ranges): Ranges {
  const sorted = [...ranges].sort(([left], [right]) => left - right);
  const outside: [number, number][] = [];
  let next = 0;
  for (const [from, to] of sorted) {
    if (from > next) outside.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= last) outside.push([next, last]);
  return outside;
}

/** Joins two sets. Undefined is a set that is not listed and may contain any character. */
export function union(left: Ranges | undefined, right: Ranges | undefined): Ranges | undefined {
  return left && right && [...left, ...right];
}

/** Adds the other case of each letter. Undefined beyond ASCII, because Unicode's cases are not listed here. */
export function withBothCases(ranges: Ranges): Ranges | undefined {
  if (ranges.some(([, to]) => to > 0x7f)) return undefined;
  const overlap = ([from, to]: readonly [number, number], least: number, most: number, by: number): Ranges =>
    from <= most && to >= least ? [[Math.max(from, least) + by, Math.min(to, most) + by]] : [];
  const cases = ranges.flatMap((range) => [...overlap(range, 0x41, 0x5a, 32), ...overlap(range, 0x61, 0x7a, -32)]);
  const has = (letter: number) => [...ranges, ...cases].some(([from, to]) => from <= letter && letter <= to);
  // The long s (U+017F) and the Kelvin sign (U+212A) are cases of "s" and "k".
  return [...ranges, ...cases, ...(has(0x73) ? [[0x17f, 0x17f] as const] : []), ...(has(0x6b) ? [[0x212a, 0x212a] as const] : [])];
}

export function areDisjoint(left: Ranges | undefined, right: Ranges | undefined): boolean {
  if (!left || !right) return left?.length === 0 || right?.length === 0;
  return left.every(([from, to]) => right.every(([otherFrom, otherTo]) => to < otherFrom || otherTo < from));
}

const digits: Ranges = [[0x30, 0x39]];
const word: Ranges = [...digits, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const space: Ranges = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** JavaScript's meaning of `\d`, `\w`, `\s` and their opposites. */
export const classes: Readonly<Record<string, Ranges>> = {
  d: digits,
  D: complement(digits),
  w: word,
  W: complement(word),
  s: space,
  S: complement(space),
};

/** JavaScript's meaning of `.`: any character except a line end. */
export const anyButLineEnd = complement([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]);
