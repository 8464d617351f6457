import { dayOf, daysUntil, readDay } from './due.ts';

const near: Record<number, string> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' };
const ofYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const ofOthers = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `today`, `31 Dec`, `31 Dec 2027`. */
export function dueWords(dueAt: number, now: number): string {
  const day = readDay(dayOf(dueAt)) ?? dueAt;
  const isThisYear = new Date(day).getUTCFullYear() === new Date(now).getFullYear();
  return near[daysUntil(dueAt, now)] ?? (isThisYear ? ofYear : ofOthers).format(day);
}
