import { expect, it } from 'vitest';
import { freeMemory } from './free-memory.ts';

const mebibyte = 1024 * 1024;

it('returns memory immediately', () => {
  const before = process.memoryUsage().arrayBuffers;
  const buffers = Array.from({ length: 50 }, () => Buffer.allocUnsafeSlow(mebibyte));
  expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(40 * mebibyte);
  for (const buffer of buffers) freeMemory(buffer);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * mebibyte);
  expect(buffers.every(({ length }) => length === 0)).toBe(true);
});

it('does not touch memory that other code may read', () => {
  const whole = Buffer.alloc(40_000, 'a');
  freeMemory(whole.subarray(0, 20_000));
  expect(whole.toString()).toBe('a'.repeat(40_000));
});
