import { expect, it } from 'vitest';
import { createFixedWindowCounter } from './fixed-window-counter.ts';

it('counts each name separately until the window ends, and limits the number of names', () => {
  let now = 0;
  const counts = createFixedWindowCounter({ windowMs: 60_000, now: () => now });
  expect([counts.add('a', 2), counts.add('a', 3), counts.add('b', 1)]).toEqual([2, 5, 1]);
  now = 45_500;
  expect([counts.add('a', 1), counts.secondsLeft]).toEqual([6, 15]);
  now = 60_000;
  expect([counts.add('a', 1), counts.secondsLeft]).toEqual([1, 60]);
  for (let name = 0; name < 10_000; name++) counts.add(`${name}`, 1);
  expect(counts.add('a', 1)).toBe(1);
});
