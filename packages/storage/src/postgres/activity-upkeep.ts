import type pg from 'pg';
import { dropActivityMonths, makeActivityMonths } from './activity-months.ts';
import { releasing } from './statement.ts';

export interface ActivityUpkeep {
  /** Removes whole months that are older than `before`, and tells how many. Those that somebody reads for long stay for now. */
  removeOldMonths(before: number): Promise<number>;
  close(): void;
}

/** Two months are always made ahead: a failure has weeks to be mended, and even then no row is refused. */
const everyMs = 6 * 60 * 60_000;

/** Sees to it, now and as long as the store is open, that the log has a part for each coming month. Any number of processes may. */
export async function keepActivityMonths(pool: pg.Pool, report: (error: Error) => void): Promise<ActivityUpkeep> {
  /** Where anything fails, a transaction may still be open. */
  async function withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return await releasing(await pool.connect(), work, () => true);
  }

  async function make(): Promise<void> {
    const now = Date.now();
    await withClient((client) => makeActivityMonths(client, { from: now, to: now })).catch(report);
  }

  await make();
  const timer = setInterval(make, everyMs).unref();
  return {
    removeOldMonths: async (before) => (await withClient((client) => dropActivityMonths(client, before))).length,
    close: () => clearInterval(timer),
  };
}
