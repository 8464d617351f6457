import type { Foreign } from '@gatehouse/domain';
/** Steps through the places of `wanted` in a text. */
export interface TextSearch {
  /** The index of the next occurrence (it may overlap the one before), or -1. */
  next(): number;
  /** Goes on at `index`, which must not be before the end of the last occurrence. */
  skipTo(index: number): void;
}

/** Meaning of a `\n` in the wanted text: itself, or also the `\r\n` of a text. */
export type Endings = 'exact' | 'any';

export interface Place {
  start: number;
  end: number;
}

// Long enough for the engine's own search to do the usual work, short enough to be cheap if it matches nearly everywhere.
const headLength = 4;
const carriageReturn = 13;
const newline = 10;

/** Exact search, in linear time whatever the texts. */
export function searchText(text: Foreign, wanted: string): TextSearch {
  const matcher = createMatcher(text, wanted, 'exact');
  return {
    next() {
      const end = matcher.nextEnd();
      return end === -1 ? -1 : end - wanted.length;
    },
    skipTo: matcher.skipTo,
  };
}

/** Number of occurrences of `wanted` (not empty), overlapping ones included, and the first `keep` places. */
export function findOccurrences(text: string, wanted: string, keep: number, endings: Endings = 'exact'): { count: number; first: Place[] } {
  const matcher = createMatcher(text, wanted, endings);
  const first: Place[] = [];
  let count = 0;
  for (let end = matcher.nextEnd(); end !== -1; end = matcher.nextEnd()) {
    count++;
    if (first.length < keep) first.push({ start: endings === 'exact' ? end - wanted.length : startBefore(text, end, wanted.length), end });
  }
  return { count, first };
}

interface Matcher {
  /** End of the next occurrence, or -1. */
  nextEnd(): number;
  skipTo(index: number): void;
}

/**
 * Knuth, Morris and Pratt. `indexOf` and RegExp take length × length steps on texts such as `aaaa…`, which would block the process at 10
 * MiB. With any endings, it skips the `\r` of a `\r\n` while reading, so that no copy of the text is needed.
 */
function createMatcher(text: string, wanted: string, endings: Endings): Matcher {
  const units = Uint16Array.from({ length: wanted.length }, (_, index) => wanted.charCodeAt(index));
  const borders = borderLengths(units);
  const head = endings === 'exact' ? wanted.slice(0, headLength) : lineHead(wanted);
  const isAny = endings === 'any';
  const { length } = text;
  /** Next position, and the length of the match that ends right before it. */
  const reached = { at: 0, matched: 0 };

  function nextEnd(): number {
    // In variables of its own: this loop is all that the search of a text costs.
    let { at, matched } = reached;
    while (at < length) {
      if (matched === 0 && head !== '') {
        const start = text.indexOf(head, at);
        if (start === -1) break;
        at = start + head.length;
        matched = head.length;
      } else {
        const unit = text.charCodeAt(at++);
        if (isAny && unit === carriageReturn && text.charCodeAt(at) === newline) continue;
        matched = extend(units, borders, matched, unit);
      }
      if (matched === units.length) {
        reached.at = at;
        reached.matched = borders[matched - 1]!;
        return at;
      }
    }
    reached.at = length;
    return -1;
  }

  return {
    nextEnd,
    skipTo(index) {
      reached.at = index;
      reached.matched = 0;
    },
  };
}

/** Beginning of `wanted`, up to the first line ending. */
function lineHead(wanted: string): string {
  return /^[^\r\n]*/.exec(wanted.slice(0, headLength))?.[0] ?? '';
}

/** Beginning of an occurrence that ends here and has this many units. A `\r\n` counts as one unit. */
function startBefore(text: string, end: number, units: number): number {
  let at = end;
  for (let left = units; left > 0; left--) {
    at--;
    if (text.charCodeAt(at) === newline && text.charCodeAt(at - 1) === carriageReturn) at--;
  }
  return at;
}

/** For every beginning of the units: the length of the longest shorter beginning that it also ends with. */
function borderLengths(units: Uint16Array): Int32Array {
  const borders = new Int32Array(units.length);
  for (let at = 1; at < units.length; at++) borders[at] = extend(units, borders, borders[at - 1]!, units[at]!);
  return borders;
}

/** Returns the number of matched units after `unit` follows `matched` units. */
function extend(units: Uint16Array, borders: Int32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && units[length] !== unit) length = borders[length - 1]!;
  return units[length] === unit ? length + 1 : length;
}
