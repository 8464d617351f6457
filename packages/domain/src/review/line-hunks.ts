import { differenceOf } from '../merge/difference.ts';
import type { Hunk } from '../merge/hunks.ts';

/** Maximum steps of one comparison. Beyond it, everything between two lines that are unique in both texts counts as changed. */
const maxSteps = 2_000_000;

/**
 * Returns the differences between the lines of two texts, in order. Compares only lines with text, because blank lines match everywhere.
 * The time is bounded for any texts.
 */
export function lineHunks(before: readonly string[], after: readonly string[]): Hunk[] {
  const [places, otherPlaces] = [placesOfText(before), placesOfText(after)];
  const textsAt = (lines: readonly string[], at: readonly number[]) => at.map((place) => lines[place] ?? '');
  const hunks: Hunk[] = [];
  let [at, otherAt] = [0, 0];
  const closeGap = (to: number, otherTo: number) => {
    const hunk = withoutEqualEnds(before, after, { from: at, to, otherFrom: otherAt, otherTo });
    if (hunk.from < hunk.to || hunk.otherFrom < hunk.otherTo) hunks.push(hunk);
    [at, otherAt] = [to + 1, otherTo + 1];
  };
  for (const stretch of differenceOf(textsAt(before, places), textsAt(after, otherPlaces), maxSteps)) {
    if (!stretch.isSame) continue;
    const [start, end] = stretch.before;
    const others = otherPlaces.slice(stretch.after[0], stretch.after[1]);
    for (const [index, place] of places.slice(start, end).entries()) closeGap(place, others[index] ?? after.length);
  }
  closeGap(before.length, after.length);
  return hunks;
}

function placesOfText(lines: readonly string[]): number[] {
  return [...lines.keys()].filter((at) => lines[at]?.trim() !== '');
}

function withoutEqualEnds(before: readonly string[], after: readonly string[], { from, to, otherFrom, otherTo }: Hunk): Hunk {
  const most = Math.min(to - from, otherTo - otherFrom);
  let start = 0;
  while (start < most && before[from + start] === after[otherFrom + start]) start++;
  let end = 0;
  while (end < most - start && before[to - 1 - end] === after[otherTo - 1 - end]) end++;
  return { from: from + start, to: to - end, otherFrom: otherFrom + start, otherTo: otherTo - end };
}
