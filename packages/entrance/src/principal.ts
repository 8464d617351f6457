import type { IncomingMessage } from 'node:http';
import { type BudgetBounds, type BudgetName, createQuotas, partOf } from '@gatehouse/domain';
import { presentedKey } from './bearer.ts';
import { createAddressReader, type TrustedProxies } from './client-address.ts';

/** Whom a request counts for before anybody has looked at its key: the key it shows, good or not, and the address it came from. */
export interface Principal {
  key: string | undefined;
  /** Undefined where it says nothing of who calls: behind a proxy of this machine everybody has the same. */
  address: string | undefined;
}

/** Tells whom requests count for. Only trusted proxies are believed when they say for whom they ask. */
export function createPrincipalReader(
  trustedProxies?: TrustedProxies,
  onDisbelieved?: (peer: string) => void,
): (incoming: IncomingMessage) => Principal {
  const addressOf = createAddressReader(trustedProxies, onDisbelieved);
  return (incoming) => ({ key: presentedKey(incoming.rawHeaders), address: addressOf(incoming) });
}

/** Places of which neither a key nor an address can take more than its part. What is kept in reserve is for keys that have little. */
export interface PrincipalQuotas {
  /** False when nothing is left for its key, its address or all together. */
  take(holder: Principal, amount: number): boolean;
  release(holder: Principal, amount: number): void;
  readonly taken: number;
}

export function createPrincipalQuotas(name: Extract<BudgetName, 'requests' | 'streams'>, bounds: BudgetBounds): PrincipalQuotas {
  const byKey = createQuotas(name, bounds);
  const { places, perHolder = partOf(places), reserve } = bounds;
  const byAddress = createQuotas(name, { places: places + (reserve?.places ?? 0), perHolder });
  return {
    take({ key, address }, amount) {
      if (!byKey.take(key, amount)) return false;
      if (byAddress.take(address, amount)) return true;
      byKey.release(key, amount);
      return false;
    },
    release({ key, address }, amount) {
      byKey.release(key, amount);
      byAddress.release(address, amount);
    },
    get taken() {
      return byKey.taken;
    },
  };
}
