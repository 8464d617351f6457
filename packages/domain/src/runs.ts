import { minuteMs } from './durations.ts';

/** A run of an agent is its work without a longer pause than this. // D58 */
export const runGapMs = 10 * minuteMs;
