import { describe, expect, it } from 'vitest';
import { readExpiry, readOverlap } from './expiry.ts';

const now = Date.UTC(2026, 0, 1);

describe('readExpiry', () => {
  it.each([
    ['90m', now + 90 * 60_000],
    ['12h', now + 12 * 3_600_000],
    ['30d', now + 30 * 86_400_000],
    ['8w', now + 56 * 86_400_000],
    ['2026-12-31', Date.UTC(2026, 11, 31)],
    ['2026-12-31T08:00:00Z', Date.UTC(2026, 11, 31, 8)],
  ])('reads %s', (text, at) => {
    expect(readExpiry(text, now)).toBe(at);
  });

  it.each(['', 'soon', '30', '-3d', '1.5d', '2026-13-01', '2026-02-31', '2026-02-29T08:00:00Z', '31.12.2026', '30 d', '9999999d'])(
    'refuses "%s"',
    (text) => {
      expect(() => readExpiry(text, now)).toThrow(/Give a span such as 90m/);
    },
  );

  it.each(['0d', '2025-12-31'])('refuses "%s", which is not in the future', (text) => {
    expect(() => readExpiry(text, now)).toThrow(/must be in the future/);
  });
});

describe('readOverlap', () => {
  it.each([
    ['0', 0],
    ['90m', 90],
    ['12h', 720],
    ['7d', 10_080],
  ])('reads %s in minutes', (text, minutes) => {
    expect(readOverlap(text)).toBe(minutes);
  });

  it.each(['', '5', 'now', '-1h', '1.5h', '2026-12-31'])('refuses "%s"', (text) => {
    expect(() => readOverlap(text)).toThrow(/Give 0, or a span such as 90m/);
  });
});
