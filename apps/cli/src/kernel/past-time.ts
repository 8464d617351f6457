import { InvalidArgumentError } from '@commander-js/extra-typings';
import { readSpan } from './expiry.ts';

/** Reads a time in the past: `30d` ago, a day (its beginning in UTC), or a time in UTC. Milliseconds since the epoch. */
export function readPastTime(text: string, now: number = Date.now()): number {
  const span = text.endsWith('m') ? undefined : readSpan(text);
  const at = span === undefined ? timeOf(text) : now - span;
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
