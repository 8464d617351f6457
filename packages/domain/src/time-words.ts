import { dayMs, hourMs, minuteMs } from './durations.ts';

/** Duration in words, in the largest unit that divides it: "30 minutes", "1 hour", "7 days". */
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

/** Time in UTC as `2026-11-24 09:30`, for readers whose time zone is unknown. */
export function utcTime(at: number, precision: 'minutes' | 'seconds' = 'minutes'): string {
  return new Date(at)
    .toISOString()
    .slice(0, precision === 'minutes' ? 16 : 19)
    .replace('T', ' ');
}
