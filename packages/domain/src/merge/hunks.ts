import { diffArrays } from 'diff';

/** A range of a sequence and the range of the other sequence that replaces it. Ends are exclusive. */
export interface Hunk {
  from: number;
  to: number;
  otherFrom: number;
  otherTo: number;
}

interface Compared {
  before: readonly string[];
  after: readonly string[];
}

/**
 * Differences between two sequences, in order. If more than `maxEdits` places differ, one hunk covers them all. Empty lines and spaces look
 * alike everywhere. So the other tokens are compared first, and empty ones only between equal tokens. A kept line never counts as changed
 * because of an empty line next to it.
 */
export function hunksOf(before: readonly string[], after: readonly string[], maxEdits: number): Hunk[] {
  const compared = { before, after };
  const whole = withoutEqualEnds(compared, { from: 0, to: before.length, otherFrom: 0, otherTo: after.length });
  if (isNothing(whole)) return [];
  if (isOneSided(whole)) return [whole];
  const gaps = gapsOf(compared, whole, maxEdits);
  if (!gaps) return [whole];
  const hunks: Hunk[] = [];
  let left = maxEdits;
  for (const gap of gaps) {
    const found = isOneSided(gap) ? [gap] : hunksIn(compared, gap, left);
    if (!found) return [whole];
    hunks.push(...found);
    left -= found.reduce((sum, { from, to, otherFrom, otherTo }) => sum + to - from + otherTo - otherFrom, 0);
    if (left < 0) return [whole];
  }
  return hunks;
}

const isOneSided = ({ from, to, otherFrom, otherTo }: Hunk) => from === to || otherFrom === otherTo;
const isNothing = ({ from, to, otherFrom, otherTo }: Hunk) => from === to && otherFrom === otherTo;

function withoutEqualEnds({ before, after }: Compared, { from, to, otherFrom, otherTo }: Hunk): Hunk {
  const most = Math.min(to - from, otherTo - otherFrom);
  let start = 0;
  while (start < most && before[from + start] === after[otherFrom + start]) start++;
  let end = 0;
  while (end < most - start && before[to - 1 - end] === after[otherTo - 1 - end]) end++;
  return { from: from + start, to: to - end, otherFrom: otherFrom + start, otherTo: otherTo - end };
}

/** Ranges between equal texts that differ. Undefined if the texts differ in too many places. */
function gapsOf({ before, after }: Compared, whole: Hunk, maxEdits: number): Hunk[] | undefined {
  const [texts, otherTexts] = [textsIn(before, whole.from, whole.to), textsIn(after, whole.otherFrom, whole.otherTo)];
  const compared = { before: texts.map(({ text }) => text), after: otherTexts.map(({ text }) => text) };
  const end = { from: texts.length, to: texts.length, otherFrom: otherTexts.length, otherTo: otherTexts.length };
  const hunks = hunksIn(compared, { ...end, from: 0, otherFrom: 0 }, maxEdits);
  if (!hunks) return undefined;
  const gaps: Hunk[] = [];
  let [at, otherAt] = [whole.from, whole.otherFrom];
  const close = (to: number, otherTo: number) => {
    const gap = withoutEqualEnds({ before, after }, { from: at, to, otherFrom: otherAt, otherTo });
    if (!isNothing(gap)) gaps.push(gap);
    [at, otherAt] = [to + 1, otherTo + 1];
  };
  let [index, otherIndex] = [0, 0];
  for (const hunk of [...hunks, end]) {
    for (const { place } of texts.slice(index, hunk.from)) close(place, otherTexts[otherIndex++]?.place ?? whole.otherTo);
    [index, otherIndex] = [hunk.to, hunk.otherTo];
  }
  close(whole.to, whole.otherTo);
  return gaps;
}

/** Tokens of a range that are not empty, with their places. */
function textsIn(tokens: readonly string[], from: number, to: number): { place: number; text: string }[] {
  return tokens.slice(from, to).flatMap((text, index) => (text.trim() === '' ? [] : [{ place: from + index, text }]));
}

/** Returns undefined if a range differs in too many places. */
function hunksIn({ before, after }: Compared, { from, to, otherFrom, otherTo }: Hunk, maxEdits: number): Hunk[] | undefined {
  const changes = diffArrays(before.slice(from, to), after.slice(otherFrom, otherTo), { maxEditLength: maxEdits });
  if (!changes) return undefined;
  const hunks: Hunk[] = [];
  let [at, otherAt] = [from, otherFrom];
  let last: Hunk | undefined;
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      at += count;
      otherAt += count;
      last = undefined;
      continue;
    }
    if (!last) hunks.push((last = { from: at, to: at, otherFrom: otherAt, otherTo: otherAt }));
    if (removed) last.to = at += count;
    else last.otherTo = otherAt += count;
  }
  return hunks;
}
