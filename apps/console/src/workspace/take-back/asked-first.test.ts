import { expect, it } from 'vitest';
import { nextOf } from './asked-first.ts';

it.each([
  [undefined, 'a'],
  ['a', 'b'],
  ['b', 'c'],
  ['c', 'a'],
  // The open entry is no longer in the list.
  ['z', 'a'],
])('goes from %s to %s', (openId, next) => {
  expect(nextOf(['a', 'b', 'c'], openId)).toBe(next);
});

it('goes nowhere from the only place', () => {
  expect(nextOf(['a'], 'a')).toBeUndefined();
  expect(nextOf([], 'a')).toBeUndefined();
});
