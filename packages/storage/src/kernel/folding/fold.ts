import type { Foreign } from '@gatehouse/domain';
import { caseFoldingRuns } from './case-folding-data.ts';

/** Folds a text for comparing titles, tags and bodies: NFC, simple case folding, and every run of white space as one space. // D23 */
export function foldText(text: Foreign): string {
  return joinRuns(foldCase(toNfc(text)), uncollapsedSpace);
}

/** Folds each line of a text as `foldText` does. Keeps every `\n`; a `\r` before it belongs to the line ending. // D22 */
export function foldLines(text: string): string {
  return joinRuns(foldCase(toNfc(text.replaceAll('\r\n', '\n'))), uncollapsedLineSpace);
}

/** Makes one space of every run of white space within a line. */
export function joinSpaces(text: string): string {
  return joinRuns(text, uncollapsedLineSpace);
}

/** Makes one space of each run. The expressions match a part of a very long run, so several spaces of it can remain at first. */
function joinRuns(text: string, spaces: RegExp): string {
  let joined = text.replace(spaces, ' ');
  while (joined.includes('  ')) joined = joined.replace(spaces, ' ');
  return joined;
}

/** Folds a query of a person or an agent like `foldText`, and trims it. */
export function foldQuery(text: Foreign): string {
  return foldText(text).trim();
}

/** Simple case folding alone. It keeps the length in UTF-16 units, so an index in the result is an index in `text`. */
export function foldCase(text: Foreign): string {
  if (isAscii(text)) return text.toLowerCase();
  const bytes = Buffer.from(text, 'utf16le');
  foldUnits(new Uint16Array(bytes.buffer, bytes.byteOffset, text.length));
  return bytes.toString('utf16le');
}

/** NFC in linear time: `normalize` is quadratic in a run of combining marks, so absurdly long runs are composed in pieces. */
export function toNfc(text: Foreign): string {
  if (isAscii(text)) return text;
  if (!hasLongRunOfMarks(text)) return text.normalize('NFC');
  return [...piecesWithFewMarks(text)].map((piece) => piece.normalize('NFC')).join('');
}

// White space is what `trim` removes (JavaScript's \s, with U+FEFF) and U+0085, which Unicode's White_Space adds.
// Repetitions have a limit. Without one, they run out of stack at 10 MiB: always for some sets of characters, and for all once V8 has
// compiled so many expressions that it no longer optimizes them.
const uncollapsedSpace = /(?: [\s\u0085]|[^\S ]|\u0085)[\s\u0085]{0,4095}/g;
const otherLineSpace = '\\t\\v\\f\\r\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const uncollapsedLineSpace = new RegExp(`(?: [ ${otherLineSpace}]|[${otherLineSpace}])[ ${otherLineSpace}]{0,4095}`, 'g');
const markRun = 64;
const marksFromHere = new RegExp(`\\p{M}{${markRun}}`, 'uy');
const marksAnywhere = new RegExp(`\\p{M}{${markRun}}`, 'gu');
const { foldedUnit, foldedAstral, lastAstral } = readRuns(caseFoldingRuns);

/** Cuts a text after every 64 marks in a row. No expression here repeats without a limit: at 10 MiB, it would run out of stack. */
function* piecesWithFewMarks(text: string): Generator<string> {
  let start = 0;
  for (const { 0: marks, index } of text.matchAll(marksAnywhere)) {
    yield text.slice(start, index + marks.length);
    start = index + marks.length;
  }
  yield text.slice(start);
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function foldUnits(units: Uint16Array): void {
  for (let at = 0; at < units.length; at++) {
    const unit = units[at]!;
    if ((unit & 0xfc00) !== 0xd800) units[at] = foldedUnit[unit]!;
    else at = foldPair(units, at);
  }
}

/** Folds the pair at `at` and returns its last index. Only its second half ever changes. */
function foldPair(units: Uint16Array, at: number): number {
  const low = units[at + 1] ?? 0;
  if ((low & 0xfc00) !== 0xdc00) return at;
  const codePoint = ((units[at]! & 0x3ff) << 10) + (low & 0x3ff) + 0x10000;
  if (codePoint <= lastAstral) units[at + 1] = ((foldedAstral.get(codePoint) ?? codePoint) & 0x3ff) | 0xdc00;
  return at + 1;
}

/** Finds long runs of marks. It checks only every 64th unit: a harmful run covers one of them and has 64 marks after it. */
function hasLongRunOfMarks(text: string): boolean {
  for (let at = 0; at < text.length; at += markRun) {
    marksFromHere.lastIndex = at;
    if (text.charCodeAt(at) >= 0x300 && marksFromHere.test(text)) return true;
  }
  return false;
}

function readRuns(runs: string) {
  const foldedUnit = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit);
  const foldedAstral = new Map<number, number>();
  for (const [, first, last, step, direction, distance] of runs.matchAll(/(?<![\da-f])([\da-f]+)(?:-([\da-f]+))?(\/2)?([<>])([\da-f]+)/g)) {
    const shift = Number.parseInt(distance!, 16) * (direction === '<' ? -1 : 1);
    const end = Number.parseInt(last ?? first!, 16);
    for (let from = Number.parseInt(first!, 16); from <= end; from += step ? 2 : 1) {
      if (from <= 0xffff) foldedUnit[from] = from + shift;
      else foldedAstral.set(from, from + shift);
    }
  }
  return { foldedUnit, foldedAstral, lastAstral: Math.max(...foldedAstral.keys()) };
}
