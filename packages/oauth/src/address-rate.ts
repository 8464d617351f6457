const mostAddresses = 10_000;

/** How often an address may ask, in windows of a fixed length; where an address says nothing there is no limit of it (D51). */
export function createAddressRate({ calls, windowMs, clock }: { calls: number; windowMs: number; clock: () => number }) {
  let counts = new Map<string, number>();
  let endsAt = 0;
  return {
    /** Takes one; how many seconds to wait where there is none left. */
    take(address: string | undefined): number {
      const now = clock();
      if (now >= endsAt || counts.size >= mostAddresses) {
        counts = new Map();
        endsAt = now + windowMs;
      }
      if (address === undefined) return 0;
      const taken = (counts.get(address) ?? 0) + 1;
      counts.set(address, taken);
      return taken > calls ? Math.ceil((endsAt - now) / 1000) : 0;
    },
  };
}
