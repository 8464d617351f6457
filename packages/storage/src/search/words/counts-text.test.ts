import { expect, it } from 'vitest';
import { readCount, writeCounts } from './counts-text.ts';

it('finds the count of a word among words with the same prefix', () => {
  const counts = writeCounts(
    new Map([
      ['keys', 2],
      ['key', 13],
      ['ke', 1],
      ['k', 1],
    ]),
  );
  expect(['key', 'keys', 'ke', 'k', 'e', 'keyss', 'absent'].map((term) => readCount(counts, term))).toEqual([13, 2, 1, 1, 0, 0, 0]);
  expect(readCount(writeCounts(new Map()), 'key')).toBe(0);
});
