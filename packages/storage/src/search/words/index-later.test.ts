import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { indexLater } from './index-later.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tries again after a failed look, and does not end the process', async () => {
  let looks = 0;
  let caughtUp = 0;
  const indexing = indexLater({
    isBehind() {
      looks++;
      if (looks === 1) throw new Error('the database is damaged');
      return true;
    },
    async catchUp() {
      caughtUp++;
      return false;
    },
  });
  indexing.noted();
  await vi.advanceTimersByTimeAsync(400);
  expect([looks, caughtUp]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(6000);
  expect([looks, caughtUp]).toEqual([2, 1]);
  await indexing.close();
});
