import { forgetResults, sweepObjects } from '@gatehouse/core';
import { trashMs } from '@gatehouse/domain';
import type { Gatehouse } from '../composition/composition.ts';

const itemsAtOnce = 50;

/** Removes items after 30 days in the trash (D27), and results of services after 7 (D50). */
export async function sweepTrash(gatehouse: Gatehouse, signal: AbortSignal): Promise<void> {
  const { logger } = gatehouse;
  await purgeExpired(gatehouse, signal).then(
    (count) => count > 0 && logger.info('purged the trash', { items: count }),
    (error) => logger.fault('the trash could not be purged', error),
  );
  await forgetResults(gatehouse.store, gatehouse.gateway.clock(), signal).then(
    (count) => count > 0 && logger.info('removed results of services', { files: count }),
    (error) => logger.fault('results of services could not be removed', error),
  );
  if (signal.aborted) return;
  await removeObjects(gatehouse).then(
    (count) => count > 0 && logger.info('removed files from the file store', { files: count }),
    (error) => logger.fault('files could not be removed from the file store', error),
  );
}

/** Purges expired items, each in its own transaction, so that calls can run in between. Any number of processes may do it concurrently. */
export async function purgeExpired({ store, gateway }: Pick<Gatehouse, 'store' | 'gateway'>, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (;;) {
    const before = gateway.clock() - trashMs;
    const expired = await store.read(() => store.trash.expired(before, itemsAtOnce));
    for (const { orgId, id } of expired) {
      if (signal?.aborted) return count;
      if (await store.perform(() => store.trash.purgeExpired(orgId, id, before), { changes: true })) count++;
    }
    if (expired.length < itemsAtOnce) return count;
  }
}

/** Removes objects that purges and failed calls have left in the file store. */
async function removeObjects({ store, gateway: { files, clock } }: Pick<Gatehouse, 'store' | 'gateway'>): Promise<number> {
  return files ? await sweepObjects({ store, files, now: clock() }) : 0;
}
