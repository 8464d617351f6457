import { dayMs, hourMs, minuteMs } from './durations.ts';

/** "30 minutes", "1 hour", "7 days": a duration in the largest unit that it is a whole number of. */
export function durationWords(ms: number): string {
  const [unit, unitMs] = units.find(([, size]) => ms % size === 0) ?? units[2];
  const number = Math.round(ms / unitMs);
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const;

/** `2026-11-24 09:30`: a time in UTC, for who reads it where their own zone is not known. */
export function utcTime(at: number, precision: 'minutes' | 'seconds' = 'minutes'): string {
  return new Date(at)
    .toISOString()
    .slice(0, precision === 'minutes' ? 16 : 19)
    .replace('T', ' ');
}
