import { allTools, type BulkWork, createBulkWork, createGateway, createRegistry, type GatewayError } from '@gatehouse/core';
import type { Store } from '@gatehouse/storage';

/** Background work of a gateway on a store. */
export function bulkWorkOn(store: Store, startsAt: number, holder: string): BulkWork {
  let now = startsAt;
  const report = (error: GatewayError) => {
    throw error;
  };
  const settings = { baseUrl: null, consoleUrl: 'http://gatehouse.test', secret: Buffer.alloc(32, 7), callsPerMinute: 1_000_000 };
  const gateway = createGateway({ store, registry: createRegistry(allTools), settings, clock: () => now++, report });
  return createBulkWork({ gateway, holder, signal: new AbortController().signal });
}
