import { createWindowCounts } from '@gatehouse/core';
import { minuteMs } from '@gatehouse/domain';

/** Bounds what sessions have looked up for them: a stream is no call, and could be opened again and again at an old position. */
export interface MissedAllowance {
  /** Counts a look, and says whether the session may still have one in this minute. */
  mayLook(session: string): boolean;
  /** Counts rows that a look gave. */
  count(session: string, rows: number): void;
}

export interface MissedAllowanceOptions {
  rowsPerMinute: number;
  now?: () => number;
}

/** What a look costs that finds nothing. */
const rowsOfALook = 100;

export function createMissedAllowance({ rowsPerMinute, now = () => performance.now() }: MissedAllowanceOptions): MissedAllowance {
  const looked = createWindowCounts({ windowMs: minuteMs, now });
  return {
    mayLook: (session) => looked.add(session, rowsOfALook) <= rowsPerMinute,
    count: (session, rows) => void looked.add(session, rows),
  };
}
