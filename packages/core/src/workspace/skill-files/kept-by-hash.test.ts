import { expect, it } from 'vitest';
import { KeptByHash } from './kept-by-hash.ts';

it('keeps so many values, and drops the one that was not asked for the longest', () => {
  const kept = new KeptByHash<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect([...kept.getAll(['a', 'x'])]).toEqual([['a', 1]]);
  kept.set('c', 3);
  expect([...kept.getAll(['a', 'b', 'c'])]).toEqual([
    ['a', 1],
    ['c', 3],
  ]);
});
