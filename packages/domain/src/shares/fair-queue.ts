import type { FairQueueName } from './shares.ts';

/** Something that waits, and for whom. Without a caller it counts for nobody in particular: all of that has one share. */
export interface Waiting {
  caller: string | undefined;
}

/** Serves callers by the time they have used, so that one call of an idle caller never waits behind hundreds of others. */
export interface FairQueue<Item extends Waiting> {
  push(item: Item): void;
  /** The next item of the caller that has used least; undefined when nothing waits. */
  take(): Item | undefined;
  /** Says what an item cost that was taken, in any unit that is the same for all. */
  charge(item: Item, cost: number): void;
  takeAll(): Item[];
  readonly length: number;
}

interface Caller<Item> {
  /** What it has used, or what others had used when it began to wait: nobody saves up while nothing of theirs waits. */
  used: number;
  waiting: Item[];
  /** The first of `waiting` that was not taken. */
  next: number;
}

/** Callers that wait for nothing and may stay in the table before it is rebuilt. */
const maxIdle = 256;

/** Start-time fair queueing, under a name by which its fairness is tested: a caller that begins to wait stands level with the one that was served last. */
export function createFairQueue<Item extends Waiting>(_name: FairQueueName): FairQueue<Item> {
  /** Callers stay when nothing of theirs waits: a table in which calls come and go leaves its former tables to the whole heap's collection. */
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

  /** A caller that waits for nothing and has used as little as others would start at their level anyway. */
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
        caller.waiting = [];
        caller.next = 0;
        active = active.filter((each) => each !== caller);
      }
      return item;
    },
    charge({ caller }, cost) {
      const known = callers.get(caller);
      if (known) known.used += cost;
    },
    takeAll() {
      const items = active.flatMap(({ waiting, next }) => waiting.slice(next));
      for (const caller of active) Object.assign(caller, { waiting: [], next: 0 });
      active = [];
      length = 0;
      return items;
    },
    get length() {
      return length;
    },
  };
}
