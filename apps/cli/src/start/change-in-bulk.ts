import { type BulkWork, createBulkWork, newId, sweepBulkChanges } from '@gatehouse/core';
import type { Gatehouse } from '../composition/composition.ts';

/** Continues changes of many items (D91). Keep the object. */
export function createBulkChanging({ gateway, logger }: Gatehouse, signal: AbortSignal): BulkWork {
  const report = (error: unknown) => logger.fault('a bulk change had to wait; it continues in a moment', error);
  const work = createBulkWork({ gateway, holder: newId('req', gateway.clock()), signal });
  return { look: () => work.look().catch(report), end: () => work.end().catch(report) };
}

/** Removes changes that ended long ago. */
export async function sweepBulk({ store, gateway, logger }: Gatehouse, signal: AbortSignal): Promise<void> {
  const report = (error: unknown) => logger.fault('old bulk changes could not be removed', error);
  await sweepBulkChanges(store, gateway.clock(), signal).catch(report);
}
