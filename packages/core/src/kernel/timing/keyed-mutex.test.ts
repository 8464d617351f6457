import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

it('runs work of one key in order, runs work of other keys concurrently, and continues after a fault', async () => {
  const runExclusive = createKeyedMutex();
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, (_, number) =>
      runExclusive(`key ${number % 2}`, async () => {
        begun.push(number);
        most = Math.max(most, ++running);
        await nextTurn();
        running--;
        if (number === 2) throw new Error('the third one fails');
        return number;
      }),
    ),
  );
  expect(most).toBe(2);
  for (const key of [0, 1])
    expect(begun.filter((number) => number % 2 === key)).toEqual([0, 2, 4, 6, 8].map((even) => even + key).filter((number) => number < 9));
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
    0,
    1,
    'failed',
    3,
    4,
    5,
    6,
    7,
    8,
  ]);
});
