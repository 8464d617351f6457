import type { IncomingMessage } from 'node:http';
import { type BudgetBounds, type BudgetName, createQuotas, partOf } from '@gatehouse/domain';
import { presentedKey } from './bearer.ts';
import { createAddressReader, type TrustedProxies } from './client-address.ts';

/** Holder of a request's quotas before its key is looked up: the presented key, valid or not, and the client address. */
export interface Principal {
  key: string | undefined;
  /** Undefined if it does not identify the caller: all callers through an untrusted proxy on this machine share one address. */
  address: string | undefined;
}

/** Reads the principal of a request. Only trusted proxies can name another address. */
export function createPrincipalReader(
  trustedProxies?: TrustedProxies,
  onDisbelieved?: (peer: string) => void,
): (incoming: IncomingMessage) => Principal {
  const addressOf = createAddressReader(trustedProxies, onDisbelieved);
  return (incoming) => ({ key: presentedKey(incoming.rawHeaders), address: addressOf(incoming) });
}

/** Quotas in which neither a key nor an address can take more than its share. The reserve is for keys that hold little. */
export interface PrincipalQuotas {
  /** False if none is left for its key, its address or all callers together. */
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
