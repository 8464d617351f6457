import { minuteMs } from './durations.ts';

/** Longest pause in a run of an agent. // D58 */
export const runGapMs = 10 * minuteMs;

/** True if work at both times belongs to one run. */
export function isSameRun(at: number, later: number): boolean {
  return later - at <= runGapMs;
}
