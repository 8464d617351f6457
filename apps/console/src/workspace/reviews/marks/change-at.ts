import { differenceOf, type Stretch } from '@gatehouse/domain/merge';

/** Word or sign with its place in a text. */
interface Token {
  text: string;
  start: number;
  end: number;
}

const tokenPattern = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(tokenPattern)].map(({ 0: found, index }) => ({ text: found, start: index, end: index + found.length }));

/** Change with its place in the source. */
interface Placed {
  id: string;
  place: Stretch;
}

/**
 * Returns a function that finds the change of a place in rendered text. Compares the words with those of the source, because the rendered
 * text has no markup.
 */
export function createChangeFinder(source: string, rendered: string, changes: readonly Placed[]): (at: number) => string | undefined {
  const [only, another] = changes;
  if (!another) return () => only?.id;
  const [written, shown] = [tokensOf(source), tokensOf(rendered)];
  const places: (number | undefined)[] = Array.from({ length: shown.length });
  const texts = (tokens: readonly Token[]) => tokens.map(({ text }) => text);
  for (const { isSame, before, after } of differenceOf(texts(written), texts(shown))) {
    if (!isSame) continue;
    for (let index = 0; index < after[1] - after[0]; index++) places[after[0] + index] = written[before[0] + index]?.start;
  }
  return (at) => {
    const index = firstEndingAfter(shown, at);
    const place = places.slice(index).find(isKnown) ?? places.slice(0, index).findLast(isKnown) ?? 0;
    return nearest(changes, place)?.id;
  };
}

const isKnown = (place: number | undefined) => place !== undefined;

function firstEndingAfter(tokens: readonly Token[], at: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function nearest(changes: readonly Placed[], at: number): Placed | undefined {
  const distance = ({ place: { from, to } }: Placed) => (at < from ? from - at : at >= to ? at - to + 1 : 0);
  return changes.reduce((best, change) => (distance(change) < distance(best) ? change : best), changes[0] as Placed);
}
