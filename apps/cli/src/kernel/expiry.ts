import { InvalidArgumentError } from '@commander-js/extra-typings';
import { dayMs, hourMs, minuteMs } from '@gatehouse/domain';

const unitMs: Record<string, number> = { m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs };

/** Length of a span such as `90m`, in milliseconds. Undefined for other texts. */
export function readSpan(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * unitMs[unit]!;
}

/** Reads the expiry of a key: `30d` from now, or a date. Milliseconds since the epoch. */
export function readExpiry(text: string, now: number = Date.now()): number {
  const span = readSpan(text);
  const at = span === undefined ? dateOf(text) : now + span;
  if (Number.isNaN(at)) throw new InvalidArgumentError('Give a span such as 90m, 12h, 30d or 8w, or a date such as 2030-12-31.');
  if (at <= now) throw new InvalidArgumentError('The date must be in the future.');
  return at;
}

/** Reads the time for which two keys work together: `0`, `90m`, `12h` or `7d`. Whole minutes. */
export function readOverlap(text: string): number {
  const span = text === '0' ? 0 : readSpan(text);
  if (span === undefined) throw new InvalidArgumentError('Give 0, or a span such as 90m, 12h or 7d.');
  return span / minuteMs;
}

/** Reads an interval: `30m`, `6h` or `1d`. Milliseconds. */
export function readInterval(text: string): number {
  const span = /^[1-9]\d{0,3}[mhdw]$/.test(text) ? readSpan(text) : undefined;
  if (span === undefined) throw new InvalidArgumentError('Give a span such as 30m, 6h or 1d.');
  return span;
}

function dateOf(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(text)) return Number.NaN;
  const at = new Date(text);
  // `Date` reads February 31 as March 3.
  const isInCalendar = !Number.isNaN(at.getTime()) && new Date(text.slice(0, 10)).toISOString().startsWith(text.slice(0, 10));
  return isInCalendar ? at.getTime() : Number.NaN;
}
