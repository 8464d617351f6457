import { createShares, type ServiceTarget, type Shares } from '@gatehouse/core';
import type { Connector } from '../connector.ts';
import { type Breaker, createBreaker } from './breaker.ts';

/** What is kept for a connection: one connector for all its calls, opened when first needed and once for all that wait for it. */
export interface Entry {
  revision: number;
  connector: Promise<Connector> | undefined;
  /** Places of the calls under way, by caller. */
  calls: Shares;
  breaker: Breaker;
  /** Hashes of what the service lists, by tool name; undefined until it has listed. */
  listed: ReadonlyMap<string, string> | undefined;
  listedAt: number;
  refreshing: boolean;
  /** The health that was last written down. */
  health: string;
  idle: NodeJS.Timeout | undefined;
}

export function createEntry({ revision, catalogueAt }: ServiceTarget, callsInFlight: number): Entry {
  return {
    revision,
    connector: undefined,
    calls: createShares({ places: callsInFlight }),
    breaker: createBreaker(),
    listed: undefined,
    listedAt: catalogueAt ?? 0,
    refreshing: false,
    health: '',
    idle: undefined,
  };
}
