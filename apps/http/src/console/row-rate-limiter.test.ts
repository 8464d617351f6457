import { expect, it } from 'vitest';
import { createRowRateLimiter } from './row-rate-limiter.ts';

it('lets a limited number of rows per second through, in order, and counts the rest', () => {
  let now = 0;
  const gate = createRowRateLimiter<number>({ perSecond: 3, now: () => now });
  expect(gate.take([1, 2])).toEqual({ through: [1, 2], skipped: 0 });
  now = 999;
  expect(gate.take([3, 4, 5])).toEqual({ through: [3], skipped: 2 });
  expect(gate.take([6])).toEqual({ through: [], skipped: 1 });
  now = 1000;
  expect(gate.take([7])).toEqual({ through: [7], skipped: 0 });
});
