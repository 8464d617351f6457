import { createCallerQueue, partOf } from '@gatehouse/domain';
import type pg from 'pg';
import { UnavailableError } from '../../../kernel/unavailable.ts';
import { patienceMs } from '../pipeline/faults.ts';

/** A pool that gives connections to callers in turns (D51). */
export interface FairPool {
  /**
   * Takes a connection, to be returned with its `release`. Rejects with UnavailableError if none is free within five seconds. `caller`
   * identifies the call's owner; without it, no share is charged.
   */
  connect(caller?: string): Promise<pg.PoolClient>;
}

/**
 * Gives out connections by caller. The pool itself is first come, first served: a caller with hundreds of simultaneous calls would delay
 * every other one.
 */
export function createFairPool(pool: pg.Pool, places: number): FairPool {
  const refuse = () => new UnavailableError(new Error('all connections were taken by other calls'), { isBusy: true });
  const queue = createCallerQueue('connections', refuse, { atOnce: places, kept: partOf(places), patienceMs });
  const turns = new WeakMap<pg.PoolClient, () => void>();

  pool.on('release', (_error, client) => {
    // The pool also releases connections that were never handed out, because they could not be prepared.
    const leave = turns.get(client);
    turns.delete(client);
    leave?.();
  });

  return {
    async connect(caller) {
      const leave = await queue.enter(caller);
      try {
        const client = await pool.connect();
        turns.set(client, leave);
        return client;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
