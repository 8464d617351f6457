const maxNames = 10_000;

export interface FixedWindowCounter {
  /** Adds to the count of a name in the current window, and returns the sum. */
  add(name: string, amount: number): number;
  /** Whole seconds until the next window begins. */
  readonly secondsLeft: number;
}

/**
 * Counts by name in windows of a fixed length. A window begins with the first count after the previous one, or when there are too many
 * names.
 */
export function createFixedWindowCounter({ windowMs, now }: { windowMs: number; now: () => number }): FixedWindowCounter {
  let counts = new Map<string, number>();
  let endsAt = Number.NEGATIVE_INFINITY;
  return {
    add(name, amount) {
      const at = now();
      if (at >= endsAt || counts.size >= maxNames) {
        counts = new Map();
        endsAt = at + windowMs;
      }
      const sum = (counts.get(name) ?? 0) + amount;
      counts.set(name, sum);
      return sum;
    },
    get secondsLeft() {
      return Math.max(0, Math.ceil((endsAt - now()) / 1000));
    },
  };
}
