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
  /** Number of the question's words in the item. `of` is the number that any candidate has. */
  has: number;
  of: number;
  score: number;
}

/**
 * BM25's constants: the saturation of repeated occurrences, and the penalty for long texts. The saturation is weaker than the usual 1.2,
 * because whole documents are ranked: those about a subject repeat its words, and others mention them once. // D23.13
 */
const k1 = 4;
const b = 0.75;

/** Maximum hits with fewer than half of the question's words. */
const maxDoubtful = 5;

/**
 * Ranks candidates, which come newest first. Puts the best match first, and newer of equal matches. Leaves out candidates with fewer than
 * half of the words that any candidate has. Those with fewer than half of all words are probably about something else, so only a few are
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
  // Texts may have been emptied after they were found.
  const usualLength = Math.max(1, median(candidates.map(({ length }) => length)));
  return candidates.map((candidate) => {
    const stretch = k1 * (1 - b + (b * candidate.length) / usualLength);
    const ofWord = known.map(
      (index, place) => (rarity[place]! * candidate.counts[index]! * (k1 + 1)) / (candidate.counts[index]! + stretch),
    );
    return { candidate, has: known.filter((index) => candidate.counts[index]! > 0).length, of: known.length, score: sum(ofWord) };
  });
}

/** Minimum share of words in a match: half, or a third of pairs, because the same words in another order have other pairs. */
function shareOf({ isPair }: QuestionWord): number {
  return isPair ? 1 / 3 : 1 / 2;
}

/**
 * Rarity of a word. Even a word that all candidates have carries meaning: they are candidates because they have it. `found` is zero if a
 * candidate got the word after the lookup.
 */
function rarityOf(found: number, candidates: number): number {
  return Math.log(1 + candidates / Math.max(1, found));
}

/** One book among the texts raises the mean, so that all others count as short. It does not raise the median. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)]!;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
