import { expect, it } from 'vitest';
import { newIdempotencyKey } from './idempotency-key.ts';

it('gives each write a new UUID version 7, in chronological order', async () => {
  const keys: string[] = [];
  const before = Date.now();
  for (let count = 0; count < 3; count++) {
    keys.push(newIdempotencyKey(), newIdempotencyKey());
    const last = Date.now();
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(last);
  }
  expect(new Set(keys).size).toBe(6);
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  const times = keys.map((key) => Number.parseInt(key.slice(0, 13).replace('-', ''), 16));
  expect(times).toEqual(times.toSorted((left, right) => left - right));
  expect(times[0]).toBeGreaterThanOrEqual(before);
  expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
});
