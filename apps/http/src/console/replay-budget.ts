import { createFixedWindowCounter } from '@gatehouse/core';
import { minuteMs } from '@gatehouse/domain';

/**
 * Limits the rows that each session can look up per minute. The call limit does not cover streams, so a client could otherwise reopen one
 * again and again at an old position.
 */
export interface ReplayBudget {
  /** Counts a look-up. Returns true if the session is within its limit for this minute. */
  mayLook(session: string): boolean;
  /** Counts the rows that a look-up returned. */
  count(session: string, rows: number): void;
}

export interface ReplayBudgetOptions {
  rowsPerMinute: number;
  now?: () => number;
}

/** Base cost of each look-up, in rows. */
const rowsOfALook = 100;

export function createReplayBudget({ rowsPerMinute, now = () => performance.now() }: ReplayBudgetOptions): ReplayBudget {
  const looked = createFixedWindowCounter({ windowMs: minuteMs, now });
  return {
    mayLook: (session) => looked.add(session, rowsOfALook) <= rowsPerMinute,
    count: (session, rows) => void looked.add(session, rows),
  };
}
