/** Ends bodies that arrive too slowly. */
export interface Pace {
  /** Watches one arrival from now on. `end` is called once if it falls behind. */
  watch(end: () => void): Arrival;
  readonly watched: number;
}

export interface Arrival {
  /** Records bytes that have arrived. */
  add(bytes: number): void;
  /** Stops watching when the body has arrived. */
  stop(): void;
}

export interface PaceOptions {
  /** Minimum rate. Bytes per second. */
  leastRate: number;
  /** Maximum delay behind that rate, and so the longest pause and the longest wait for the first byte. Milliseconds. */
  graceMs: number;
  /** Interval of checks. Milliseconds. */
  everyMs: number;
  /** Clock in milliseconds, from any start. */
  now?: () => number;
}

interface Watched extends Arrival {
  /** Time at which it is late. Each byte moves it forward, but never further from now than the grace. */
  deadline: number;
  index: number;
  end: () => void;
}

/** Watches all arrivals with one timer, which runs only while there are any. */
export function createPace({ leastRate, graceMs, everyMs, now = () => performance.now() }: PaceOptions): Pace {
  /** Arrivals in no order: the last one takes the place of a removed one. */
  const all: Watched[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = 0;

  function look(): void {
    const at = now();
    // Adds the process's own delay to the deadlines, because it is not the sender's fault.
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
    const last = all.pop()!;
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
