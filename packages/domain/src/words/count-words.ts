import type { Foreign } from '../foreign.ts';
import { readWords } from './read-words.ts';

/** Maximum UTF-16 units of all different words of an item. Further words are not found: writing 5 MiB of them to the index takes a second. */
export const maxWordUnits = 1024 * 1024;

export interface WordCounts {
  /** Occurrences of each word. A word in the name counts twice. */
  counts: Map<string, number>;
  /** Total number of words. */
  length: number;
}

export interface CountedItem {
  name: Foreign;
  tags: readonly Foreign[];
  texts: readonly Foreign[];
}

/** Counts the words of an item: its name, its tags and its texts. */
export function countWords(item: CountedItem): WordCounts {
  const steps = countInSteps(item, Number.POSITIVE_INFINITY);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Counts words in steps of `atOnce` UTF-16 units, for texts of megabytes. The caller can let other work run between them. */
export function* countInSteps({ name, tags, texts }: CountedItem, atOnce: number): Generator<undefined, WordCounts> {
  const found = { counts: new Map<string, number>(), length: 0, units: 0 };
  countIn(found, name, 2);
  for (const tag of tags) countIn(found, tag, 1);
  for (const text of texts) {
    let at = 0;
    while (at < text.length) {
      at = countIn(found, text, 1, at, Math.min(text.length, at + atOnce));
      yield;
    }
  }
  return { counts: found.counts, length: found.length };
}

function countIn(found: WordCounts & { units: number }, text: string, times: number, from = 0, until: number = text.length): number {
  const { counts } = found;
  const add = (terms: readonly string[]) => {
    found.length++;
    for (const term of terms) {
      const count = counts.get(term);
      if (count === undefined) {
        if (found.units + term.length > maxWordUnits) continue;
        found.units += term.length;
      }
      counts.set(term, (count ?? 0) + times);
    }
  };
  return readWords(text, ({ terms }) => add(terms), from, until);
}
