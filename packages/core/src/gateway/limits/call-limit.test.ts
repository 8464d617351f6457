import { expect, it } from 'vitest';
import { limitError, rateOf } from './call-limit.ts';

it('reports the calls left, and the whole seconds until the next call is free', () => {
  expect(rateOf({ admitted: true, remaining: 7, resetMs: 1 }, 240)).toEqual({ limit: 240, remaining: 7, resetSeconds: 1 });
  expect(rateOf({ admitted: true, remaining: 0, resetMs: 1001 }, 240)).toEqual({ limit: 240, remaining: 0, resetSeconds: 2 });
  expect(rateOf({ admitted: false, waitMs: 60_000 }, 240)).toEqual({ limit: 240, remaining: 0, resetSeconds: 60 });
});

it('never tells a refused caller to retry immediately', () => {
  expect(rateOf({ admitted: false, waitMs: 0 }, 240).resetSeconds).toBe(1);
});

it.each([
  [1, 'more than 240 calls in a minute with this key; wait 1 second and call again'],
  [59, 'more than 240 calls in a minute with this key; wait 59 seconds and call again'],
])('states the wait: %i', (resetSeconds, message) => {
  expect(limitError({ limit: 240, remaining: 0, resetSeconds })).toMatchObject({ code: 'rate_limited', message });
});
