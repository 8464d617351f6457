/** Thrown by a check that has used up its steps. The rest could take milliseconds or years. */
export class OutOfSteps extends Error {
  override name = 'OutOfSteps';
}

const nothing = () => 0;
let more: () => number = nothing;

/**
 * Steps that the current check may still spend. A step is the work on one keyword, one character of a pattern or one item of a list: some
 * nanoseconds. All checks share one counter, because no check interrupts another.
 */
export const steps = {
  left: Number.POSITIVE_INFINITY,

  /** Begins a check. `askForMore` is called when its steps are used up, and returns the number of further steps. Zero ends the check. */
  allow(count: number, askForMore: () => number = nothing): void {
    steps.left = count;
    more = askForMore;
  },

  spend(count: number): void {
    steps.left -= count;
    if (steps.left < 0) steps.runOut();
  },

  /** Spends the cost of going through a value once: its items, names or characters. */
  spendOn(value: unknown): void {
    if (typeof value === 'string') steps.spend(value.length / 8);
    else if (Array.isArray(value)) steps.spend(value.length);
    else if (typeof value === 'object' && value !== null) for (const _name in value) steps.spend(1);
  },

  runOut(): void {
    const granted = more();
    if (granted === 0) throw new OutOfSteps('the arguments take too many steps to check');
    steps.left = granted;
  },
};
