import type { ArgumentFault } from '@gatehouse/core';

/** A check for a thread. The schema is sent only when the thread does not know it. */
export interface CheckRequest {
  hash: string;
  /** JSON: one text crosses to the thread far faster than the value. */
  given: string;
  schema: string | undefined;
}

/** What a thread says, in this order; of `checking` and `wanted` each at most once. */
export type CheckReply =
  | { state: 'ready' }
  | { state: 'wanted' }
  /** The schema is compiled; from here on it is the arguments that take time. */
  | { state: 'checking' }
  | { state: 'checked'; faults: ArgumentFault[] }
  | { state: 'unusable'; why: string };
