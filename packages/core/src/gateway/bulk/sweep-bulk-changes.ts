import { dayMs } from '@gatehouse/domain';
import type { Store } from '@gatehouse/storage';

/** Time for which ended bulk changes are listed. */
const bulkChangesKeptMs = 7 * dayMs;
const atOnce = 1;

/** Removes bulk changes that ended long ago. Several processes can run it concurrently. */
export async function sweepBulkChanges(store: Store, now: number, signal?: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore && !signal?.aborted) {
    const removed = await store.perform(() => store.bulkChanges.removeOld(now - bulkChangesKeptMs, atOnce), {
      changes: true,
      givesWay: true,
    });
    isMore = removed === atOnce;
  }
}
