import { createFixedWindowCounter } from '@gatehouse/core';
import { minuteMs } from '@gatehouse/domain';

/**
 * Limits the rows that sessions can look up. A stream is not a call, so a client could otherwise open it again and again at an old
 * position.
 */
export interface ReplayBudget {
  /** Counts a look-up. True if the session may still have one in this minute. */
  mayLook(session: string): boolean;
  /** Counts the rows that a look-up returned. */
  count(session: string, rows: number): void;
}

export interface ReplayBudgetOptions {
  rowsPerMinute: number;
  now?: () => number;
}

/** Cost of a look-up that finds nothing. */
const rowsOfALook = 100;

export function createReplayBudget({ rowsPerMinute, now = () => performance.now() }: ReplayBudgetOptions): ReplayBudget {
  const looked = createFixedWindowCounter({ windowMs: minuteMs, now });
  return {
    mayLook: (session) => looked.add(session, rowsOfALook) <= rowsPerMinute,
    count: (session, rows) => void looked.add(session, rows),
  };
}
