import { type QueueBounds, type QueueName, queues } from './shares.ts';

/** Runs jobs of different callers in turns, so that none shuts out another. Jobs without a caller belong to no share. */
export interface CallerQueue {
  /**
   * Runs `work` when it is the caller's turn. Rejects with the error of `refuse` if too many jobs of the caller wait or it has waited too
   * long. Rejects with the signal's reason if it is aborted before its turn.
   */
  run<T>(caller: string | undefined, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Waits like `run` and resolves with a function that ends the turn. Call it once. */
  enter(caller: string | undefined, signal?: AbortSignal): Promise<() => void>;
}

interface Waiting {
  begin(): void;
  refuse(error: unknown): void;
}

export function createCallerQueue(name: QueueName, refuse: () => Error, given: Partial<QueueBounds> = {}): CallerQueue {
  const bounds: QueueBounds = { ...queues[name], ...given };
  const running = new Map<string, number>();
  /** Waiting jobs by caller, in the order of the callers' turns. */
  const waiting = new Map<string | undefined, Waiting[]>();
  let free = bounds.atOnce;
  let length = 0;

  function mayBegin(caller: string | undefined): boolean {
    if (free === 0) return false;
    const own = caller === undefined ? 0 : (running.get(caller) ?? 0);
    const { kept } = bounds;
    return kept === undefined ? own < bounds.atOnceOfCaller : free > kept || own < kept;
  }

  function take(caller: string | undefined): void {
    free--;
    if (caller !== undefined) running.set(caller, (running.get(caller) ?? 0) + 1);
  }

  function giveBack(caller: string | undefined): void {
    free++;
    if (caller !== undefined) {
      const left = (running.get(caller) ?? 0) - 1;
      if (left > 0) running.set(caller, left);
      else running.delete(caller);
    }
    goBehind(caller);
    for (const [next, [entry]] of waiting) {
      if (free === 0) return;
      if (!entry || !mayBegin(next)) continue;
      leave(next, entry);
      goBehind(next);
      take(next);
      entry.begin();
    }
  }

  /** Moves the caller's other jobs after those of all others. */
  function goBehind(caller: string | undefined): void {
    const own = waiting.get(caller);
    if (own && waiting.delete(caller)) waiting.set(caller, own);
  }

  function leave(caller: string | undefined, entry: Waiting): boolean {
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

  async function waitForTurn(caller: string | undefined, signal: AbortSignal | undefined): Promise<void> {
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
    const { patienceMs } = bounds;
    const timer = patienceMs === undefined ? undefined : setTimeout(() => leave(caller, entry) && reject(refuse()), patienceMs);
    await promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    });
  }

  async function enter(caller: string | undefined, signal?: AbortSignal): Promise<() => void> {
    await waitForTurn(caller, signal);
    return () => giveBack(caller);
  }

  return {
    enter,
    async run(caller, work, signal) {
      const leaveTurn = await enter(caller, signal);
      try {
        return await work();
      } finally {
        leaveTurn();
      }
    },
  };
}
