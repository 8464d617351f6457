import { dayMs, hourMs } from '@gatehouse/domain';

const firstMs = 5000;
const longestMs = 6 * hourMs;
/** After failing for so long, a receiver gets no events until a person resumes it. */
export const stopsAfterMs = 5 * dayMs;

/** How long to wait after the n-th failure in a row: 5 s, 15 s, 45 s … 6 h, spread so that receivers do not get all at once. */
export function waitAfter(failures: number, random: () => number = Math.random): number {
  const wait = Math.min(longestMs, firstMs * 3 ** Math.min(failures - 1, 20));
  return Math.round(wait * (0.9 + 0.2 * random()));
}
