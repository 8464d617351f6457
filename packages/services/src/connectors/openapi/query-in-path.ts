import { wrong } from './files.ts';
import { nameOfPair } from './percent-encoding.ts';

/** A pair of the query, and the argument that it comes from. */
export interface QueryPair {
  pair: string;
  argument: string;
}

const template = /\{([^{}]+)\}/g;

/** The pairs in the path, filled in. A pair that a query parameter describes is left to that parameter. */
export function ownQuery(pairs: string[], inPath: ReadonlyMap<string, string>): string[] {
  return pairs.flatMap((pair) => {
    const filled = pair.replaceAll(template, (whole, name: string) => inPath.get(name) ?? whole);
    return filled.search(template) === -1 ? [filled] : [];
  });
}

/**
 * The pairs of parameters, without pairs that the path already has. The path's values belong to the operation, so another value is refused:
 * the mode of a tool is that of its own operation.
 */
export function besideOwn(pairs: string[], given: QueryPair[]): string[] {
  const fixed = new Map(pairs.filter((pair) => pair.search(template) === -1).map((pair) => [nameOfPair(pair), pair]));
  return given.flatMap(({ pair, argument }) => {
    const own = fixed.get(nameOfPair(pair));
    if (own === undefined) return [pair];
    if (decoded(own) === decoded(pair)) return [];
    throw wrong(`/${argument}`, `must be omitted or be ${JSON.stringify(own)}, as in the path of this operation`);
  });
}

/** Decodes a pair as a reader of the query does. */
function decoded(pair: string): string {
  return new URLSearchParams(pair).toString();
}
