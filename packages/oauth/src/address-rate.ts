import { createFixedWindowCounter } from '@gatehouse/core';

/** How often an address may ask in a window; where an address says nothing there is no limit of it (D51). */
export function createAddressRate({ calls, windowMs, clock }: { calls: number; windowMs: number; clock: () => number }) {
  const taken = createFixedWindowCounter({ windowMs, now: clock });
  return {
    /** Takes one; how many seconds to wait where there is none left. */
    take: (address: string | undefined): number => (address !== undefined && taken.add(address, 1) > calls ? taken.secondsLeft : 0),
  };
}
