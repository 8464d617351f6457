/** While a change of this tab is being made, what arrives waits so long for its answer, and no longer: others change things too. Milliseconds. */
const maxWaitMs = 1000;
/** The log tells of a change within seconds: older answers are forgotten. */
const maxKept = 500;

/**
 * The changes that this tab makes. Its pages ask again for what they show as soon as a change is answered. The log tells of it too, before
 * or after the answer: what was asked for since then is not asked for a second time.
 */
export interface OwnChanges {
  /** A change is sent. Returns what is called when it is answered, with the name of the call in the log. */
  begin(): (requestId: string | undefined) => void;
  /** Whether this tab has made that change. */
  has(requestId: string): boolean;
  /** An answer is asked for from now on. */
  askFor(query: object): void;
  /** Whether an answer was asked for after a change of this tab. */
  isAskedSince(requestId: string, query: object): boolean;
  /** Runs when the changes that are being made are answered, behind what their pages do then; at once where there are none. */
  afterAnswers(run: () => void): void;
}

export function createOwnChanges(): OwnChanges {
  let moment = 0;
  let running = 0;
  let waiting: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answeredAt = new Map<string, number>();
  const askedAt = new WeakMap<object, number>();

  function runWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
    const runs = waiting;
    waiting = [];
    for (const run of runs) run();
  }

  function keep(requestId: string): void {
    answeredAt.set(requestId, ++moment);
    const [oldest] = answeredAt.keys();
    if (oldest !== undefined && answeredAt.size > maxKept) answeredAt.delete(oldest);
  }

  return {
    begin() {
      running++;
      return (requestId) => {
        running--;
        if (requestId !== undefined) keep(requestId);
        // A page may make its next change at once, or ask for what it shows.
        setTimeout(() => running === 0 && runWaiting());
      };
    },
    has: (requestId) => answeredAt.has(requestId),
    askFor: (query) => void askedAt.set(query, ++moment),
    isAskedSince: (requestId, query) => (askedAt.get(query) ?? 0) > (answeredAt.get(requestId) ?? Number.POSITIVE_INFINITY),
    afterAnswers(run) {
      if (running === 0 && waiting.length === 0) return run();
      waiting.push(run);
      timer ??= setTimeout(runWaiting, maxWaitMs);
    },
  };
}

/** Those of this tab. */
export const ownChanges = createOwnChanges();
