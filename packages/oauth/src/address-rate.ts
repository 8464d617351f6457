import { createFixedWindowCounter } from '@gatehouse/core';

/** Limits the requests of an address in a window. Requests without an identifying address are not limited. // D51 */
export function createAddressRate({ calls, windowMs, clock }: { calls: number; windowMs: number; clock: () => number }) {
  const taken = createFixedWindowCounter({ windowMs, now: clock });
  return {
    /** Takes one request. Returns the seconds to wait if none is left, otherwise 0. */
    take: (address: string | undefined): number => (address !== undefined && taken.add(address, 1) > calls ? taken.secondsLeft : 0),
  };
}
