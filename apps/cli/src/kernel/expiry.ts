import { InvalidArgumentError } from '@commander-js/extra-typings';
import { dayMs, hourMs, minuteMs } from '@gatehouse/domain';

const unitMs = { m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs } as const;

/** Reads the expiry of a key: `30d` from now, or a date. Milliseconds since the epoch. */
export function readExpiry(text: string, now: number = Date.now()): number {
  const span = /^(\d{1,6})([mhdw])$/.exec(text);
  const at = span ? now + Number(span[1]) * unitMs[span[2] as keyof typeof unitMs] : dateOf(text);
  if (Number.isNaN(at)) throw new InvalidArgumentError('Give a span such as 90m, 12h, 30d or 8w, or a date such as 2030-12-31.');
  if (at <= now) throw new InvalidArgumentError('The date must be in the future.');
  return at;
}

/** Reads the time for which two keys work together: `0`, `90m`, `12h` or `7d`. Whole minutes. */
export function readOverlap(text: string): number {
  const span = text === '0' ? ['', '0', 'm'] : /^(\d{1,6})([mhdw])$/.exec(text);
  if (!span) throw new InvalidArgumentError('Give 0, or a span such as 90m, 12h or 7d.');
  return (Number(span[1]) * unitMs[span[2] as keyof typeof unitMs]) / unitMs.m;
}

/** Reads an interval: `30m`, `6h` or `1d`. Milliseconds. */
export function readInterval(text: string): number {
  const span = /^([1-9]\d{0,3})([mhdw])$/.exec(text);
  if (!span) throw new InvalidArgumentError('Give a span such as 30m, 6h or 1d.');
  return Number(span[1]) * unitMs[span[2] as keyof typeof unitMs];
}

function dateOf(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(text)) return Number.NaN;
  const at = new Date(text);
  // `Date` reads February 31 as March 3.
  const isInCalendar = !Number.isNaN(at.getTime()) && new Date(text.slice(0, 10)).toISOString().startsWith(text.slice(0, 10));
  return isInCalendar ? at.getTime() : Number.NaN;
}
