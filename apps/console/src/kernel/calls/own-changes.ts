/** Maximum milliseconds for which incoming events wait for the answer to a change of this tab. */
const maxWaitMs = 1000;
/** Maximum answers remembered: the log reports a change within seconds. */
const maxKept = 500;

/**
 * Changes of this tab. Its pages refetch as soon as a change is answered. The log also reports the change, before or after the answer. The
 * answers are then not fetched twice.
 */
export interface OwnChanges {
  /** Call when a change is sent. Returns a function to call with the request id when it is answered. */
  begin(): (requestId: string | undefined) => void;
  /** True if this tab made that change. */
  has(requestId: string): boolean;
  /** Records that a query is being fetched from now on. */
  askFor(query: object): void;
  /** True if an answer was requested after a change of this tab. */
  isAskedSince(requestId: string, query: object): boolean;
  /** Runs after the pending changes are answered and their pages have reacted. Runs immediately without pending changes. */
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
        // Waits, because a page can make its next change or refetch immediately.
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

/** Changes of this tab. */
export const ownChanges = createOwnChanges();
