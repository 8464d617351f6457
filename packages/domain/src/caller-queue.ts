/** How much runs at once, in all and of one caller, and how much waits. A queue is made by its name alone, so this is all there are. // D51 */
export const queueBounds = {
  /** Large texts that are merged on a thread. Each holds its versions, up to 8 MiB, so that 104 MiB are the most. */
  merges: { atOnce: 1, atOnceOfCaller: 1, waiting: 12, waitingOfCaller: 2 },
  /** API documents, each of which takes up to 32 MB to be fetched and a thread to be read. */
  documents: { atOnce: 2, atOnceOfCaller: 1, waiting: 32, waitingOfCaller: 2 },
} as const;

export type QueueName = keyof typeof queueBounds;

/** Work that callers get done in turns, so that none of them shuts out another. */
export interface CallerQueue {
  /**
   * Does work when it is its caller's turn. Rejects with what `refuse` makes if the caller has too much waiting already, and with the signal's
   * reason if it is aborted before.
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
  /** By caller, in the order of their turns. */
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
    // What else it has waiting comes after all others.
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

  /** Where all places are taken, whoever has most waiting gives up the last of it for a caller with less. */
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
