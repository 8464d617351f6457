import { setTimeout as pause } from 'node:timers/promises';
import { minuteMs } from '@gatehouse/domain';
import type { Op, Store } from '@gatehouse/storage';

export interface CountOptions {
  store: Store;
  clock: () => number;
  /** Ends it between two steps. */
  signal?: AbortSignal | undefined;
}

/** Read in one transaction: a few milliseconds in which calls wait. */
const rowsAtOnce = 250;
/** Pause after each step, as a multiple of its duration. Calls have the database for themselves in between. */
const restFactor = 4;
/** Rows of refused calls can grow for a minute, and another process's clock can be late. */
const openMs = 2 * minuteMs;
/** Rows further in the future come from a wrong clock. Waiting does not make them older. */
const aheadMs = minuteMs;

/** Data that is derived from rows of the log, in their order. */
interface Made {
  hold(): Op<{ activityId: number }>;
  /** True if a row of this time can still change the derived data. */
  isOpen(at: number, now: number): boolean;
  add(afterId: number, throughId: number): Op<void>;
}

/**
 * Reads the log in the background (D44): files rows under their items, adds closed rows to the sums in steps, and returns the number of
 * rows added. Several processes can run it. Keep the returned function: it remembers from run to run which rows are settled.
 */
export function createActivityCount({ store, clock, signal }: CountOptions): () => Promise<number> {
  const settled = store.activitySums.settled();
  const byItem: Made = { hold: store.activityItems.hold, isOpen: () => false, add: store.activityItems.add };
  const sums: Made = { hold: store.activitySums.hold, isOpen: mayGrow, add: store.activitySums.count };

  function* step({ hold, isOpen, add }: Made, throughId: number): Op<number> {
    const { activityId } = yield* hold();
    const rows = yield* store.activity.times(activityId, rowsAtOnce);
    const now = clock();
    const open = rows.findIndex(({ id, at }) => id > throughId || isOpen(at, now));
    const closed = open === -1 ? rows : rows.slice(0, open);
    const last = closed.at(-1);
    if (last) yield* add(activityId, last.id);
    return closed.length;
  }

  async function catchUp(made: Made, throughId: number): Promise<number> {
    let read = 0;
    while (!signal?.aborted) {
      const started = performance.now();
      const rows = await store.perform(() => step(made, throughId), { changes: true });
      read += rows;
      if (rows < rowsAtOnce) break;
      await pause((performance.now() - started) * restFactor, undefined, { signal }).catch(() => {});
    }
    return read;
  }

  return async () => {
    const throughId = await store.read(settled);
    await catchUp(byItem, throughId);
    return await catchUp(sums, throughId);
  };
}

function mayGrow(at: number, now: number): boolean {
  return at > now - openMs && at <= now + aheadMs;
}
