import type { Activity, Op, Store } from '@gatehouse/storage';

/** Rows of one organization's log that were not given before. */
export interface FollowedLog {
  news(): Op<Activity[]>;
}

const rowsPerQuery = 1000;
/** Reads for which a row is waited for that was numbered before others and committed after them. */
const lateReads = 5;

/** Follows the log from its newest row on. Engines with concurrent writers commit rows out of order, so their last numbers are read again. */
export function* followLog(store: Store, orgId: string): Op<FollowedLog> {
  const [newest] = yield* store.activity.list({ orgId, limit: 1 });
  let floor = newest?.id ?? 0;
  let seen = new Set<number>();
  const heights: number[] = [];

  function* rowsAbove(start: number): Op<Activity[]> {
    const rows = yield* store.activity.list({ orgId, afterId: start, limit: rowsPerQuery });
    return rows.length < rowsPerQuery ? rows : [...rows, ...(yield* rowsAbove(rows.at(-1)?.id ?? start))];
  }

  return {
    *news() {
      const rows = yield* rowsAbove(floor);
      const fresh = rows.filter(({ id }) => !seen.has(id));
      heights.push(rows.at(-1)?.id ?? floor);
      if (heights.length > (store.dialect === 'sqlite' ? 0 : lateReads)) floor = heights.shift() as number;
      seen = new Set(rows.map(({ id }) => id).filter((id) => id > floor));
      return fresh;
    },
  };
}
