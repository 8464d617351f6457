import { type ComparedStretch, differenceOf, linesOf } from '@gatehouse/domain/merge';
import { countLines } from '@gatehouse/storage';

/** A piece of a text, and whether the other text has it at this place. */
export interface Piece {
  text: string;
  isChanged: boolean;
}

/**
 * Part of a difference: equal lines, a number of equal lines that are left out, or changed lines. `before` and `after` are the numbers of
 * their first lines, from 1.
 */
export interface Part {
  kind: 'same' | 'skipped' | 'changed';
  before: number;
  after: number;
  lines: number;
  text: string;
  removed: Piece[];
  added: Piece[];
  /** True if only the beginning of the change is shown. */
  isClipped: boolean;
}

/** Lines that are shown on either side of a change. */
const contextLines = 3;
/** Characters that are shown of each side of a change. */
const maxShown = 16_384;
/** Maximum words of one change on both sides. More are reported as changed as a whole. */
const maxWords = 2000;

export interface PartsPage {
  parts: Part[];
  /** Position after this page. Undefined at the end. */
  next: number | undefined;
}

/** Differences by lines and, within them, by words, with the lines around them. Begins at a place in the list and ends after `maxBytes`. */
export function differentParts(before: string, after: string, from: number, maxBytes: number): PartsPage {
  const ends = equalEnds(before, after);
  const [lines = [], otherLines = []] = [before, after].map((text) => linesOf(text.slice(ends.start, text.length - ends.hidden)));
  const compared = (all: readonly string[]) => all.slice(0, all.length - ends.shownLines);
  const places = wholeStretches(differenceOf(compared(lines), compared(otherLines)), ends).flatMap(placesOf);
  const parts: Part[] = [];
  let bytes = 0;
  for (let index = from; index < places.length; index++) {
    const part = partAt(places[index] as Place, { lines, otherLines, skipped: ends.startLines });
    bytes += Buffer.byteLength(JSON.stringify(part));
    if (bytes > maxBytes && parts.length > 0) return { parts, next: index };
    parts.push(part);
  }
  return { parts, next: undefined };
}

/** Equal beginnings and ends of both texts, which are not compared. */
interface EqualEnds {
  /** Characters, and the lines in them. */
  start: number;
  startLines: number;
  endLines: number;
  /** Lines at the end that can be shown, and the characters after them. */
  shownLines: number;
  hidden: number;
}

/** Most changes are small, so equal beginnings and ends are found first, except for the lines next to them. */
function equalEnds(before: string, after: string): EqualEnds {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  for (let lines = 0; lines <= contextLines; lines++) start = start < 2 ? 0 : before.lastIndexOf('\n', start - 2) + 1;
  let end = 0;
  while (end < most - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
  end = withoutLines(before, end, contextLines + 1);
  const hidden = withoutLines(before, end, contextLines);
  const endLines = countLines(before.slice(before.length - end));
  const shownLines = endLines - countLines(before.slice(before.length - hidden));
  return { start, startLines: countLines(before.slice(0, start)), endLines, shownLines, hidden };
}

/** Number of characters in the end of a text without its first lines. */
function withoutLines(text: string, end: number, lines: number): number {
  let left = end;
  for (let line = 0; line < lines && left > 0; line++) {
    const ending = text.indexOf('\n', text.length - left);
    left = ending < 0 ? 0 : text.length - 1 - ending;
  }
  return left;
}

/** Adds the equal lines at both ends. The lines at the start of the compared part are next to equal lines. */
function wholeStretches(stretches: ComparedStretch[], { startLines, endLines }: EqualEnds): ComparedStretch[] {
  for (const lines of stretches.flatMap(({ before, after }) => [before, after])) {
    lines[0] += startLines;
    lines[1] += startLines;
  }
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last) return stretches;
  for (const lines of [first.before, first.after]) lines[0] = 0;
  if (endLines === 0) return stretches;
  const end: ComparedStretch = {
    isSame: true,
    before: [last.before[1], last.before[1] + endLines],
    after: [last.after[1], last.after[1] + endLines],
  };
  if (!last.isSame) return [...stretches, end];
  last.before[1] = end.before[1];
  last.after[1] = end.after[1];
  return stretches;
}

interface Place {
  kind: Part['kind'];
  before: [start: number, end: number];
  after: [start: number, end: number];
}

/** Shows equal lines only next to a change. */
function placesOf({ isSame, before, after }: ComparedStretch, index: number, all: readonly ComparedStretch[]): Place[] {
  if (!isSame) return [{ kind: 'changed', before, after }];
  const size = before[1] - before[0];
  const shownFirst = index === 0 ? 0 : contextLines;
  const shownLast = index === all.length - 1 ? 0 : contextLines;
  if (size <= shownFirst + shownLast) return [{ kind: 'same', before, after }];
  const cut = (kind: Place['kind'], from: number, to: number): Place[] =>
    from === to ? [] : [{ kind, before: [before[0] + from, before[0] + to], after: [after[0] + from, after[0] + to] }];
  return [...cut('same', 0, shownFirst), ...cut('skipped', shownFirst, size - shownLast), ...cut('same', size - shownLast, size)];
}

/** Lines of both texts from `skipped` on. Earlier lines are equal and left out. */
interface Lines {
  lines: readonly string[];
  otherLines: readonly string[];
  skipped: number;
}

function partAt({ kind, before, after }: Place, { lines, otherLines, skipped }: Lines): Part {
  const textOf = (all: readonly string[], [start, end]: [number, number]) => all.slice(start - skipped, end - skipped).join('');
  const part: Part = {
    kind,
    before: before[0] + 1,
    after: after[0] + 1,
    lines: before[1] - before[0],
    text: kind === 'same' ? textOf(lines, before) : '',
    removed: [],
    added: [],
    isClipped: false,
  };
  if (kind !== 'changed') return part;
  const [removed, added] = [clip(textOf(lines, before)), clip(textOf(otherLines, after))];
  return { ...part, ...changedWords(removed.text, added.text), isClipped: removed.isClipped || added.isClipped };
}

/** Cuts a line that is too long for the answer, never within a surrogate pair. */
function clip(text: string): { text: string; isClipped: boolean } {
  if (text.length <= maxShown) return { text, isClipped: false };
  const clipped = text.slice(0, maxShown);
  return { text: clipped.isWellFormed() ? clipped : clipped.slice(0, -1), isClipped: true };
}

function changedWords(removed: string, added: string): Pick<Part, 'removed' | 'added'> {
  const [words, otherWords] = [wordsOf(removed), wordsOf(added)];
  const isWhole = words.length === 0 || otherWords.length === 0 || words.length + otherWords.length > maxWords;
  if (isWhole) return { removed: piecesOf([[removed, true]]), added: piecesOf([[added, true]]) };
  const stretches = differenceOf(words, otherWords);
  return {
    removed: piecesOf(stretches.map(({ isSame, before }) => [words.slice(...before).join(''), !isSame])),
    added: piecesOf(stretches.map(({ isSame, after }) => [otherWords.slice(...after).join(''), !isSame])),
  };
}

/** Words and spaces. Longer ones are cut, because an expression without a limit runs out of stack at 10 MiB. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]{1,4096}|\s{1,4096}|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
}

function piecesOf(texts: [text: string, isChanged: boolean][]): Piece[] {
  return texts.filter(([text]) => text !== '').map(([text, isChanged]) => ({ text, isChanged }));
}
