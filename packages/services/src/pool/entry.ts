import type { ServiceTarget } from '@gatehouse/core';
import { createQuotas, type Quotas } from '@gatehouse/domain';
import type { Connector } from '../connectors/connector.ts';
import { type Breaker, createBreaker } from './breaker.ts';

/** One connector, from the start of its opening. */
export interface Opened {
  /** The connection at the time of opening. */
  target: ServiceTarget;
  connector: Promise<Connector>;
  /** Number of calls that use it. A retired connector is closed when the last of them ends. */
  users: number;
  isRetired: boolean;
  /** Hashes of the tools that the service listed over it, by name. Undefined until the first listing. */
  listed: ReadonlyMap<string, string> | undefined;
}

/** State of a connection, shared by all callers. */
export interface Entry {
  revision: number;
  /** Quotas of calls under way, by caller. */
  calls: Quotas;
  breaker: Breaker;
  /** The health that this process last stored. */
  health: ServiceTarget['status'] | undefined;
  /** Ways by the account of their calls. The key is '' without an account. // D62 */
  ways: Map<string, Way>;
}

/** One connector for all calls with the same account. It is opened on first use, once for all waiting calls. */
export interface Way {
  entry: Entry;
  opened: Opened | undefined;
  /** Number of calls under way. */
  users: number;
  listedAt: number;
  refreshing: boolean;
  idle: NodeJS.Timeout | undefined;
}

export function createEntry({ revision }: ServiceTarget, callsInFlight: number): Entry {
  return {
    revision,
    calls: createQuotas('serviceCalls', { places: callsInFlight }),
    breaker: createBreaker(),
    health: undefined,
    ways: new Map(),
  };
}

export function createWay(entry: Entry, { catalogueAt }: ServiceTarget): Way {
  return { entry, opened: undefined, users: 0, listedAt: catalogueAt ?? 0, refreshing: false, idle: undefined };
}

/** Key of a target's way in its entry. */
export function wayKey({ account }: Pick<ServiceTarget, 'account'>): string {
  return account?.id ?? '';
}
