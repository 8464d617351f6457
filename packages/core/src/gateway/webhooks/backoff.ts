import { dayMs, hourMs } from '@gatehouse/domain';

const firstMs = 5000;
const longestMs = 6 * hourMs;
/** Time of failures after which a receiver gets no events until a person resumes it. */
export const stopsAfterMs = 5 * dayMs;

/** Wait after the n-th failure in a row: 5 s, 15 s, 45 s … 6 h, spread so that receivers are not called together. */
export function waitAfter(failures: number, random: () => number = Math.random): number {
  const wait = Math.min(longestMs, firstMs * 3 ** Math.min(failures - 1, 20));
  return Math.round(wait * (0.9 + 0.2 * random()));
}

/** Time of refusals after which an event is skipped, if the receiver accepts the next one. */
export const skipsAfterMs = dayMs;

/** Statuses that refuse the event itself, rather than its address, its credentials or too much load. */
const refusals = new Set(['status_400', 'status_409', 'status_413', 'status_415', 'status_422']);

/** True if the receiver answers, and has refused this event for a day, including the last two times. */
export function refusesForGood(before: { failingSince: number | null; lastError: string | null }, error: string, now: number): boolean {
  const isRefused = refusals.has(error) && before.lastError !== null && refusals.has(before.lastError);
  return isRefused && before.failingSince !== null && now - before.failingSince >= skipsAfterMs;
}
