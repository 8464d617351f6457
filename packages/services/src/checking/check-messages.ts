import type { ArgumentFault } from '@gatehouse/core';

/** What a thread is started with. */
export interface ThreadLimits {
  /** How long it may check one call's arguments. Milliseconds of processor time. */
  checkMs: number;
  /** How many steps it may take for that; as many as it can in its time when this is not given. */
  maxSteps?: number | undefined;
  /** How far it stands back for others who want the processor: 0 to 19, where the system knows that of a thread. */
  niceness: number;
}

/** A check for a thread. The schema is sent only when the thread does not know it. */
export interface CheckRequest {
  hash: string;
  /** JSON: one text crosses to the thread far faster than the value. */
  given: string;
  schema: string | undefined;
}

/** What a thread says. The last three end a check, `wanted` asks for it again; the others tell what begins, and the time it has used. */
export type CheckReply =
  | { state: 'wanted' }
  | { state: 'compiling' | 'checking'; usedMs: number }
  | { state: 'checked'; faults: ArgumentFault[] }
  | { state: 'unusable'; why: string }
  | { state: 'ended'; why: 'time' };
