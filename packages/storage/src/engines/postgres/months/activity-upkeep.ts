import { hourMs } from '@gatehouse/domain';
import pg from 'pg';
import { sayFarewell } from '../pipeline/graceful-close.ts';
import { commonSettings, connectionConfig, type PostgresOptions } from '../pool/pools.ts';
import { applySettings } from '../pool/settings.ts';
import { dropActivityMonths, makeActivityMonths } from './activity-months.ts';

export interface ActivityUpkeep {
  /** Removes whole months that are older than `before`, and returns their number. Months under a long read stay for now. */
  removeOldMonths(before: number): Promise<number>;
  /** Stops making months. Resolves when no work on months is running. */
  close(): Promise<void>;
}

/** Two months are always made in advance, so a failure can last weeks. Even after that no row is refused. */
const everyMs = 6 * hourMs;

/** Makes partitions for coming months, now and while the store is open. Any number of processes may run it. */
export async function keepActivityMonths(options: PostgresOptions): Promise<ActivityUpkeep> {
  const { report = () => {} } = options;

  let underWay: Promise<unknown> = Promise.resolve();

  function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const done = onOwnConnection(work);
    underWay = Promise.allSettled([underWay, done]);
    return done;
  }

  async function onOwnConnection<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(connectionConfig(options));
    // The next statement reports the error of a connection that breaks between two statements.
    client.on('error', () => {});
    await client.connect();
    try {
      await applySettings(client, commonSettings(options));
      return await work(client);
    } finally {
      await sayFarewell(client);
    }
  }

  async function make(): Promise<void> {
    const now = Date.now();
    await withClient((client) => makeActivityMonths(client, { from: now, to: now })).catch(report);
  }

  await make();
  const timer = setInterval(make, everyMs).unref();
  return {
    removeOldMonths: async (before) => (await withClient((client) => dropActivityMonths(client, before))).length,
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
