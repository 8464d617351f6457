import type { Foreign } from '@gatehouse/domain';
/** Steps through the places where `wanted` stands in a text. */
export interface TextSearch {
  /** The index of the next occurrence (it may overlap the one before), or -1. */
  next(): number;
  /** Goes on at `index`, which must not lie before the end of the last occurrence. */
  skipTo(index: number): void;
}

/** What a `\n` of the wanted text stands for: itself, or also the `\r\n` of a text. */
export type Endings = 'exact' | 'any';

export interface Place {
  start: number;
  end: number;
}

// Enough to let the engine's own search do the usual work, short enough to cost little where it nearly matches everywhere.
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

/** How often `wanted` (not empty) occurs, overlapping occurrences included, and the first `keep` of the places. */
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
  /** Where the next occurrence ends, or -1. */
  nextEnd(): number;
  skipTo(index: number): void;
}

/**
 * Knuth, Morris and Pratt: `indexOf` and RegExp take length × length steps on texts such as `aaaa…`, which would stop the whole process
 * at 10 MiB. With any endings, the `\r` of a `\r\n` is passed over where the text is looked at, so that no other text has to be made.
 */
function createMatcher(text: string, wanted: string, endings: Endings): Matcher {
  const units = Uint16Array.from({ length: wanted.length }, (_, index) => wanted.charCodeAt(index));
  const borders = borderLengths(units);
  const head = endings === 'exact' ? wanted.slice(0, headLength) : lineHead(wanted);
  const isAny = endings === 'any';
  const { length } = text;
  /** Where it goes on, and how much of the wanted text stands right before that. */
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

/** What `wanted` begins with, up to where an ending may be written in two ways. */
function lineHead(wanted: string): string {
  return /^[^\r\n]*/.exec(wanted.slice(0, headLength))?.[0] ?? '';
}

/** Where the occurrence of so many units begins that ends here, each `\r\n` being one of them. */
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

/** How many of the units are matched once `unit` follows `matched` of them. */
function extend(units: Uint16Array, borders: Int32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && units[length] !== unit) length = borders[length - 1]!;
  return units[length] === unit ? length + 1 : length;
}
