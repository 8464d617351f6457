import { trashMs } from '@gatehouse/core';
import type { Gatehouse } from '../composition.ts';

const firstAfterMs = 60_000;
const everyMs = 60 * 60_000;
const itemsAtOnce = 50;

/** Removes now and then what has been in the trash for 30 days (D27); returns what ends it. */
export function sweepTrash(gatehouse: Gatehouse): () => void {
  const sweep = () => {
    purgeExpired(gatehouse).then(
      (count) => count > 0 && gatehouse.logger.info('purged the trash', { items: count }),
      (error) => gatehouse.logger.fault('the trash could not be purged', error),
    );
  };
  const first = setTimeout(sweep, firstAfterMs).unref();
  const repeated = setInterval(sweep, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(repeated);
  };
}

/** Each item in a transaction of its own, so that calls get their turn between them. */
export async function purgeExpired({ store, gateway }: Pick<Gatehouse, 'store' | 'gateway'>): Promise<number> {
  let count = 0;
  for (;;) {
    const expired = await store.read(() => store.trash.expired(gateway.clock() - trashMs, itemsAtOnce));
    for (const { orgId, id } of expired) await store.perform(() => store.trash.purge(orgId, id), { changes: true });
    count += expired.length;
    if (expired.length < itemsAtOnce) return count;
  }
}
