import { expect, it } from 'vitest';
import { readLog } from './slots.ts';

/** Writes slots in the format of `slots.ts`: the time of the oldest call, then the milliseconds from it to each later call. */
function logOf(head: number, ...after: number[]): Buffer {
  const log = Buffer.alloc(8 + 4 * after.length);
  log.writeDoubleLE(head, 0);
  for (const [index, gap] of after.entries()) log.writeUInt32LE(gap, 8 + 4 * index);
  return log;
}

it('reads the times of a log', () => {
  expect(readLog(Buffer.alloc(0))).toEqual([]);
  expect(readLog(logOf(1000))).toEqual([]);
  expect(readLog(logOf(1000, 0, 5, 2 ** 32 - 1))).toEqual([1000, 1005, 1000 + 2 ** 32 - 1]);
});

it.each([1, 4, 7, 9, 10, 11, 13])('rejects %i bytes that are not a log', (length) => {
  expect(readLog(Buffer.alloc(length))).toBeUndefined();
});
