/** Ends what arrives too slowly. */
export interface Pace {
  /** Watches one arrival from now on; `end` is called once if it falls behind. */
  watch(end: () => void): Arrival;
  readonly watched: number;
}

export interface Arrival {
  /** Bytes have come. */
  add(bytes: number): void;
  /** It is over, and watched no more. */
  stop(): void;
}

export interface PaceOptions {
  /** Bytes a second that are enough for any length of time. */
  leastRate: number;
  /** How far an arrival may be behind that: how long it may pause, and how long the first byte may take. */
  graceMs: number;
  /** How often it is looked at. */
  everyMs: number;
  /** Milliseconds, of any beginning. */
  now?: () => number;
}

interface Watched extends Arrival {
  /** Each byte moves it on, but never further from now than the grace. */
  deadline: number;
  index: number;
  end: () => void;
}

/** One timer looks at all arrivals, and only while there are any. */
export function createPace({ leastRate, graceMs, everyMs, now = () => performance.now() }: PaceOptions): Pace {
  /** In no order: the last one moves to the place of one that goes. */
  const all: Watched[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = 0;

  function look(): void {
    const at = now();
    // What this process could not read because it was busy is not the sender's fault.
    const late = Math.max(0, at - lookedAt - everyMs);
    lookedAt = at;
    for (const arrival of [...all]) {
      arrival.deadline += late;
      if (arrival.deadline >= at) continue;
      arrival.stop();
      arrival.end();
    }
  }

  function remove(arrival: Watched): void {
    if (all[arrival.index] !== arrival) return;
    const last = all.pop() as Watched;
    if (last !== arrival) {
      all[arrival.index] = last;
      last.index = arrival.index;
    }
    arrival.index = -1;
    if (all.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    watch(end) {
      const arrival: Watched = {
        deadline: now() + graceMs,
        index: all.length,
        end,
        add(bytes) {
          arrival.deadline = Math.min(arrival.deadline + (bytes / leastRate) * 1000, now() + graceMs);
        },
        stop: () => remove(arrival),
      };
      all.push(arrival);
      if (!timer) {
        lookedAt = now();
        timer = setInterval(look, everyMs).unref();
      }
      return arrival;
    },
    get watched() {
      return all.length;
    },
  };
}
