/** Maximum items for one word, and for all words together. */
export const maxOfWord = 200;
/** Maximum items in a ranking. */
export const maxCandidates = 1000;

/**
 * Chooses the items to rank: those with all words, then those with each word, rarest word first. Each list is newest first and has at most
 * `maxOfWord` items. Beyond that number all words are equally common, because a longer count would reveal how many hidden items have a
 * word. // D23.10
 */
export function chooseCandidates(ofAll: readonly number[], ofWords: readonly (readonly number[])[]): number[] {
  const chosen = new Set<number>(ofAll);
  const rarestFirst = ofWords.toSorted((left, right) => left.length - right.length);
  for (const ofWord of rarestFirst) {
    for (const item of ofWord) {
      if (chosen.size === maxCandidates) break;
      chosen.add(item);
    }
  }
  return [...chosen].sort((left, right) => right - left);
}
