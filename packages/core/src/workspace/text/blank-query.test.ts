import { isBlank } from '@gatehouse/domain';
import { foldQuery } from '@gatehouse/storage';
import { expect, it } from 'vitest';

it('calls a query blank exactly if search has nothing left of it (D22, D23)', () => {
  const differing = Array.from({ length: 0xd800 }, (_, codePoint) => String.fromCodePoint(codePoint)).filter(
    (character) => isBlank(character) !== (foldQuery(character) === ''),
  );
  expect(differing).toEqual([]);
});
