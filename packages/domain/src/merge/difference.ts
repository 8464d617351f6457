/** Hunk of two sequences: equal in both, or a replacement. Ends are exclusive. */
export interface ComparedStretch {
  isSame: boolean;
  before: [start: number, end: number];
  after: [start: number, end: number];
}

/** Steps of comparing, about as long as an answer of 200 documents. Remaining parts are reported as changed. */
const standardSteps = 200_000;

/** Difference of two sequences, in order. It is bounded: a hunk with common parts can be reported as changed if the steps run out. */
export function differenceOf(before: readonly string[], after: readonly string[], steps = standardSteps): ComparedStretch[] {
  const work: Work = { ...numbered(before, after), steps, stretches: [] };
  compare(work, { before: [0, before.length], after: [0, after.length] });
  return work.stretches;
}

/** Gives equal tokens the same number. Equal beginnings and ends, nearly all of most texts, need no lookups: their places are their numbers. */
function numbered(before: readonly string[], after: readonly string[]): Pick<Work, 'before' | 'after'> {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const numbers = new Map<string, number>();
  const numberOf = (token: string): number => {
    const known = numbers.get(token);
    if (known !== undefined) return known;
    numbers.set(token, numbers.size);
    return numbers.size - 1;
  };
  const number = (tokens: readonly string[]) =>
    tokens.map((token, at) => {
      if (at < start) return -1 - at;
      return at < tokens.length - end ? numberOf(token) : -1 - start - (tokens.length - at);
    });
  return { before: number(before), after: number(after) };
}

interface Work {
  before: number[];
  after: number[];
  steps: number;
  stretches: ComparedStretch[];
}

type Range = Pick<ComparedStretch, 'before' | 'after'>;

function compare(work: Work, { before, after }: Range): void {
  let [start, end] = before;
  let [otherStart, otherEnd] = after;
  const at = (index: number) => work.before[index];
  const otherAt = (index: number) => work.after[index];
  const begin: Range = { before: [start, start], after: [otherStart, otherStart] };
  while (start < end && otherStart < otherEnd && at(start) === otherAt(otherStart)) {
    start++;
    otherStart++;
  }
  add(work, true, { before: [begin.before[0], start], after: [begin.after[0], otherStart] });
  const [wholeEnd, otherWholeEnd] = [end, otherEnd];
  while (start < end && otherStart < otherEnd && at(end - 1) === otherAt(otherEnd - 1)) {
    end--;
    otherEnd--;
  }
  compareMiddle(work, { before: [start, end], after: [otherStart, otherEnd] });
  add(work, true, { before: [end, wholeEnd], after: [otherEnd, otherWholeEnd] });
}

/** Compares unique common entries first, which readers look for, and then the shortest edit. */
function compareMiddle(work: Work, range: Range): void {
  const { before, after } = range;
  const isOneSided = before[0] === before[1] || after[0] === after[1];
  if (!isOneSided) work.steps -= before[1] - before[0] + (after[1] - after[0]);
  const isLeft = isOneSided || work.steps < 0;
  const common = isLeft ? [] : uniqueCommon(work, range);
  const pairs = isLeft || common.length > 0 ? common : shortestWay(work, range);
  let [start, otherStart] = [before[0], after[0]];
  for (const [one, other] of pairs) {
    // Most pairs follow one another.
    if (one > start || other > otherStart) {
      const gap: Range = { before: [start, one], after: [otherStart, other] };
      if (common.length > 0) compare(work, gap);
      else add(work, false, gap);
    }
    add(work, true, { before: [one, one + 1], after: [other, other + 1] });
    [start, otherStart] = [one + 1, other + 1];
  }
  const rest: Range = { before: [start, before[1]], after: [otherStart, after[1]] };
  if (common.length > 0) compare(work, rest);
  else add(work, false, rest);
}

type Pair = [before: number, after: number];

/** Entries that occur once on both sides, in the same order. */
function uniqueCommon(work: Work, { before, after }: Range): Pair[] {
  const places = uniquePlaces(work.before, before);
  const otherPlaces = uniquePlaces(work.after, after);
  const pairs: Pair[] = [];
  for (const [token, place] of places) {
    const other = otherPlaces.get(token);
    if (place >= 0 && other !== undefined && other >= 0) pairs.push([place, other]);
  }
  pairs.sort(([one], [other]) => one - other);
  return longestRising(pairs);
}

/** -1 marks entries that occur more than once. */
function uniquePlaces(tokens: readonly number[], [start, end]: [number, number]): Map<number, number> {
  const places = new Map<number, number>();
  for (let index = start; index < end; index++) {
    const token = tokens[index] ?? -1;
    places.set(token, places.has(token) ? -1 : index);
  }
  return places;
}

/** Returns the longest subsequence of the pairs whose second positions increase too. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = [];
  const previous: number[] = [];
  const otherAt = (index: number | undefined) => (index === undefined ? -1 : (pairs[index]?.[1] ?? -1));
  for (const [index, [, other]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (otherAt(ends[middle]) < other) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const rising: Pair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) rising.push(...pairs.slice(index, index + 1));
  return rising.reverse();
}

/** Myers' shortest edit, within the remaining steps. Empty if they run out or nothing is common. */
function shortestWay(work: Work, { before, after }: Range): Pair[] {
  const [size, otherSize] = [before[1] - before[0], after[1] - after[0]];
  const isSame = (x: number, y: number) => work.before[before[0] + x] === work.after[after[0] + y];
  const trails: Int32Array[] = [];
  let reached = new Int32Array([0]);
  for (let edits = 0; edits <= size + otherSize; edits++) {
    work.steps -= 2 * edits + 1;
    if (work.steps < 0) return [];
    const next = new Int32Array(2 * edits + 1);
    for (let place = 0; place <= 2 * edits; place += 2) {
      const diagonal = place - edits;
      let x = edits === 0 ? 0 : furthest(reached, edits, diagonal);
      let y = x - diagonal;
      while (x < size && y < otherSize && isSame(x, y)) {
        x++;
        y++;
        work.steps--;
      }
      next[place] = x;
      if (x >= size && y >= otherSize) return pairsOf([...trails, next], { before, after }, diagonal);
    }
    trails.push(next);
    reached = next;
  }
  return [];
}

/** True if a diagonal is reached from above after one more edit, and not from the left. */
function isFromAbove(reached: Int32Array, edits: number, diagonal: number): boolean {
  const [left = 0, above = 0] = [reached[diagonal - 1 + edits - 1], reached[diagonal + 1 + edits - 1]];
  return diagonal === -edits || (diagonal !== edits && left < above);
}

/** Start of a diagonal after one more edit: from above or from the left, whichever reached further. */
function furthest(reached: Int32Array, edits: number, diagonal: number): number {
  const [left = 0, above = 0] = [reached[diagonal - 1 + edits - 1], reached[diagonal + 1 + edits - 1]];
  return isFromAbove(reached, edits, diagonal) ? above : left + 1;
}

function pairsOf(trails: readonly Int32Array[], { before, after }: Range, last: number): Pair[] {
  const pairs: Pair[] = [];
  let diagonal = last;
  for (let edits = trails.length - 1; edits >= 0; edits--) {
    const end = trails[edits]?.[diagonal + edits] ?? 0;
    const reached = trails[edits - 1];
    const start = reached ? furthest(reached, edits, diagonal) : 0;
    for (let x = end - 1; x >= start; x--) pairs.push([before[0] + x, after[0] + x - diagonal]);
    if (!reached) break;
    diagonal += isFromAbove(reached, edits, diagonal) ? 1 : -1;
  }
  return pairs.reverse();
}

/** Stretches of one kind that meet are one. */
function add({ stretches }: Work, isSame: boolean, { before, after }: Range): void {
  if (before[0] === before[1] && after[0] === after[1]) return;
  const last = stretches.at(-1);
  if (last?.isSame === isSame) {
    last.before[1] = before[1];
    last.after[1] = after[1];
  } else stretches.push({ isSame, before: [...before], after: [...after] });
}
