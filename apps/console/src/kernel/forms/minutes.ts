import { minuteMs } from '@gatehouse/domain';

/** Formats a time as a local minute, as fields for times have it: "2026-11-25T21:30". */
export function sayMinute(at: number): string {
  const here = new Date(at - new Date(at).getTimezoneOffset() * minuteMs);
  return here.toISOString().slice(0, 16);
}

/** Beginning and end of a minute. Undefined while it is incomplete. */
export function readMinute(text: string): { from: number; to: number } | undefined {
  const from = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(from) || from < 0 ? undefined : { from, to: from + minuteMs - 1 };
}
