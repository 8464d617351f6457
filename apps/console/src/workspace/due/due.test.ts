import { describe, expect, it } from 'vitest';
import { dayFrom, dayOf, daysUntil, isOverdue, readDay } from './due.ts';
import { dueWords } from './due-words.ts';

/** Afternoon of the reader, whatever their zone. */
const now = new Date(2026, 5, 15, 15).getTime();
const today = Date.UTC(2026, 5, 15);
const day = 24 * 60 * 60_000;

describe('a due date', () => {
  it('is a UTC day if it is midnight UTC, in every zone, and otherwise a local day of the reader', () => {
    expect(dayOf(today)).toBe('2026-06-15');
    expect(dayOf(new Date(2026, 5, 15, 23, 59).getTime())).toBe('2026-06-15');
    expect(dayFrom(now)).toBe(today);
    expect(dayFrom(now, 20)).toBe(Date.UTC(2026, 6, 5));
  });

  it('is read if the day exists', () => {
    expect(readDay('2026-02-28')).toBe(Date.UTC(2026, 1, 28));
    expect(['2026-02-30', '2026-2-3', 'x', ''].map(readDay)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is overdue after its day, or immediately if it has a time', () => {
    expect(isOverdue(today, now)).toBe(false);
    expect(isOverdue(today - day, now)).toBe(true);
    expect(isOverdue(now - 1, now)).toBe(true);
    expect(isOverdue(null, now)).toBe(false);
  });

  it.each([
    [-1, 'yesterday'],
    [0, 'today'],
    [1, 'tomorrow'],
    [3, '18 Jun'],
    [250, '20 Feb 2027'],
  ])('%i days from now is %s', (days, words) => {
    expect(dueWords(today + days * day, now)).toBe(words);
    expect(daysUntil(today + days * day, now)).toBe(days);
  });
});
