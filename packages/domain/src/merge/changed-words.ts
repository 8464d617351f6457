import { hunksOf } from './hunks.ts';
import { wordsOf } from './merge-texts.ts';

/** A piece of a text. `isChanged` is true if the other text lacks it at this place. */
export interface WordPiece {
  text: string;
  isChanged: boolean;
}

/** A piece of two texts in one: in both, or only in one of them. */
export interface MarkedPiece {
  text: string;
  change: 'none' | 'removed' | 'added';
}

/** Maximum differing words. Beyond it, the whole difference is one piece. */
const maxEdits = 400;

/** Splits two texts of one place into pieces that both share and pieces that only one has. */
export function changedWords(text: string, other: string): [WordPiece[], WordPiece[]] {
  const pieces = markedWords(text, other);
  const without = (left: MarkedPiece['change']) =>
    pieces.filter(({ change }) => change !== left).map(({ text, change }) => ({ text, isChanged: change !== 'none' }));
  return [without('added'), without('removed')];
}

/** Merges two texts of one place, word by word. Without the added pieces it is the first text, without the removed ones the second. */
export function markedWords(before: string, after: string): MarkedPiece[] {
  const [words, otherWords] = [wordsOf(before), wordsOf(after)];
  const end = { from: words.length, to: words.length, otherFrom: otherWords.length, otherTo: otherWords.length };
  const pieces: MarkedPiece[] = [];
  let at = 0;
  for (const { from, to, otherFrom, otherTo } of [...hunksOf(words, otherWords, maxEdits), end]) {
    pieces.push(
      { text: words.slice(at, from).join(''), change: 'none' },
      { text: words.slice(from, to).join(''), change: 'removed' },
      { text: otherWords.slice(otherFrom, otherTo).join(''), change: 'added' },
    );
    at = to;
  }
  return pieces.filter(({ text }) => text !== '');
}
