import { expect, it } from 'vitest';
import { createRation } from './cpu-budget.ts';

function openRation() {
  let [now, used] = [1000, 500];
  const inTime = createRation({ maxMs: 100, share: 0.1, clock: () => now, used: () => used });
  const work = (milliseconds: number) =>
    inTime(() => {
      used += milliseconds;
      return 'done';
    });
  return { inTime, work, pass: (milliseconds: number) => void (now += milliseconds), use: (more: number) => void (used += more) };
}

it('does work until the saved time is used up', () => {
  const { work } = openRation();
  expect([work(60), work(39), work(500), work(1)]).toEqual(['done', 'done', 'done', undefined]);
});

it('then does work for a share of the time', () => {
  const { work, pass } = openRation();
  work(100);
  expect(work(1)).toBeUndefined();
  pass(10);
  expect([work(50), work(1)]).toEqual(['done', undefined]);
  // 1 was there, 50 were taken: 49 are owed.
  pass(490);
  expect(work(1)).toBeUndefined();
  pass(1);
  expect(work(1)).toBe('done');
});

it('counts the time of the work, not of other threads', () => {
  const { work, use } = openRation();
  use(1000);
  expect([work(100), work(1)]).toEqual(['done', undefined]);
});

it('saves no more than it had at the start', () => {
  const { work, pass } = openRation();
  pass(1_000_000);
  expect([work(100), work(1)]).toEqual(['done', undefined]);
});

it('counts failed work', () => {
  const { inTime, use, work } = openRation();
  expect(() =>
    inTime(() => {
      use(100);
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(work(1)).toBeUndefined();
});
