import { expect, it } from 'vitest';
import { readPastTime } from './past-time.ts';

const now = Date.UTC(2026, 5, 15, 12);

it.each([
  ['2026-01-31', Date.UTC(2026, 0, 31)],
  ['2026-01-31T12:30Z', Date.UTC(2026, 0, 31, 12, 30)],
  ['2026-01-31T12:30:05.250Z', Date.UTC(2026, 0, 31, 12, 30, 5, 250)],
  ['12h', now - 12 * 3_600_000],
  ['30d', now - 30 * 86_400_000],
  ['2w', now - 14 * 86_400_000],
])('reads %s', (text, at) => {
  expect(readPastTime(text, now)).toBe(at);
});

it.each(['', 'yesterday', '2026-02-31', '2026-13-01', '31.01.2026', '2026-01-31T12:30', '30', '5m', '-3d', '999999w'])(
  'refuses %s',
  (text) => {
    expect(() => readPastTime(text, now)).toThrow('Give a day such as 2026-01-31');
  },
);
