import { setTimeout as pause } from 'node:timers/promises';
import type { Op, Store } from '@gatehouse/storage';

export interface CountOptions {
  store: Store;
  clock: () => number;
  /** Ends it between two steps. */
  signal?: AbortSignal | undefined;
}

/** Counted in one transaction: a few milliseconds in which calls wait. */
const rowsAtOnce = 250;
/** Of the time that a step took: calls have the database for themselves in between. */
const restFactor = 4;
/** Rows of calls beyond the limit grow for a minute, and a clock of another process may be behind. */
const openMs = 2 * 60_000;
/** What lies further in the future was written by a clock that was wrong, and does not become older by waiting. */
const aheadMs = 60_000;

/**
 * Counts the log behind the calls (D44): gives what adds all that is closed by now to the sums, in steps, and tells how many rows
 * it were. May run in several processes at once. Keep it: where rows are committed out of order it learns from one time to the next which are settled.
 */
export function createActivityCount({ store, clock, signal }: CountOptions): () => Promise<number> {
  const settled = store.activitySums.settled();

  function* step(throughId: number): Op<number> {
    const { activityId } = yield* store.activitySums.hold();
    const rows = yield* store.activity.times(activityId, rowsAtOnce);
    const now = clock();
    const open = rows.findIndex(({ id, at }) => id > throughId || (at > now - openMs && at <= now + aheadMs));
    const closed = open === -1 ? rows : rows.slice(0, open);
    const last = closed.at(-1);
    if (last) yield* store.activitySums.count(activityId, last.id);
    return closed.length;
  }

  return async () => {
    const throughId = await store.read(settled);
    let counted = 0;
    while (!signal?.aborted) {
      const started = performance.now();
      const rows = await store.perform(() => step(throughId), { changes: true });
      counted += rows;
      if (rows < rowsAtOnce) break;
      await pause((performance.now() - started) * restFactor, undefined, { signal }).catch(() => {});
    }
    return counted;
  };
}
