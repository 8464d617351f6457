import { existsSync } from 'node:fs';
import { dayMs } from '@gatehouse/domain';
import { ask, type Op, runAsync, runSync } from '../../kernel/ops.ts';
import { MigrationError, readMigrations } from '../../migrate.ts';
import type { Engine } from '../../query/engine.ts';
import type { SearchWithWords } from '../../search/words/word-search.ts';
import { postgresEngine } from '../postgres/engine.ts';
import { migratePostgres, pendingPostgresMigrations } from '../postgres/migrate.ts';
import { makeActivityMonths } from '../postgres/months/activity-months.ts';
import { connectAlone } from '../postgres/pipeline/connect.ts';
import { inTransaction } from '../postgres/pipeline/in-transaction.ts';
import { type Answer, runOn, type Statement } from '../postgres/pipeline/statement.ts';
import { postgresSearch } from '../postgres/search.ts';
import { asSession, type TransactionContext } from '../postgres/session.ts';
import { openConnection } from '../sqlite/connection.ts';
import { sqliteEngine } from '../sqlite/engine.ts';
import { migrateSqlite, pendingSqliteMigrations } from '../sqlite/migrate.ts';
import { sqliteSearch } from '../sqlite/search.ts';
import { noStaleBodies } from '../sqlite/stale-bodies.ts';
import { CopyError } from './copy-error.ts';
import type { StoreAddress } from './store-address.ts';

/** One end of a copy: its queries, and transactions to run them in. */
export interface CopyEnd {
  engine: Engine;
  search: SearchWithWords;
  transaction<T>(program: () => Op<T>): Promise<T>;
  /** Creates the months of a log that begins at this time, so that copied rows are stored like new ones. */
  makeMonths(oldest: number | undefined): Promise<void>;
  /** Sets the database's counters to continue after the copied numbers. */
  continueNumbers(): Op<void>;
  /** Updates the statistics now. Otherwise the database would plan as for empty tables until its own update, a minute later. */
  takeStatistics(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the source for reading, as it is at this instant. */
export function openSource(address: StoreAddress): Promise<CopyEnd> {
  return address.engine === 'sqlite' ? openSqliteSource(address.file) : openPostgresSource(address.url);
}

/** Opens the target for writing, and creates its tables. */
export async function openTarget(address: StoreAddress): Promise<CopyEnd> {
  if (address.engine === 'postgres') {
    await migratePostgres(address.url, readMigrations('postgres'));
    return await openPostgresEnd(address.url, true);
  }
  const connection = openConnection(address.file);
  migrateSqlite(connection, readMigrations('sqlite'));
  return sqliteEnd(connection, true);
}

async function openSqliteSource(file: string): Promise<CopyEnd> {
  if (!existsSync(file)) throw new CopyError(`the file ${file} does not exist`);
  const connection = openConnection(file);
  const all = readMigrations('sqlite');
  const pending = pendingSqliteMigrations(connection, all);
  if (pending.length === all.length) {
    connection.close();
    throw new CopyError(`${file} does not contain a workspace`);
  }
  refuseOutdated(pending.length);
  connection.exec('BEGIN');
  return sqliteEnd(connection, false);
}

async function openPostgresSource(url: string): Promise<CopyEnd> {
  const all = readMigrations('postgres');
  const pending = await pendingPostgresMigrations(url, all);
  if (pending.length === all.length) throw new CopyError('this database does not contain a workspace');
  refuseOutdated(pending.length);
  return await openPostgresEnd(url, false);
}

async function openPostgresEnd(url: string, writes: boolean): Promise<CopyEnd> {
  const client = await connectAlone(url, 'copy');
  if (!writes) await client.query('begin isolation level repeatable read read only');
  const run = (statement: Statement, values: unknown[]): Promise<Answer> => runOn(client, statement, values);
  const session: Pick<TransactionContext, 'run' | 'send'> = { run, send: async (statement, values) => void (await run(statement, values)) };
  const engine = postgresEngine();
  return {
    engine,
    search: postgresSearch(engine),
    async transaction(program) {
      if (!writes) return await runAsync(program(), session);
      return await inTransaction(client, () => runAsync(program(), session));
    },
    async makeMonths(oldest) {
      const now = Date.now();
      await makeActivityMonths(client, { from: Math.max(oldest ?? now, now - maxLogMs), to: now });
    },
    *continueNumbers() {
      yield* ask((on) => asSession(on).run(continueActivity, []));
    },
    takeStatistics: async () => void (await client.query('analyze')),
    close: () => client.end(),
  };
}

/** Maximum age of a row that gets a partition for its month. Older rows are stored with those of wrong clocks. */
const maxLogMs = 5 * 365 * dayMs;

const continueActivity: Statement = {
  text: "select setval(pg_get_serial_sequence('activity', 'id'), (select coalesce(max(id), 1) from activity), (select count(*) > 0 from activity))",
};

function refuseOutdated(pending: number): void {
  if (pending > 0) throw new MigrationError(`the source lacks ${pending} migrations; start this version with it once, then copy`);
}

function sqliteEnd(connection: ReturnType<typeof openConnection>, writes: boolean): CopyEnd {
  const engine = sqliteEngine(connection);
  // A copy is complete when it ends, so nothing is left for later indexing.
  const search = sqliteSearch(connection, engine, { stale: noStaleBodies(connection), merges: { noted: () => {} } });
  return {
    engine,
    search,
    // The source is read in one transaction, which is already open.
    transaction: async (program) => (writes ? connection.transaction(() => runSync(program())).immediate() : runSync(program())),
    async makeMonths() {},
    *continueNumbers() {},
    async takeStatistics() {},
    async close() {
      connection.close();
    },
  };
}
