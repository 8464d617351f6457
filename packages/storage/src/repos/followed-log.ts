import type { Engine } from '../engine.ts';
import type { Op } from '../ops.ts';
import { logHeights } from './log-heights.ts';
import type { Activity, ActivityFilter } from './logged-call.ts';

/** What of the log somebody wants to follow. */
export type FollowedRows = Omit<ActivityFilter, 'beforeId' | 'fromId' | 'throughId' | 'news' | 'limit'>;

export interface FollowedLog {
  /** The rows that were committed since it was asked last, oldest first: each once, in whatever order they are committed. */
  news(): Op<Activity[]>;
}

interface LogQueries {
  list(filter: ActivityFilter): Op<Activity[]>;
}

const rowsPerQuery = 1000;
/** How far below the newest row one may appear that is being written when following begins: rows are the last that a call writes. */
const lateRows = 50_000;
/** Follows one organization's log from now on. */
export function followLog({ list }: LogQueries, { commits }: Pick<Engine, 'commits'>) {
  function* newestId({ orgId }: FollowedRows): Op<number> {
    const [newest] = yield* list({ orgId, limit: 1 });
    return newest?.id ?? 0;
  }

  function* allAfter(filter: FollowedRows, afterId: number, between?: { since: string; upTo: string }): Op<Activity[]> {
    const found: Activity[] = [];
    for (let floor = afterId; ; ) {
      const rows = yield* list({ ...filter, news: { floor, ...between }, limit: rowsPerQuery });
      found.push(...rows);
      if (rows.length < rowsPerQuery) return found;
      floor = rows.at(-1)?.id ?? floor;
    }
  }

  /** Where rows are committed in the order of their numbers. */
  function* followNumbers(filter: FollowedRows): Op<FollowedLog> {
    let last = yield* newestId(filter);
    return {
      *news() {
        const rows = yield* allAfter(filter, last);
        last = rows.at(-1)?.id ?? last;
        return rows;
      },
    };
  }

  /**
   * Where numbers are given before their rows are committed: what is new is what the snapshot of the last time did not show.
   * The numbers only say where to begin to look.
   */
  function* followCommits(filter: FollowedRows, now: () => Op<string>): Op<FollowedLog> {
    let floor = (yield* newestId(filter)) - lateRows;
    let seen = yield* now();
    const rise = logHeights(() => newestId(filter), now);

    return {
      *news() {
        floor = (yield* rise(seen)) ?? floor;
        const upTo = yield* now();
        const rows = yield* allAfter(filter, floor, { since: seen, upTo });
        seen = upTo;
        return rows;
      },
    };
  }

  return (filter: FollowedRows): Op<FollowedLog> => (commits ? followCommits(filter, commits.now) : followNumbers(filter));
}
