import type { FairQueueName } from './shares.ts';

/** A waiting item and its caller. All items without a caller count as one caller's. */
export interface Waiting {
  caller: string | undefined;
}

/** Serves callers by the time they have used, so that one call of an idle caller never waits for hundreds of others. */
export interface FairQueue<Item extends Waiting> {
  push(item: Item): void;
  /** Takes the next item of the caller that has used least. Undefined if none waits. */
  take(): Item | undefined;
  /** Charges the cost of a taken item to its caller, in any unit that all share. */
  charge(item: Item, cost: number): void;
  /** Takes all items, each caller's in order. */
  takeAll(): Item[];
  readonly length: number;
}

interface Caller<Item> {
  /** Cost used, raised to the level of the last served caller when this one begins to wait: idle callers do not save up. */
  used: number;
  waiting: Item[];
  /** Index of the first item of `waiting` that was not taken. */
  next: number;
}

/** Keeps the array. That of an idle caller moves to V8's old space, and would hold its last items until a full collection if it were replaced. */
function empty(caller: Caller<unknown>): void {
  caller.waiting.length = 0;
  caller.next = 0;
}

/** Callers that the table takes in, beyond twice those that it kept, before it is rebuilt. */
const maxIdle = 256;
/** Maximum taken items that a caller who always waits keeps in memory. */
const maxTaken = 256;

/**
 * Start-time fair queueing. The name registers the queue for tests of fairness. A caller that begins to wait starts level with the caller
 * served last.
 */
export function createFairQueue<Item extends Waiting>(_name: FairQueueName): FairQueue<Item> {
  /**
   * Idle callers stay in the table. A map with constant insertions and deletions leaves old tables in memory until the whole heap is
   * collected.
   */
  let callers = new Map<string | undefined, Caller<Item>>();
  let active: Caller<Item>[] = [];
  let level = 0;
  let length = 0;
  let sweepAt = maxIdle;

  function callerOf(name: string | undefined): Caller<Item> {
    const known = callers.get(name);
    if (known) return known;
    if (callers.size >= sweepAt) forgetIdle();
    const caller: Caller<Item> = { used: level, waiting: [], next: 0 };
    callers.set(name, caller);
    return caller;
  }

  /** Removes idle callers with so little use that they would start at the common level anyway. */
  function forgetIdle(): void {
    callers = new Map([...callers].filter(([, { waiting, used }]) => waiting.length > 0 || used > level));
    sweepAt = callers.size * 2 + maxIdle;
  }

  function leastServed(): Caller<Item> | undefined {
    let least = active[0];
    for (const caller of active) if (least === undefined || caller.used < least.used) least = caller;
    return least;
  }

  return {
    push(item) {
      const caller = callerOf(item.caller);
      if (caller.waiting.length === 0) {
        caller.used = Math.max(caller.used, level);
        active.push(caller);
      }
      caller.waiting.push(item);
      length++;
    },
    take() {
      const caller = leastServed();
      if (caller === undefined) return undefined;
      level = caller.used;
      const item = caller.waiting[caller.next++] as Item;
      length--;
      if (caller.next === caller.waiting.length) {
        empty(caller);
        active = active.filter((each) => each !== caller);
      } else if (caller.next === maxTaken) {
        caller.waiting.splice(0, caller.next);
        caller.next = 0;
      }
      return item;
    },
    charge({ caller }, cost) {
      const known = callers.get(caller);
      if (known) known.used += cost;
    },
    takeAll() {
      const items = active.flatMap(({ waiting, next }) => waiting.slice(next));
      active.forEach(empty);
      active = [];
      length = 0;
      return items;
    },
    get length() {
      return length;
    },
  };
}
