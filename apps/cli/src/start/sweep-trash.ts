import { sweepObjects, trashMs } from '@gatehouse/core';
import type { Gatehouse } from '../composition.ts';

const firstAfterMs = 60_000;
const everyMs = 60 * 60_000;
const itemsAtOnce = 50;

/** Removes now and then what has been in the trash for 30 days (D27); returns what ends it. */
export function sweepTrash(gatehouse: Gatehouse): () => void {
  const { logger } = gatehouse;
  const sweep = async () => {
    await purgeExpired(gatehouse).then(
      (count) => count > 0 && logger.info('purged the trash', { items: count }),
      (error) => logger.fault('the trash could not be purged', error),
    );
    await removeObjects(gatehouse).then(
      (count) => count > 0 && logger.info('removed files from the file store', { files: count }),
      (error) => logger.fault('files could not be removed from the file store', error),
    );
  };
  const first = setTimeout(sweep, firstAfterMs).unref();
  const repeated = setInterval(sweep, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(repeated);
  };
}

/** Each item in a transaction of its own, so that calls get their turn between them. Any number of processes may do it at once. */
export async function purgeExpired({ store, gateway }: Pick<Gatehouse, 'store' | 'gateway'>): Promise<number> {
  let count = 0;
  for (;;) {
    const before = gateway.clock() - trashMs;
    const expired = await store.read(() => store.trash.expired(before, itemsAtOnce));
    for (const { orgId, id } of expired) {
      if (await store.perform(() => store.trash.purgeExpired(orgId, id, before), { changes: true })) count++;
    }
    if (expired.length < itemsAtOnce) return count;
  }
}

/** What purges and failed calls have left in the file store. */
async function removeObjects({ store, gateway: { files, clock } }: Pick<Gatehouse, 'store' | 'gateway'>): Promise<number> {
  return files ? await sweepObjects({ store, files, now: clock() }) : 0;
}
