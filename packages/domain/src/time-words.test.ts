import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from './durations.ts';
import { linkLifetimeMs, trashMs } from './lifetimes.ts';
import { durationWords, utcTime } from './time-words.ts';

describe('durations in words', () => {
  it('use the largest unit that divides them without a remainder', () => {
    const words = [minuteMs, 90 * minuteMs, hourMs, 2 * hourMs, dayMs, 36 * hourMs].map(durationWords);
    expect(words).toEqual(['1 minute', '90 minutes', '1 hour', '2 hours', '1 day', '36 hours']);
  });

  it('state how long links work and how long the trash keeps items (D27, D40)', () => {
    expect(Object.values(linkLifetimeMs).map(durationWords)).toEqual(['30 minutes', '7 days', '1 hour']);
    expect(durationWords(trashMs)).toBe('30 days');
  });
});

describe('a time in UTC', () => {
  it('is given to the minute or to the second, without rounding', () => {
    const at = Date.UTC(2026, 10, 24, 9, 30, 59, 999);
    expect([utcTime(at), utcTime(at, 'seconds')]).toEqual(['2026-11-24 09:30', '2026-11-24 09:30:59']);
  });
});
