import { sweepRepeatable as sweep } from '@gatehouse/core';
import type { Gatehouse } from '../composition/composition.ts';

/** Removes stored calls that can no longer be repeated with their idempotency keys. // D70 */
export async function sweepRepeatable({ store, gateway, logger }: Gatehouse, signal: AbortSignal): Promise<void> {
  await sweep(store, gateway.clock(), signal).catch((error: unknown) => logger.fault('answers of old calls could not be removed', error));
}
