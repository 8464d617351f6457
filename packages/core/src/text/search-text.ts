/** Steps through the places where `wanted` stands in a text. */
export interface TextSearch {
  /** The index of the next occurrence (it may overlap the one before), or -1. */
  next(): number;
  /** Goes on at `index`, which must not lie before the end of the last occurrence. */
  skipTo(index: number): void;
}

// Enough to let the engine's own search do the usual work, short enough to cost little where it nearly matches everywhere.
const headLength = 4;

/**
 * Exact search in linear time whatever the texts (Knuth, Morris and Pratt): `indexOf` and RegExp take
 * length × length steps on texts such as `aaaa…`, which would stop the whole process at 10 MiB.
 */
export function searchText(text: string, wanted: string): TextSearch {
  const borders = borderLengths(wanted);
  const head = wanted.slice(0, headLength);
  let at = 0;
  let matched = 0;

  function next(): number {
    while (at < text.length) {
      if (matched === 0) {
        const start = text.indexOf(head, at);
        if (start === -1) break;
        at = start + head.length;
        matched = head.length;
      } else {
        matched = extend(wanted, borders, matched, text.charCodeAt(at));
        at++;
      }
      if (matched === wanted.length) {
        matched = borders[matched - 1]!;
        return at - wanted.length;
      }
    }
    at = text.length;
    return -1;
  }

  function skipTo(index: number): void {
    at = index;
    matched = 0;
  }

  return { next, skipTo };
}

/** How often `wanted` (not empty) occurs, overlapping occurrences included, and where the first `keep` of them begin. */
export function findOccurrences(text: string, wanted: string, keep: number): { count: number; first: number[] } {
  const search = searchText(text, wanted);
  const first: number[] = [];
  let count = 0;
  for (let at = search.next(); at !== -1; at = search.next()) {
    count++;
    if (first.length < keep) first.push(at);
  }
  return { count, first };
}

/** For every beginning of `wanted`: the length of the longest shorter beginning that it also ends with. */
function borderLengths(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length);
  for (let at = 1; at < wanted.length; at++) borders[at] = extend(wanted, borders, borders[at - 1]!, wanted.charCodeAt(at));
  return borders;
}

/** How much of `wanted` is matched once `unit` follows `matched` units of it. */
function extend(wanted: string, borders: Int32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && wanted.charCodeAt(length) !== unit) length = borders[length - 1]!;
  return wanted.charCodeAt(length) === unit ? length + 1 : length;
}
