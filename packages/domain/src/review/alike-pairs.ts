/** Maximum comparisons in one place. Beyond it, nothing is paired. */
const maxComparisons = 400;
/** Maximum compared characters of a paragraph. */
const comparedCharacters = 1000;
/** Minimum likeness of two paragraphs that count as versions of each other. */
const minLikeness = 0.4;

/** Pairs paragraphs that are versions of each other. Keeps the order of both texts and maximizes the total likeness. */
export function alikePairs(before: readonly string[], after: readonly string[]): { one: number; other: number }[] {
  const [rows, columns] = [before.length, after.length];
  if (rows === 0 || columns === 0 || rows * columns > maxComparisons) return [];
  const [grams, otherGrams] = [before.map(gramsOf), after.map(gramsOf)];
  const likeness = grams.map((one) => otherGrams.map((other) => likenessOf(one, other)));
  const best: number[][] = Array.from({ length: rows + 1 }, () => Array<number>(columns + 1).fill(0));
  const bestAt = (row: number, column: number) => best[row]?.[column] ?? 0;
  const withPair = (row: number, column: number) => bestAt(row + 1, column + 1) + (likeness[row]?.[column] ?? 0);
  for (const [row, ofRow] of [...best.entries()].toReversed()) {
    for (let column = columns - 1; column >= 0 && row < rows; column--)
      ofRow[column] = Math.max(bestAt(row + 1, column), bestAt(row, column + 1), withPair(row, column));
  }
  const pairs: { one: number; other: number }[] = [];
  let [one, other] = [0, 0];
  while (one < rows && other < columns) {
    if ((likeness[one]?.[other] ?? 0) > 0 && withPair(one, other) === bestAt(one, other)) pairs.push({ one: one++, other: other++ });
    else if (bestAt(one + 1, other) >= bestAt(one, other + 1)) one++;
    else other++;
  }
  return pairs;
}

/** Counts of neighboring character pairs. Unlike words, they exist in every script. */
interface Grams {
  counts: Map<string, number>;
  total: number;
}

function gramsOf(text: string): Grams {
  const characters = [...text.slice(0, comparedCharacters).trim()];
  const counts = new Map<string, number>();
  for (let at = 0; at < characters.length; at++) {
    const gram = `${characters[at]}${characters[at + 1] ?? ''}`;
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return { counts, total: characters.length };
}

/** Computes the share of character pairs that both paragraphs have, from 0 to 1. Returns 0 below the minimum likeness. */
function likenessOf(one: Grams, other: Grams): number {
  let shared = 0;
  for (const [gram, count] of one.counts) shared += Math.min(count, other.counts.get(gram) ?? 0);
  const likeness = (2 * shared) / Math.max(one.total + other.total, 1);
  return likeness < minLikeness ? 0 : likeness;
}
