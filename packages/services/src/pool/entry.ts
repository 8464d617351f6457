import { createShares, type ServiceTarget, type Shares } from '@gatehouse/core';
import type { Connector } from '../connector.ts';
import { type Breaker, createBreaker } from './breaker.ts';

/** One connector, from when it begins to open. */
export interface Opened {
  connector: Promise<Connector>;
  /** Calls that use it. What is left is closed when the last of them has ended. */
  users: number;
  isLeft: boolean;
  /** Hashes of what the service listed over it, by tool name; undefined until it has listed. */
  listed: ReadonlyMap<string, string> | undefined;
}

/** What is kept for a connection: one connector for all its calls, opened when first needed and once for all that wait for it. */
export interface Entry {
  revision: number;
  opened: Opened | undefined;
  /** Places of the calls under way, by caller. */
  calls: Shares;
  breaker: Breaker;
  listedAt: number;
  refreshing: boolean;
  /** The health that was last written down by this process. */
  health: ServiceTarget['status'] | undefined;
  idle: NodeJS.Timeout | undefined;
}

export function createEntry({ revision, catalogueAt }: ServiceTarget, callsInFlight: number): Entry {
  return {
    revision,
    opened: undefined,
    calls: createShares({ places: callsInFlight }),
    breaker: createBreaker(),
    listedAt: catalogueAt ?? 0,
    refreshing: false,
    health: undefined,
    idle: undefined,
  };
}
