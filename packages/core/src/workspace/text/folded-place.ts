import { foldLines } from '@gatehouse/storage';
import { searchText } from './search-text.ts';

/** Pieces that fold independently: the next one begins with no mark, white space or jamo. */
const piece = /[\s\S]{1,2048}[\s\u0085\p{M}\u1100-\u11ff]*/gu;
const unit = /[\s\u0085]+|[\u1100-\u11ff]+|\P{M}\p{M}*|\p{M}+/gu;

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
