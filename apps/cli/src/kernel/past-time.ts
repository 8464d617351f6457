import { InvalidArgumentError } from '@commander-js/extra-typings';
import { dayMs, hourMs } from '@gatehouse/domain';

const unitMs = { h: hourMs, d: dayMs, w: 7 * dayMs } as const;

/** Reads a time in the past: `30d` ago, a day (its beginning in UTC), or a time in UTC. Milliseconds since the epoch. */
export function readPastTime(text: string, now: number = Date.now()): number {
  const span = /^(\d{1,6})([hdw])$/.exec(text);
  const at = span ? now - Number(span[1]) * unitMs[span[2] as keyof typeof unitMs] : timeOf(text);
  if (Number.isNaN(at) || at < 0)
    throw new InvalidArgumentError('Give a day such as 2026-01-31, a time such as 2026-01-31T12:00Z, or a span such as 12h, 30d or 8w.');
  return at;
}

/** Reads a date. Date.parse would turn February 31 into March 3. */
function timeOf(text: string): number {
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/.test(text)) return Number.NaN;
  const at = Date.parse(text);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text.slice(0, 10) ? Number.NaN : at;
}
