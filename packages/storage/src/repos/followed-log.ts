import type { Engine } from '../engine.ts';
import type { Op } from '../ops.ts';
import type { Activity, ActivityFilter } from './logged-call.ts';

/** What of the log somebody wants to follow. */
export type FollowedRows = Omit<ActivityFilter, 'beforeId' | 'fromId' | 'throughId' | 'news' | 'limit'>;

export interface FollowedLog {
  /** The rows that were committed since it was asked last, oldest first: each once, in whatever order they are committed. */
  news(): Op<Activity[]>;
}

/** A row that nobody can come below any more who begins behind `commit`. */
interface Height {
  id: number;
  commit: bigint;
  at: number;
}

interface LogQueries {
  list(filter: ActivityFilter): Op<Activity[]>;
}

const rowsPerQuery = 1000;
/** How far below the newest row one may appear that is being written when following begins: rows are the last that a call writes. */
const lateRows = 50_000;
/** Between the number of a row and that of its transaction, of which the second is given a moment after the first. */
const graceMs = 1000;

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
    const heights: Height[] = [];

    function* rise(): Op<void> {
      const at = performance.now();
      const { oldestOpen } = readSnapshot(seen);
      while (heights[0] && heights[0].commit <= oldestOpen && heights[0].at + graceMs <= at) floor = heights.shift()!.id;
      if (at - (heights.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < graceMs) return;
      const id = yield* newestId(filter);
      heights.push({ id, commit: readSnapshot(yield* now()).next, at });
    }

    return {
      *news() {
        yield* rise();
        const upTo = yield* now();
        const rows = yield* allAfter(filter, floor, { since: seen, upTo });
        seen = upTo;
        return rows;
      },
    };
  }

  return (filter: FollowedRows): Op<FollowedLog> => (commits ? followCommits(filter, commits.now) : followNumbers(filter));
}

/** Postgres writes a snapshot as `oldest open:next to begin:others that are open`. */
function readSnapshot(text: string): { oldestOpen: bigint; next: bigint } {
  const [oldestOpen = '', next = ''] = text.split(':');
  return { oldestOpen: BigInt(oldestOpen), next: BigInt(next) };
}
