import type { ArgumentFault } from '@gatehouse/core';

/** Limits that a thread starts with. */
export interface ThreadLimits {
  /** Time limit for checking one call's arguments. Milliseconds of processor time. */
  checkMs: number;
  /** Maximum steps of a check. Without it, only the time limits the check. */
  maxSteps?: number | undefined;
  /** Priority of the thread, from 0 to 19. Higher values give way to other work, if the system supports this for threads. */
  niceness: number;
}

/** A check for a thread. The schema is sent only if the thread does not know it. */
export interface CheckRequest {
  hash: string;
  /** JSON, because a single string crosses to the thread far faster than the value. */
  given: string;
  schema: string | undefined;
}

/**
 * Replies of a thread. `checked`, `unusable` and `ended` end a check, and `wanted` asks for the schema. `compiling` and `checking` report
 * the start of a phase, with the processor time used so far.
 */
export type CheckReply =
  | { state: 'wanted' }
  | { state: 'compiling' | 'checking'; usedMs: number }
  | { state: 'checked'; faults: ArgumentFault[] }
  | { state: 'unusable'; why: string }
  | { state: 'ended'; why: 'time' };
