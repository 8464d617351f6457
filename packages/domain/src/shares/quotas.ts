import { type BudgetBounds, type BudgetName, budgets } from './shares.ts';

/** Shared places, with a maximum for each holder. */
export interface Quotas {
  /**
   * Takes an amount for a holder, or nothing. Returns false if the holder's part or the whole is used up. Without a holder only the whole
   * counts.
   */
  take(holder: string | undefined, amount: number): boolean;
  /** Returns an amount that the same holder took. */
  release(holder: string | undefined, amount: number): void;
  /** Amount that all holders have taken. */
  readonly taken: number;
}

/** Maximum part of one holder. A quarter leaves room for others when three holders take all they can. */
const standardPart = 1 / 4;

/** Maximum holders with nothing taken in the table before it is rebuilt. */
const maxIdle = 256;

export function partOf(places: number): number {
  return Math.max(1, Math.floor(places * standardPart));
}

/** Creates the budget of a name. `given` overrides its default sizes. */
export function createQuotas(name: BudgetName, given?: BudgetBounds): Quotas {
  const bounds: BudgetBounds = given ?? budgets[name];
  const { places, perHolder = partOf(places), reserve = { places: 0, perHolder: 0 } } = bounds;
  let taken = 0;
  /**
   * Holders that returned everything stay in the table. A map with constant insertions and deletions leaves old tables in memory until the
   * whole heap is collected.
   */
  let takenBy = new Map<string, { amount: number }>();
  let sweepAt = maxIdle;

  function forgetIdle(): void {
    takenBy = new Map([...takenBy].filter(([, { amount }]) => amount > 0));
    sweepAt = takenBy.size * 2 + maxIdle;
  }

  function holdingOf(holder: string): { amount: number } {
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
        const part = holdingOf(holder);
        if (part.amount + amount > (isBeyond ? reserve.perHolder : perHolder)) return false;
        part.amount += amount;
      }
      taken += amount;
      return true;
    },
    release(holder, amount) {
      taken -= amount;
      if (holder !== undefined) holdingOf(holder).amount -= amount;
    },
    get taken() {
      return taken;
    },
  };
}
