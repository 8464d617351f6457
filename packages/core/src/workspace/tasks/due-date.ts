import { dayMs, minuteMs } from '@gatehouse/domain';
import { z } from 'zod';

const earliest = Date.UTC(2000, 0, 1);
const latest = 8_640_000_000_000_000;

const wanted = 'must be milliseconds since the epoch, or an ISO 8601 date or time such as 2026-12-31 or 2026-12-31T17:00:00+01:00';

/** Argument for a time: milliseconds, or ISO 8601, in UTC if it has no offset. Parsed to milliseconds. // D26 */
export function dueDate(description: string) {
  return z
    .union([z.number(), z.string()], { error: wanted })
    .transform((given, check) => {
      const at = typeof given === 'string' ? parseIsoTime(given) : given;
      const message = at === undefined ? wanted : faultOf(at);
      if (at !== undefined && message === undefined) return at;
      check.issues.push({ code: 'custom', message: message ?? wanted, input: given });
      return z.NEVER;
    })
    .describe(description);
}

function faultOf(at: number): string | undefined {
  if (!Number.isSafeInteger(at) || at > latest) return wanted;
  if (at >= earliest) return undefined;
  return 'is before the year 2000: give milliseconds since the epoch, not seconds';
}

const isoTime = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-]\d\d):?(\d\d)?)?)?$/;

/** Milliseconds since the epoch. Undefined for invalid times, such as the 30th of February. */
export function parseIsoTime(text: string): number | undefined {
  const parts = isoTime.exec(text.trim());
  if (!parts) return undefined;
  const [, date = '', time = '00:00', seconds = '00', fraction = '', , offsetHours = '+00', offsetMinutes = '00'] = parts;
  const local = `${date}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const at = Date.parse(local);
  // Date moves a day that does not exist into the next month.
  if (Number.isNaN(at) || new Date(at).toISOString() !== local) return undefined;
  const offset = Number(offsetHours.slice(1)) * 60 + Number(offsetMinutes);
  if (Number(offsetMinutes) > 59 || offset > dayMs / minuteMs) return undefined;
  return at - (offsetHours.startsWith('-') ? -offset : offset) * minuteMs;
}
