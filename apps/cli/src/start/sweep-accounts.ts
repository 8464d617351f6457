import { sweepAccounts as sweep } from '@gatehouse/core';
import type { Gatehouse } from '../composition/composition.ts';

/** Removes expired sessions and links, and password attempts that no longer count. */
export async function sweepAccounts({ store, gateway, logger }: Pick<Gatehouse, 'store' | 'gateway' | 'logger'>): Promise<void> {
  await sweep({ store, now: gateway.clock() }).catch((error: unknown) => logger.fault('old sessions could not be removed', error));
}
