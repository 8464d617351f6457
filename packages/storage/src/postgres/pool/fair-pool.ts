import { createCallerQueue, partOf } from '@gatehouse/domain';
import type pg from 'pg';
import { UnavailableError } from '../../unavailable.ts';
import { patienceMs } from '../pipeline/faults.ts';

/** A pool whose connections callers get in turns (D51). */
export interface FairPool {
  /**
   * A connection, to be given back with its `release`. Rejects with UnavailableError when there was none in five seconds.
   * `caller` is whose call it is for; without it nobody's share counts.
   */
  connect(caller?: string): Promise<pg.PoolClient>;
}

/** The pool itself is first come, first served: a caller with hundreds of calls at once would delay everyone. */
export function createFairPool(pool: pg.Pool, places: number): FairPool {
  const refuse = () => new UnavailableError(new Error('all connections were taken by other calls'), { isBusy: true });
  const queue = createCallerQueue('connections', refuse, { atOnce: places, kept: partOf(places), patienceMs });
  const turns = new WeakMap<pg.PoolClient, () => void>();

  pool.on('release', (_error, client) => {
    // The pool also releases what nobody has got: a connection that could not be made ready.
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
