import { expect, it } from 'vitest';
import { readPsTime } from './read-ps-time.ts';

it.each([
  ['0:07.25', 7.25],
  ['00:00:07', 7],
  ['01:02:03', 3723],
  ['2-10:05:01', 209_101],
])('reads %s as %d seconds', (time, seconds) => {
  expect(readPsTime(time)).toBe(seconds);
});
