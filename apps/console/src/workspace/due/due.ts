import { dayMs } from '@gatehouse/domain';
/** True if a due time means a whole day, because it is midnight UTC. Agents and the fields of this page write dates this way. // D26 */
export const isDay = (at: number): boolean => at % dayMs === 0;

/** Day of a due time, as `2026-12-31`. A time other than midnight UTC is in the reader's own day. */
export function dayOf(at: number): string {
  if (isDay(at)) return new Date(at).toISOString().slice(0, 10);
  const local = new Date(at);
  return writeDay(local.getFullYear(), local.getMonth() + 1, local.getDate());
}

/** Milliseconds of a day. Undefined if the text is not a day. */
export function readDay(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? undefined : at;
}

/** Stored form of the reader's day, a number of days after a time. */
export function dayFrom(now: number, days = 0): number {
  const local = new Date(now);
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate() + days);
}

/** True if a due time has passed. A whole day passes when it ends in the reader's time zone. */
export function isOverdue(dueAt: number | null, now: number): boolean {
  if (dueAt === null) return false;
  return isDay(dueAt) ? dueAt < dayFrom(now) : dueAt < now;
}

/** Days between the reader's today and the due day. */
export function daysUntil(dueAt: number, now: number): number {
  return Math.round(((readDay(dayOf(dueAt)) ?? dueAt) - dayFrom(now)) / dayMs);
}

function writeDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
