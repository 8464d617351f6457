import { describe, expect, it } from 'vitest';
import { dayAndMinute, duration, relativeTime, timeSpan } from './time-words.ts';

const now = Date.UTC(2026, 5, 15, 12);
const second = 1000;
const hour = 3_600_000;
const day = 24 * hour;

describe('the age of an event', () => {
  it.each([
    [0, 'just now'],
    [-44 * second, 'just now'],
    [20 * second, 'in a moment'],
    [-50 * second, '1 min ago'],
    [-3 * 60 * second, '3 min ago'],
    [-2 * hour, '2 h ago'],
    [-day, '1 day ago'],
    [-6 * day, '6 days ago'],
    [-8 * day, '7 Jun'],
    [-800 * day, '6 Apr 2024'],
    [30 * day, 'in 30 days'],
    [100 * day, '23 Sept'],
  ])('%i ms is %s', (difference, words) => {
    expect(relativeTime(now + difference, now)).toBe(words);
  });
});

describe('the duration of an event', () => {
  it.each([
    [412, '0.4 ms'],
    [12_400, '12 ms'],
    [1_340_000, '1.3 s'],
  ])('%i µs is %s', (micros, words) => {
    expect(duration(micros)).toBe(words);
  });
});

it('formats the time span of a run in minutes, with days if they differ', () => {
  const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute, 30).getTime();
  const now = at(28, 20, 0);
  expect(timeSpan(at(28, 14, 3), at(28, 14, 21), now)).toBe('14:03–14:21');
  expect(timeSpan(at(28, 14, 3), at(28, 14, 3), now)).toBe('14:03');
  expect(timeSpan(at(27, 14, 3), at(27, 14, 3), now)).toBe('27 Nov 14:03');
  expect(timeSpan(at(27, 23, 50), at(28, 0, 5), now)).toBe('27 Nov 23:50–28 Nov 00:05');
});

it('gives a minute the day before it if it is not of today', () => {
  const now = new Date(2026, 10, 28, 20, 0).getTime();
  const times = [new Date(2026, 10, 28, 14, 3), new Date(2026, 10, 27, 23, 50), new Date(2025, 10, 28, 14, 3)];
  expect(times.map((time) => dayAndMinute(time.getTime(), now))).toEqual(['14:03', '27 Nov 23:50', '28 Nov 2025 14:03']);
});
