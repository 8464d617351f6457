import { expect, it } from 'vitest';
import { createReplayBudget } from './replay-budget.ts';

it('limits the rows that each session can look up per minute, and starts again in the next minute', () => {
  let now = 60_000;
  const allowance = createReplayBudget({ rowsPerMinute: 1000, now: () => now });
  expect(allowance.mayLook('a')).toBe(true);
  allowance.count('a', 800);
  expect([allowance.mayLook('a'), allowance.mayLook('a'), allowance.mayLook('b')]).toEqual([true, false, true]);
  now = 120_000;
  expect(allowance.mayLook('a')).toBe(true);
});

it('counts look-ups that find nothing', () => {
  const allowance = createReplayBudget({ rowsPerMinute: 1000, now: () => 0 });
  const looks = Array.from({ length: 12 }, () => allowance.mayLook('a'));
  expect(looks.filter((may) => may)).toHaveLength(10);
});
