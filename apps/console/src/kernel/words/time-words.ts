import { dayMs, hourMs, minuteMs } from '@gatehouse/domain';

/** Age from which a date is clearer. */
const nearMs = 7 * dayMs;
/** Limit for future times, which count down longer. */
const aheadMs = 60 * dayMs;

/** "3 min ago", "in 2 days", "16 Nov": one unit within a week. Hovering shows the exact time. */
export function relativeTime(at: number, now: number): string {
  const difference = at - now;
  const distance = Math.abs(difference);
  if (distance < 45_000) return difference > 1000 ? 'in a moment' : 'just now';
  if (difference < 0 ? distance >= nearMs : distance >= aheadMs) return dayWords(at, now);
  const amount = describeDistance(distance);
  return difference < 0 ? `${amount} ago` : `in ${amount}`;
}

function describeDistance(ms: number): string {
  if (ms < hourMs) return `${Math.max(1, Math.round(ms / minuteMs))} min`;
  if (ms < dayMs) return `${Math.round(ms / hourMs)} h`;
  const days = Math.round(ms / dayMs);
  return days === 1 ? '1 day' : `${days} days`;
}

const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

function dayWords(at: number, now: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? dayOfYear : dayAndYear).format(at);
}

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const toTheSecond = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const zone = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' });

const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** `12 March 2026 at 14:05`, within a sentence. */
export const longTime = (at: number): string => long.format(at);

/** Formats a time in the reader's time zone, with the zone's name. */
export const exactTime = (at: number): string => withZone(exact, at);

/** Same to the second, for the log. */
export const exactSecond = (at: number): string => withZone(toTheSecond, at);

function withZone(format: Intl.DateTimeFormat, at: number): string {
  const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  return `${format.format(at)} ${name ?? ''}`.trim();
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** `12:04:31` of today, with the day before it on other days: for lists in which the second matters. */
export function clockTime(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? clock.format(at) : `${dayOfYear.format(at)} ${clock.format(at)}`;
}

const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** `14:03` today, `21 Nov 14:03` on other days: for the start of a time that goes on. */
export const dayAndMinute = (at: number, now: number): string => minuteAfter(at, now, now);

/** Formats a span of time: `14:03–14:21` today, with the day in front on other days, and with both days if they differ. */
export function timeSpan(since: number, until: number, now: number): string {
  const [from, to] = [minuteAfter(since, now, now), minuteAfter(until, since, now)];
  return from.endsWith(to) ? from : `${from}–${to}`;
}

/** Minute of a day, with the day if the time before it is of another one. */
function minuteAfter(at: number, before: number, now: number): string {
  const isSameDay = new Date(at).toDateString() === new Date(before).toDateString();
  return isSameDay ? minute.format(at) : `${dayWords(at, now)} ${minute.format(at)}`;
}

/** Duration: `0.4 ms`, `12 ms`, `1.3 s`. */
export function duration(micros: number): string {
  const ms = micros / 1000;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
