import { expect, it } from 'vitest';
import { callsSoFar } from './calls-so-far.ts';

it.each([
  [0, false, '0'],
  [0, true, '1+'],
  [1, true, '1+'],
  [1204, true, '1,204+'],
  [1204, false, '1,204'],
])('says %i counted calls, with later ones: %s, as %s', (callsInWeek, hasMoreCalls, words) => {
  expect(callsSoFar({ callsInWeek, hasMoreCalls })).toBe(words);
});
