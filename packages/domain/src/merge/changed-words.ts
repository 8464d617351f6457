import { hunksOf } from './hunks.ts';
import { wordsOf } from './merge-texts.ts';

/** A piece of a text. `isChanged` is true if the other text lacks it at this place. */
export interface WordPiece {
  text: string;
  isChanged: boolean;
}

/** Maximum differing words. Beyond it, the whole difference is one piece. */
const maxEdits = 400;

/** Splits two texts of one place into pieces that both share and pieces that only one has. */
export function changedWords(text: string, other: string): [WordPiece[], WordPiece[]] {
  const words = wordsOf(text);
  const otherWords = wordsOf(other);
  const hunks = hunksOf(words, otherWords, maxEdits);
  return [
    piecesOf(
      words,
      hunks.map(({ from, to }) => [from, to]),
    ),
    piecesOf(
      otherWords,
      hunks.map(({ otherFrom, otherTo }) => [otherFrom, otherTo]),
    ),
  ];
}

function piecesOf(words: readonly string[], changed: readonly [from: number, to: number][]): WordPiece[] {
  const pieces: WordPiece[] = [];
  let at = 0;
  for (const [from, to] of [...changed, [words.length, words.length] as const]) {
    pieces.push({ text: words.slice(at, from).join(''), isChanged: false }, { text: words.slice(from, to).join(''), isChanged: true });
    at = to;
  }
  return pieces.filter(({ text }) => text !== '');
}
