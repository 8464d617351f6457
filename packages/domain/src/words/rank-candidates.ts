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

/** Maximum hits for a question if no candidate has most of its words. */
const maxDoubtful = 5;

/**
 * Ranks candidates, given newest first: the best match first, and the newest of equal ones. Leaves out candidates with less than half of
 * the words that any candidate has. If the candidates together lack most of the question's words, it is probably about something else, and
 * only the best few are returned. `found` is the number of items with each word. // D23.10
 */
export function rankCandidates<Found extends Candidate>(
  words: readonly QuestionWord[],
  found: readonly number[],
  candidates: readonly Found[],
): Ranked<Found>[] {
  const known = words.filter((_, index) => candidates.some(({ counts }) => counts[index]! > 0));
  const needed = sum(known.map(shareOf));
  const ranked = scoreCandidates(found, candidates)
    .filter(({ has }) => has > 0 && has >= needed)
    .sort((left, right) => right.score - left.score);
  return known.length < sum(words.map(shareOf)) ? ranked.slice(0, maxDoubtful) : ranked;
}

/** Scores candidates by BM25, in the order given. `found` is the number of items with each word. */
export function scoreCandidates<Found extends Candidate>(found: readonly number[], candidates: readonly Found[]): Ranked<Found>[] {
  const known = found.map((_, index) => index).filter((index) => candidates.some(({ counts }) => counts[index]! > 0));
  const rarity = known.map((index) => rarityOf(found[index]!, candidates.length));
  const meanLength = sum(candidates.map(({ length }) => length)) / candidates.length;
  return candidates.map((candidate) => {
    const stretch = k1 * (1 - b + (b * candidate.length) / meanLength);
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

/** Rarity of a word. It is always positive: even a word of all items carries some meaning. */
function rarityOf(found: number, candidates: number): number {
  return Math.log(1 + (Math.max(0, candidates - found) + 0.5) / (found + 0.5));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
