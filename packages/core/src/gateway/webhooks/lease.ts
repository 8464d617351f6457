import { type LeaseName, minuteMs } from '@gatehouse/domain';
import type { Store } from '@gatehouse/storage';

/** Work that one of several processes does at a time. If it dies, another takes over after that time, a minute by default. */
export interface Lease {
  /** True if this process has it for as long as one more step may take. */
  hold(): Promise<boolean>;
  /** Releases it for another process. */
  release(): Promise<void>;
}

export interface LeaseOptions {
  store: Store;
  name: LeaseName;
  /** Names this process. */
  holder: string;
  clock: () => number;
  /** Time after which another process takes over from one that died. */
  forMs?: number;
}

export function createLease({ store, name, holder, clock, forMs = minuteMs }: LeaseOptions): Lease {
  /** Remaining time that is enough for a step: a request takes at most half of it. */
  const enoughMs = forMs / 2;
  let until = Number.NEGATIVE_INFINITY;
  return {
    async hold() {
      const now = clock();
      if (until - now >= enoughMs) return true;
      const wanted = { name, holder, until: now + forMs };
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
