import { sweepAccounts as sweep } from '@gatehouse/core';
import type { Gatehouse } from '../composition.ts';

const firstAfterMs = 75_000;
const everyMs = 60 * 60_000;

/** Removes now and then sessions and links that are over, and tries of passwords that no longer count; returns what ends it. */
export function sweepAccounts({ store, gateway, logger }: Pick<Gatehouse, 'store' | 'gateway' | 'logger'>): () => void {
  const sweepNow = () =>
    sweep({ store, now: gateway.clock() }).catch((error: unknown) => logger.fault('old sessions could not be removed', error));
  const first = setTimeout(sweepNow, firstAfterMs).unref();
  const repeated = setInterval(sweepNow, everyMs).unref();
  return () => {
    clearTimeout(first);
    clearInterval(repeated);
  };
}
