import type pg from 'pg';
import { UnavailableError } from '../../unavailable.ts';
import { patienceMs } from '../pipeline/faults.ts';

/** A pool whose connections callers get in turns (D51). */
export interface TurnPool {
  /**
   * A connection, to be given back with its `release`. Rejects with UnavailableError when there was none in five seconds.
   * `caller` is whose call it is for; without it nobody's share counts.
   */
  connect(caller?: string): Promise<pg.PoolClient>;
}

interface Waiting {
  begin: () => void;
}

/** This part of the connections is left to callers that hold at most as many. */
const keptPart = 1 / 4;

/**
 * The pool itself is first come, first served: a caller with hundreds of calls at once would delay everyone. Here
 * those who wait take turns, one call of each caller after the other; and the last quarter of the connections goes to no caller that holds
 * a quarter already: calls that take seconds cannot hold all of them.
 */
export function takingTurns(pool: pg.Pool, places: number): TurnPool {
  const kept = Math.max(1, Math.floor(places * keptPart));
  const callerOf = new WeakMap<pg.PoolClient, string | undefined>();
  const held = new Map<string, number>();
  /** The callers that wait, in the order of their turns. */
  const waiting = new Map<string | undefined, Waiting[]>();
  let free = places;

  pool.on('release', (_error, client) => {
    // The pool also releases what nobody has got: a connection that could not be made ready.
    if (!callerOf.has(client)) return;
    const caller = callerOf.get(client);
    callerOf.delete(client);
    give(caller);
  });

  function may(caller: string | undefined): boolean {
    if (free === 0) return false;
    return caller === undefined || free > kept || (held.get(caller) ?? 0) < kept;
  }

  function take(caller: string | undefined): void {
    free--;
    if (caller !== undefined) held.set(caller, (held.get(caller) ?? 0) + 1);
  }

  function give(caller: string | undefined): void {
    free++;
    if (caller !== undefined) {
      const left = (held.get(caller) ?? 0) - 1;
      if (left > 0) held.set(caller, left);
      else held.delete(caller);
    }
    beginNext();
  }

  function beginNext(): void {
    for (const [caller, queue] of waiting) {
      if (free === 0) return;
      if (!may(caller)) continue;
      const [next] = queue.splice(0, 1);
      // Behind all others, where it has more to ask.
      waiting.delete(caller);
      if (queue.length > 0) waiting.set(caller, queue);
      take(caller);
      next?.begin();
    }
  }

  function turnOf(caller: string | undefined): Promise<void> {
    if (may(caller) && !waiting.has(caller)) {
      take(caller);
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { begin: resolve };
    const queue = waiting.get(caller) ?? [];
    waiting.set(caller, queue);
    queue.push(entry);
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(entry), 1);
      if (queue.length === 0) waiting.delete(caller);
      reject(new UnavailableError(new Error('all connections were taken by other calls'), { isBusy: true }));
    }, patienceMs);
    return promise.finally(() => clearTimeout(timer));
  }

  return {
    async connect(caller) {
      await turnOf(caller);
      try {
        const client = await pool.connect();
        callerOf.set(client, caller);
        return client;
      } catch (error) {
        give(caller);
        throw error;
      }
    },
  };
}
