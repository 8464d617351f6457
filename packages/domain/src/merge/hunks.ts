import { diffArrays } from 'diff';

/** What of a sequence became what of another one. Ends are not part of it. */
export interface Hunk {
  from: number;
  to: number;
  otherFrom: number;
  otherTo: number;
}

/** How two sequences differ, in order. What differs in more places than `maxEdits` is told as one hunk. */
export function hunksOf(before: readonly string[], after: readonly string[], maxEdits: number): Hunk[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const whole: Hunk = { from: start, to: before.length - end, otherFrom: start, otherTo: after.length - end };
  if (whole.from === whole.to && whole.otherFrom === whole.otherTo) return [];
  if (whole.from === whole.to || whole.otherFrom === whole.otherTo) return [whole];
  const changes = diffArrays(before.slice(whole.from, whole.to), after.slice(whole.otherFrom, whole.otherTo), { maxEditLength: maxEdits });
  if (!changes) return [whole];
  const hunks: Hunk[] = [];
  let [at, otherAt] = [start, start];
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
