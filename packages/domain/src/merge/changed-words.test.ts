import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedWords, type WordPiece } from './changed-words.ts';

const marked = (pieces: WordPiece[]) => pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

it('marks words that only one of two texts has', () => {
  const [now, before] = changedWords('The lead is answerable for leave.', 'The lead is responsible for all leave.');
  expect([marked(now), marked(before)]).toEqual(['The lead is [answerable] for leave.', 'The lead is [responsible] for[ all] leave.']);
});

it('marks a whole text if the other one is empty, and nothing if both are equal', () => {
  expect(changedWords('a b', '')).toEqual([[{ text: 'a b', isChanged: true }], []]);
  expect(changedWords('a b', 'a b').map(marked)).toEqual(['a b', 'a b']);
});

it('loses no letter of either text, and leaves the same words unmarked in both', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'word', ' ', '\n', '.'), { maxLength: 30 }).map((words) => words.join(''));
  fc.assert(
    fc.property(texts, texts, (text, other) => {
      const [pieces, otherPieces] = changedWords(text, other);
      const all = (of: WordPiece[]) => of.map((piece) => piece.text).join('');
      const same = (of: WordPiece[]) => all(of.filter(({ isChanged }) => !isChanged));
      expect([all(pieces), all(otherPieces), same(pieces)]).toEqual([text, other, same(otherPieces)]);
    }),
  );
});
