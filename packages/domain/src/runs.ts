import { minuteMs } from './durations.ts';

/** Longest pause in a run of an agent. // D58 */
export const runGapMs = 10 * minuteMs;

/** True if work at a time belongs to the run that goes on later. */
export function isSameRun(at: number, later: number): boolean {
  return later - at <= runGapMs;
}
