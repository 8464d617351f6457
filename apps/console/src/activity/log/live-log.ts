import type { Change, LoggedCall } from '../../kernel/live/change-stream.ts';

/** Calls from the stream in their order of arrival, and the time since which none is missing. */
export interface LiveLog {
  /** Newest last. */
  batches: readonly { at: number; rows: readonly LoggedCall[] }[];
  count: number;
  /** Time from which an answer, together with these calls, has no gap. */
  wholeFrom: number;
}

/** Maximum rows. Beyond it, half of them are dropped, and lists of older rows load them again. */
const maxRows = 2000;

export function emptyLog(now: number): LiveLog {
  return { batches: [], count: 0, wholeFrom: now };
}

/** Log after a change. It begins again if calls were missed. */
export function heardChange(log: LiveLog, change: Change, now: number): LiveLog {
  switch (change.kind) {
    case 'rows':
      return withoutOldest({ ...log, batches: [...log.batches, { at: now, rows: change.rows }], count: log.count + change.rows.length });
    case 'opened':
    case 'skipped':
      return emptyLog(now);
    case 'items':
      return log;
    default:
      return change satisfies never;
  }
}

function withoutOldest(log: LiveLog): LiveLog {
  if (log.count <= maxRows) return log;
  let { count, wholeFrom } = log;
  let from = 0;
  for (; from < log.batches.length && count > maxRows / 2; from++) {
    const { at, rows } = log.batches[from] as LiveLog['batches'][number];
    count -= rows.length;
    wholeFrom = at;
  }
  return { batches: log.batches.slice(from), count, wholeFrom };
}

/** Rows with the time at which they were requested. */
export interface AskedRows {
  rows: readonly LoggedCall[];
  askedAt: number;
}

/** Loaded and live rows as one list, newest first, each once. Undefined if there may be a gap between them. */
export function wholeRows({ rows, askedAt }: AskedRows, log: LiveLog): LoggedCall[] | undefined {
  if (askedAt < log.wholeFrom) return undefined;
  const known = new Set(rows.map(({ id }) => id));
  const live = log.batches.flatMap((batch) => batch.rows).filter(({ id }) => !known.has(id));
  return [...live, ...rows].sort((one, other) => other.id - one.id);
}

/** Keeps the rows from when the person began to look at one of them. Newer rows wait, and older rows may be added below. */
export function heldRows(rows: readonly LoggedCall[], held: readonly LoggedCall[]): { shown: LoggedCall[]; waiting: number } {
  const ids = new Set(held.map(({ id }) => id));
  const oldest = held.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  const shown = rows.filter(({ id }) => ids.has(id) || id < oldest);
  return { shown, waiting: rows.length - shown.length };
}
