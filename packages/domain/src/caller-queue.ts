/** Limits of every queue: jobs that run at once and jobs that wait, in total and for one caller. // D51 */
export const queueBounds = {
  /** Large texts that are merged on a thread. Each holds up to 8 MiB of versions: 104 MiB for all 13. */
  merges: { atOnce: 1, atOnceOfCaller: 1, waiting: 12, waitingOfCaller: 2 },
  /** API documents. Fetching one takes up to 32 MB, and reading it takes a thread. */
  documents: { atOnce: 2, atOnceOfCaller: 1, waiting: 32, waitingOfCaller: 2 },
  /** Files that text is extracted from, in one process (D75). Bytes pass through piece by piece. */
  extractions: { atOnce: 1, atOnceOfCaller: 1, waiting: 16, waitingOfCaller: 4 },
} as const;

export type QueueName = keyof typeof queueBounds;

/** Runs jobs of different callers in turns, so that none of them shuts out another. */
export interface CallerQueue {
  /**
   * Runs `work` when it is the caller's turn. Rejects with the error of `refuse` if too many jobs of the caller wait already, and with the
   * signal's reason if it is aborted before its turn.
   */
  run<T>(caller: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Waiting {
  begin(): void;
  refuse(error: unknown): void;
}

export function createCallerQueue(name: QueueName, refuse: () => Error): CallerQueue {
  const bounds = queueBounds[name];
  const running = new Map<string, number>();
  /** Waiting jobs by caller, in the order of the callers' turns. */
  const waiting = new Map<string, Waiting[]>();
  let free: number = bounds.atOnce;
  let length = 0;

  function mayBegin(caller: string): boolean {
    return free > 0 && (running.get(caller) ?? 0) < bounds.atOnceOfCaller;
  }

  function take(caller: string): void {
    free--;
    running.set(caller, (running.get(caller) ?? 0) + 1);
  }

  function giveBack(caller: string): void {
    free++;
    const left = (running.get(caller) ?? 0) - 1;
    if (left > 0) running.set(caller, left);
    else running.delete(caller);
    // The caller's other jobs go behind those of everyone else.
    const own = waiting.get(caller);
    if (own && waiting.delete(caller)) waiting.set(caller, own);
    for (const [next, [entry]] of waiting) {
      if (!entry || !mayBegin(next)) continue;
      leave(next, entry);
      take(next);
      entry.begin();
      return;
    }
  }

  function leave(caller: string, entry: Waiting): boolean {
    const entries = waiting.get(caller) ?? [];
    const at = entries.indexOf(entry);
    if (at === -1) return false;
    entries.splice(at, 1);
    length--;
    if (entries.length === 0) waiting.delete(caller);
    return true;
  }

  /** If all places are taken, refuses the last job of the caller with the most waiting, in favor of a caller with fewer. */
  function makeRoom(own: number): boolean {
    if (own >= bounds.waitingOfCaller) return false;
    if (length < bounds.waiting) return true;
    const [caller, entries] = [...waiting].reduce((most, one) => (one[1].length > most[1].length ? one : most));
    const last = entries.at(-1);
    if (last === undefined || entries.length <= own + 1) return false;
    leave(caller, last);
    last.refuse(refuse());
    return true;
  }

  async function waitForTurn(caller: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (mayBegin(caller) && !waiting.has(caller)) return take(caller);
    if (!makeRoom(waiting.get(caller)?.length ?? 0)) throw refuse();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { begin: resolve, refuse: reject };
    const entries = waiting.get(caller) ?? [];
    entries.push(entry);
    waiting.set(caller, entries);
    length++;
    const onAbort = () => leave(caller, entry) && reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  return {
    async run(caller, work, signal) {
      await waitForTurn(caller, signal);
      try {
        return await work();
      } finally {
        giveBack(caller);
      }
    },
  };
}
