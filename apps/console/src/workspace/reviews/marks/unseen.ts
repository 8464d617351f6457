/** Words that a reader sees marked at a change. */
export interface SeenWords {
  removed: string;
  added: string;
}

/** True if the marks do not show all changed words of the source. They do not show a comment, for example. */
export function isUnseen({ before, after }: { before: string; after: string }, seen: SeenWords): boolean {
  const changed = countChanges(withoutMarkers(before), withoutMarkers(after));
  const shown = countChanges(seen.removed, seen.added);
  for (const [word, count] of changed) {
    const marked = shown.get(word) ?? 0;
    if (count > 0 ? marked < count : marked > count) return true;
  }
  return false;
}

/** Removes list markers and boxes of tasks, which the page draws. */
const withoutMarkers = (source: string) => source.replaceAll(/^([ \t>]*)(?:\d{1,9}[.)]|[-*+])[ \t]+(?:\[[ xX]\])?/gm, '$1');

/** Counts how often each word was added, negative if it was removed. */
function countChanges(before: string, after: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, by: number) => {
    for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + by);
  };
  add(before, -1);
  add(after, 1);
  return counts;
}
