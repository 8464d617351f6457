import { differenceOf, type Stretch } from '../text/difference.ts';

/** A piece of a text, and whether the other text has it at this place. */
export interface Piece {
  text: string;
  isChanged: boolean;
}

/**
 * What stands at one place of both texts: lines that are the same, a number of such lines that are not shown, or what became of some
 * lines. `before` and `after` are the numbers of their first lines, from 1.
 */
export interface Part {
  kind: 'same' | 'skipped' | 'changed';
  before: number;
  after: number;
  lines: number;
  text: string;
  removed: Piece[];
  added: Piece[];
  /** Only the beginning of what changed is shown. */
  isClipped: boolean;
}

/** Lines that are shown on either side of a change. */
const contextLines = 3;
/** Characters that are shown of each side of a change. */
const mostShown = 16_384;
/** Words of one change, both sides: more are told as changed as a whole. */
const mostWords = 2000;

export interface PartsPage {
  parts: Part[];
  /** Where to go on; undefined at the end. */
  next: number | undefined;
}

/** What is different, by lines and within them by words, with the lines around it: from a place in the list on, until it is `mostBytes` long. */
export function differentParts(before: string, after: string, from: number, mostBytes: number): PartsPage {
  const [lines, otherLines] = [linesOf(before), linesOf(after)];
  const places = differenceOf(lines, otherLines).flatMap(placesOf);
  const parts: Part[] = [];
  let bytes = 0;
  for (let index = from; index < places.length; index++) {
    const part = partAt(places[index] as Place, lines, otherLines);
    bytes += Buffer.byteLength(JSON.stringify(part));
    if (bytes > mostBytes && parts.length > 0) return { parts, next: index };
    parts.push(part);
  }
  return { parts, next: undefined };
}

/** With their endings: another ending is a difference. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

interface Place {
  kind: Part['kind'];
  before: [start: number, end: number];
  after: [start: number, end: number];
}

/** Of what is the same, the lines next to a change are shown. */
function placesOf({ isSame, before, after }: Stretch, index: number, all: readonly Stretch[]): Place[] {
  if (!isSame) return [{ kind: 'changed', before, after }];
  const size = before[1] - before[0];
  const shownFirst = index === 0 ? 0 : contextLines;
  const shownLast = index === all.length - 1 ? 0 : contextLines;
  if (size <= shownFirst + shownLast) return [{ kind: 'same', before, after }];
  const cut = (kind: Place['kind'], from: number, to: number): Place[] =>
    from === to ? [] : [{ kind, before: [before[0] + from, before[0] + to], after: [after[0] + from, after[0] + to] }];
  return [...cut('same', 0, shownFirst), ...cut('skipped', shownFirst, size - shownLast), ...cut('same', size - shownLast, size)];
}

function partAt({ kind, before, after }: Place, lines: readonly string[], otherLines: readonly string[]): Part {
  const part: Part = {
    kind,
    before: before[0] + 1,
    after: after[0] + 1,
    lines: before[1] - before[0],
    text: kind === 'same' ? lines.slice(...before).join('') : '',
    removed: [],
    added: [],
    isClipped: false,
  };
  if (kind !== 'changed') return part;
  const [removed, added] = [clip(lines.slice(...before).join('')), clip(otherLines.slice(...after).join(''))];
  return { ...part, ...changedWords(removed.text, added.text), isClipped: removed.isClipped || added.isClipped };
}

/** What a line too long for the answer would do to it, the middle of a pair of surrogates must not. */
function clip(text: string): { text: string; isClipped: boolean } {
  if (text.length <= mostShown) return { text, isClipped: false };
  const clipped = text.slice(0, mostShown);
  return { text: clipped.isWellFormed() ? clipped : clipped.slice(0, -1), isClipped: true };
}

function changedWords(removed: string, added: string): Pick<Part, 'removed' | 'added'> {
  const [words, otherWords] = [wordsOf(removed), wordsOf(added)];
  const isWhole = words.length === 0 || otherWords.length === 0 || words.length + otherWords.length > mostWords;
  if (isWhole) return { removed: piecesOf([[removed, true]]), added: piecesOf([[added, true]]) };
  const stretches = differenceOf(words, otherWords);
  return {
    removed: piecesOf(stretches.map(({ isSame, before }) => [words.slice(...before).join(''), !isSame])),
    added: piecesOf(stretches.map(({ isSame, after }) => [otherWords.slice(...after).join(''), !isSame])),
  };
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
}

function piecesOf(texts: [text: string, isChanged: boolean][]): Piece[] {
  return texts.filter(([text]) => text !== '').map(([text, isChanged]) => ({ text, isChanged }));
}
