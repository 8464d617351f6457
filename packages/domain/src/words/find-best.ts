import { chooseCandidates, maxOfWord } from './choose-candidates.ts';
import type { WordCounts } from './count-words.ts';
import { rankCandidates } from './rank-candidates.ts';
import { readQuestion } from './read-question.ts';

export interface BestMatch {
  /** Place in the list. */
  index: number;
  has: number;
  of: number;
}

/** Answers a question from a list in memory, whose newest entry is the last, by the rules that find items. // D23.10 */
export function findBest(question: string, entries: readonly WordCounts[]): BestMatch[] {
  const { words } = readQuestion(question);
  const indexes = entries.map((_, index) => index).reverse();
  const having = (test: (counts: WordCounts['counts']) => boolean) =>
    indexes.filter((index) => test(entries[index]!.counts)).slice(0, maxOfWord);
  const ofWords = words.map(({ term }) => having((counts) => counts.has(term)));
  const ofAll = having((counts) => words.every(({ term }) => counts.has(term)));
  const candidates = chooseCandidates(ofAll, ofWords).map((index) => ({
    index,
    counts: words.map(({ term }) => entries[index]!.counts.get(term) ?? 0),
    length: entries[index]!.length,
  }));
  const found = ofWords.map(({ length }) => length);
  return rankCandidates(words, found, candidates).map(({ candidate, has, of }) => ({ index: candidate.index, has, of }));
}
