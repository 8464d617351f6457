const mostNames = 10_000;

export interface WindowCounts {
  /** Adds to what a name has in the window under way, and gives the sum. */
  add(name: string, amount: number): number;
  /** Whole seconds until the next window begins. */
  readonly secondsLeft: number;
}

/** Counts by name in windows of a fixed length; a window begins with the first count after the one before, or when there are too many names. */
export function createWindowCounts({ windowMs, now }: { windowMs: number; now: () => number }): WindowCounts {
  let counts = new Map<string, number>();
  let endsAt = Number.NEGATIVE_INFINITY;
  return {
    add(name, amount) {
      const at = now();
      if (at >= endsAt || counts.size >= mostNames) {
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
