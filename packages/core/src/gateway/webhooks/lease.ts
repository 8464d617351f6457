import { minuteMs } from '@gatehouse/domain';
import type { Store } from '@gatehouse/storage';

/** Work that one of several processes does at a time; another one goes on a minute after its process has died. */
export interface Lease {
  /** True where this process has it, for as long as one more step may take. */
  hold(): Promise<boolean>;
  /** Lets another process have it at once. */
  release(): Promise<void>;
}

export interface LeaseOptions {
  store: Store;
  name: 'webhooks' | 'otlp';
  /** Names this process. */
  holder: string;
  clock: () => number;
}

const leaseMs = minuteMs;
/** What is left of it is enough for a step: a request takes at most half of that. */
const enoughMs = leaseMs / 2;

export function createLease({ store, name, holder, clock }: LeaseOptions): Lease {
  let until = Number.NEGATIVE_INFINITY;
  return {
    async hold() {
      const now = clock();
      if (until - now >= enoughMs) return true;
      const wanted = { name, holder, until: now + leaseMs };
      const isTaken = await store.perform(() => store.leases.take(wanted, now), { changes: true });
      until = isTaken ? wanted.until : Number.NEGATIVE_INFINITY;
      return isTaken;
    },
    async release() {
      if (until === Number.NEGATIVE_INFINITY) return;
      until = Number.NEGATIVE_INFINITY;
      await store.perform(() => store.leases.release(name, holder), { changes: true });
    },
  };
}
