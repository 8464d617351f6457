import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '@gatehouse/storage';

export interface RetentionOptions {
  store: Store;
  /** Rows older than this go: milliseconds since the epoch. */
  before: number;
  now: number;
  /** Ends it between two batches. */
  signal?: AbortSignal | undefined;
}

/** Rows read and removed in one transaction, for which calls wait a few milliseconds. */
const rowsAtOnce = 1000;
/** Pause after each batch, as a multiple of its duration. Calls have the database for themselves in between. */
const restFactor = 4;

export interface RemovedActivity {
  /** Removed as a whole, without looking at their rows. */
  months: number;
  rows: number;
}

/** Removes old rows from the activity log: whole months, then rows, oldest first. Several processes can run it. */
export async function removeOldActivity({ store, before, now, signal }: RetentionOptions): Promise<RemovedActivity> {
  // Removes sums first: without rows they would show more than the log does. // D44
  await store.perform(() => store.activitySums.removeOld(before), { changes: true });
  const months = await store.removeOldMonths(before);
  const rows = await removeOldRows({ store, before, now, signal });
  await forgetItems(store, signal);
  return { months, rows };
}

/** Entries for removed rows find nothing, so they can go at any later time. */
async function forgetItems(store: Store, signal: AbortSignal | undefined): Promise<void> {
  const extent = await store.read(() => store.activity.extent());
  if (!extent) return;
  while (!signal?.aborted) {
    const started = performance.now();
    const removed = await store.perform(() => store.activityItems.removeBelow(extent.firstId, rowsAtOnce), { changes: true });
    if (removed < rowsAtOnce) return;
    await rest((performance.now() - started) * restFactor, signal);
  }
}

async function removeOldRows({ store, before, now, signal }: RetentionOptions): Promise<number> {
  let removed = 0;
  let afterId = 0;
  while (!signal?.aborted) {
    const started = performance.now();
    const rows = await store.read(() => store.activity.times(afterId, rowsAtOnce));
    const throughId = rows.at(-1)?.id;
    if (throughId === undefined) break;
    if (rows.some(({ at }) => at < before)) {
      const old = { afterId, throughId, before };
      removed += await store.perform(() => store.activity.removeOld(old), { changes: true });
    }
    // Rows from the future come from a wrong clock, so old rows can follow them.
    if (rows.length < rowsAtOnce || rows.some(({ at }) => at >= before && at <= now)) break;
    afterId = throughId;
    await rest((performance.now() - started) * restFactor, signal);
  }
  return removed;
}

async function rest(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
  });
}
