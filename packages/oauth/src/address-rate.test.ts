import { expect, it } from 'vitest';
import { createAddressRate } from './address-rate.ts';

it('tells an address with too many requests how long to wait, and does not limit others', () => {
  let now = 0;
  const rate = createAddressRate({ calls: 2, windowMs: 60_000, clock: () => now });
  expect([rate.take('192.0.2.1'), rate.take('192.0.2.1')]).toEqual([0, 0]);
  now = 45_500;
  expect(rate.take('192.0.2.1')).toBe(15);
  expect(rate.take('192.0.2.2')).toBe(0);
  expect([rate.take(undefined), rate.take(undefined), rate.take(undefined)]).toEqual([0, 0, 0]);
  now = 60_000;
  expect(rate.take('192.0.2.1')).toBe(0);
});
