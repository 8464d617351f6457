import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readMoment } from './read-moment.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_763_600_000_000 }));
afterEach(() => void vi.useRealTimers());

it.each([
  [1_763_600_000_000, { asOf: 1_763_600_000_000 }],
  [0, { asOf: 0 }],
  [1_763_600_000_001, {}],
  [-1, {}],
  [1.5, {}],
  ['1000', {}],
  [undefined, {}],
])('reads %j as %j', (asOf, read) => {
  expect(readMoment(asOf)).toEqual(read);
});
