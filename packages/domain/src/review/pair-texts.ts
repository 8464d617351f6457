import { differenceOf } from '../merge/difference.ts';
import { alikePairs } from './alike-pairs.ts';

/** Indexes of a text in two lists. One of them is missing if only the other list has the text. */
export interface TextPair {
  before?: number;
  after?: number;
}

/** Pairs equal texts of two lists, and texts that are versions of each other. Keeps the order of both lists. */
export function pairTexts(before: readonly string[], after: readonly string[]): TextPair[] {
  return differenceOf(before, after).flatMap(({ isSame, before: [from, to], after: [otherFrom, otherTo] }) => {
    if (isSame) return Array.from({ length: to - from }, (_, index) => ({ before: from + index, after: otherFrom + index }));
    const pairs: TextPair[] = [];
    let [at, otherAt] = [from, otherFrom];
    const takeUnpaired = (end: number, otherEnd: number) => {
      for (; at < end; at++) pairs.push({ before: at });
      for (; otherAt < otherEnd; otherAt++) pairs.push({ after: otherAt });
    };
    for (const { one, other } of alikePairs(before.slice(from, to), after.slice(otherFrom, otherTo))) {
      takeUnpaired(from + one, otherFrom + other);
      pairs.push({ before: at++, after: otherAt++ });
    }
    takeUnpaired(to, otherTo);
    return pairs;
  });
}
