import type { QuestionWord } from './read-question.ts';

/** An item that has at least one word of the question. */
export interface Candidate {
  /** Occurrences of each word of the question, in the order of the question. */
  counts: readonly number[];
  /** Total number of words. */
  length: number;
}

export interface Ranked<Found> {
  candidate: Found;
  /** Number of the question's words in the item, out of those that any candidate has. */
  has: number;
  of: number;
  score: number;
}

/** BM25's usual constants: the saturation of repeated occurrences, and the penalty for long texts. */
const k1 = 1.2;
const b = 0.75;

/** Maximum hits that have less than half of all words of the question. */
const maxDoubtful = 5;

/**
 * Ranks candidates, given newest first: the best match first, and the newest of equal ones. Leaves out candidates with less than half of
 * the words that any candidate has. Those with less than half of all words are probably about something else, and only the best few are
 * returned. `found` is the number of items with each word. // D23.12
 */
export function rankCandidates<Found extends Candidate>(
  words: readonly QuestionWord[],
  found: readonly number[],
  candidates: readonly Found[],
): Ranked<Found>[] {
  const known = words.filter((_, index) => candidates.some(({ counts }) => counts[index]! > 0));
  const needed = sum(known.map(shareOf));
  const convincing = sum(words.map(shareOf));
  return scoreCandidates(found, candidates)
    .filter(({ has }) => has > 0 && has >= needed)
    .sort((left, right) => right.score - left.score)
    .filter(({ has }, place) => place < maxDoubtful || has >= convincing);
}

/** Scores candidates by BM25, in the order given. `found` is the number of items with each word. */
export function scoreCandidates<Found extends Candidate>(found: readonly number[], candidates: readonly Found[]): Ranked<Found>[] {
  const known = found.map((_, index) => index).filter((index) => candidates.some(({ counts }) => counts[index]! > 0));
  const rarity = known.map((index) => rarityOf(found[index]!, candidates.length));
  // Texts can have been emptied since they were found.
  const usualLength = Math.max(1, median(candidates.map(({ length }) => length)));
  return candidates.map((candidate) => {
    const stretch = k1 * (1 - b + (b * candidate.length) / usualLength);
    const ofWord = known.map(
      (index, place) => (rarity[place]! * candidate.counts[index]! * (k1 + 1)) / (candidate.counts[index]! + stretch),
    );
    return { candidate, has: known.filter((index) => candidate.counts[index]! > 0).length, of: known.length, score: sum(ofWord) };
  });
}

/** Share of a word that a match needs: half of the words, but a third of the pairs. Two words in another order share fewer pairs. */
function shareOf({ isPair }: QuestionWord): number {
  return isPair ? 1 / 3 : 1 / 2;
}

/**
 * Rarity of a word. Even a word of all candidates carries meaning: they are candidates because they have it, and other items may not. A
 * candidate that changed after its words were looked up can have one that was not found.
 */
function rarityOf(found: number, candidates: number): number {
  return Math.log(1 + candidates / Math.max(1, found));
}

/** Unlike the mean, it stays the same beside one book: compared with a mean that a book raised, all other texts are short. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)]!;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
