import type { Foreign } from '../foreign.ts';
import { readWords } from './read-words.ts';

export interface DensestPlace {
  /** Index in the text, in UTF-16 units. */
  start: number;
  end: number;
  /** Positions of the question's words within the place. */
  marks: { start: number; end: number }[];
}

/** Finds the place of at most `width` UTF-16 units with most of the words; of equal places, the first. Undefined if the text has none. */
export function densestPlace(text: Foreign, terms: ReadonlySet<string>, width: number): DensestPlace | undefined {
  const marks: { start: number; end: number; term: string }[] = [];
  readWords(text, (word) => {
    const term = word.terms.find((term) => terms.has(term));
    if (term !== undefined) marks.push({ start: word.start, end: word.end, term });
  });
  const inside = new Map<string, number>();
  let best: { from: number; to: number; distinct: number } | undefined;
  let from = 0;
  for (const [to, mark] of marks.entries()) {
    inside.set(mark.term, (inside.get(mark.term) ?? 0) + 1);
    while (mark.end - marks[from]!.start > width && from < to) {
      const left = marks[from++]!.term;
      const times = inside.get(left)! - 1;
      if (times === 0) inside.delete(left);
      else inside.set(left, times);
    }
    const isBetter =
      best === undefined || inside.size > best.distinct || (inside.size === best.distinct && to - from > best.to - best.from);
    if (isBetter) best = { from, to, distinct: inside.size };
  }
  if (best === undefined) return undefined;
  const chosen = marks.slice(best.from, best.to + 1);
  return { start: chosen[0]!.start, end: chosen.at(-1)!.end, marks: chosen.map(({ start, end }) => ({ start, end })) };
}
