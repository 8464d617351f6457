import { createFixedWindowCounter } from '@gatehouse/core';
import { minuteMs } from '@gatehouse/domain';

/** Bounds what sessions have looked up for them: a stream is no call, and could be opened again and again at an old position. */
export interface ReplayBudget {
  /** Counts a look, and says whether the session may still have one in this minute. */
  mayLook(session: string): boolean;
  /** Counts rows that a look gave. */
  count(session: string, rows: number): void;
}

export interface ReplayBudgetOptions {
  rowsPerMinute: number;
  now?: () => number;
}

/** What a look costs that finds nothing. */
const rowsOfALook = 100;

export function createReplayBudget({ rowsPerMinute, now = () => performance.now() }: ReplayBudgetOptions): ReplayBudget {
  const looked = createFixedWindowCounter({ windowMs: minuteMs, now });
  return {
    mayLook: (session) => looked.add(session, rowsOfALook) <= rowsPerMinute,
    count: (session, rows) => void looked.add(session, rows),
  };
}
