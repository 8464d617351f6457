import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './follow-log.ts';

it('runs at most so many at once, and goes on after one that fails', async () => {
  const turns = createTurns(2);
  let running = 0;
  let most = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, number) =>
      turns(async () => {
        most = Math.max(most, ++running);
        await nextTurn();
        running--;
        if (number === 2) throw new Error('the third one fails');
      }),
    ),
  );
  expect(most).toBe(2);
  expect(outcomes.flatMap(({ status }, number) => (status === 'rejected' ? [number] : []))).toEqual([2]);
});
