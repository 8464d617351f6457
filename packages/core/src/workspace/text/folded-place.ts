import { foldLines } from '@gatehouse/storage';
import { searchText } from './search-text.ts';

/**
 * Pieces that fold independently: the next one begins with no mark, white space or jamo. Absurdly long runs of these are cut, because an
 * expression without a limit runs out of stack: there, the place is near the one that was found.
 */
const piece = /[\s\S]{1,2048}[\s\u0085\p{M}\u1100-\u11ff]{0,4096}/gu;
const unit = /[\s\u0085]{1,4096}|[\u1100-\u11ff]{1,4096}|\P{M}\p{M}{0,64}|\p{M}{1,64}/gu;

/** Finds `wanted`, a folded text, in a line. The place has whole characters with their marks, and whole runs of white space. */
export function placeOfFolded(line: string, wanted: string): { from: number; to: number } {
  const at = searchText(foldLines(line), wanted).next();
  const end = at + wanted.length;
  // Folding keeps the length of most lines.
  if (foldLines(line.slice(at, end)) === wanted) return { from: at, to: end };
  return { from: characterAt(line, at).start, to: characterAt(line, end - 1).end };
}

/** The character of a text that folds to the UTF-16 unit at `index`. */
function characterAt(text: string, index: number): { start: number; end: number } {
  const inPiece = partAt(text, piece, { index, start: 0 });
  const inUnit = partAt(inPiece.text, unit, { index: index - inPiece.folded, start: inPiece.start });
  return { start: inUnit.start, end: inUnit.start + inUnit.text.length };
}

function partAt(text: string, parts: RegExp, { index, start }: { index: number; start: number }) {
  let folded = 0;
  let last = { text, start, folded };
  for (const { 0: part, index: at } of text.matchAll(parts)) {
    last = { text: part, start: start + at, folded };
    folded += foldLines(part).length;
    if (folded > index) break;
  }
  return last;
}
