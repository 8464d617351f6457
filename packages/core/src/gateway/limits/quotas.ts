export interface QuotasOptions {
  /** How much there is for all holders together. */
  places: number;
  /** The most that one holder may take of it. */
  perHolder?: number;
  /** Places beyond these, for holders that have little: where many holders together have taken all, one that is idle is still served. */
  reserve?: { places: number; perHolder: number };
}

/** Places that all share, and of which no holder can take more than its part. */
export interface Quotas {
  /** Takes an amount for a holder, or nothing: false when the holder's part or the whole is used up. Without a holder only the whole counts. */
  take(holder: string | undefined, amount: number): boolean;
  /** Gives back what was taken, with the same holder. */
  release(holder: string | undefined, amount: number): void;
  /** What all holders have taken. */
  readonly taken: number;
}

/** A quarter for each leaves room for others when three holders take all they can. */
export const standardPart = 1 / 4;

/** Holders that have nothing taken and may stay in the table before it is rebuilt. */
const maxIdle = 256;

export function createQuotas({
  places,
  perHolder = Math.max(1, Math.floor(places * standardPart)),
  reserve = { places: 0, perHolder: 0 },
}: QuotasOptions): Quotas {
  let taken = 0;
  /**
   * A holder stays when it has given back everything: a table in which calls come and go leaves its former tables to a collection of the
   * whole heap.
   */
  let takenBy = new Map<string, { amount: number }>();
  let sweepAt = maxIdle;

  function forgetIdle(): void {
    takenBy = new Map([...takenBy].filter(([, { amount }]) => amount > 0));
    sweepAt = takenBy.size * 2 + maxIdle;
  }

  function partOf(holder: string): { amount: number } {
    const known = takenBy.get(holder);
    if (known) return known;
    if (takenBy.size >= sweepAt) forgetIdle();
    const part = { amount: 0 };
    takenBy.set(holder, part);
    return part;
  }

  return {
    take(holder, amount) {
      const isBeyond = taken + amount > places;
      if (isBeyond && (holder === undefined || taken + amount > places + reserve.places)) return false;
      if (holder !== undefined) {
        const part = partOf(holder);
        if (part.amount + amount > (isBeyond ? reserve.perHolder : perHolder)) return false;
        part.amount += amount;
      }
      taken += amount;
      return true;
    },
    release(holder, amount) {
      taken -= amount;
      if (holder !== undefined) partOf(holder).amount -= amount;
    },
    get taken() {
      return taken;
    },
  };
}
