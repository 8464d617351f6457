import type pg from 'pg';
import { type AppliedMigration, type Migration, MigrationError, pendingMigrations } from '../../migrate.ts';
import { connectAlone } from './pipeline/connect.ts';
import { isContention, StandbyError } from './pipeline/faults.ts';
import { inTransaction } from './pipeline/in-transaction.ts';

const oldestVersion = 15;
const contentionTries = 5;

/**
 * Brings a database up to date in one transaction and returns the names of the applied migrations. Processes that start together wait for
 * one another. A database that is up to date is not locked.
 */
export async function migratePostgres(url: string, migrations: Migration[]): Promise<string[]> {
  const client = await connectAlone(url, 'migrations');
  try {
    await requireUsableServer(client);
    if (pendingMigrations(migrations, await appliedToPostgres(client)).length === 0) return [];
    for (let tries = 1; ; tries++) {
      try {
        return await applyInTransaction(client, migrations);
      } catch (error) {
        // Gateways continue meanwhile, and may have locked the same tables in another order.
        if (!isContention(error) || tries === contentionTries) throw error;
      }
    }
  } finally {
    await client.end();
  }
}

/** Lists the migrations a database still needs, without changing it. */
export async function pendingPostgresMigrations(url: string, migrations: Migration[]): Promise<Migration[]> {
  const client = await connectAlone(url, 'migrations');
  try {
    return await pendingMigrationsOn(client, migrations);
  } finally {
    await client.end();
  }
}

/** Lists the pending migrations of a database through an open connection. */
export async function pendingMigrationsOn(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  return pendingMigrations(migrations, await appliedToPostgres(client));
}

function applyInTransaction(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  return inTransaction(client, async () => {
    // Held until the transaction ends. Every migrating process asks for the same lock.
    await client.query("select pg_advisory_xact_lock(hashtextextended('gatehouse migrations', 0))");
    return await applyPending(client, migrations);
  });
}

async function applyPending(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (number bigserial primary key, name text not null, hash text not null, at bigint not null)',
  );
  const pending = pendingMigrations(migrations, await appliedToPostgres(client));
  for (const { name, sql, hash } of pending) {
    await client.query(sql);
    await client.query('insert into migrations (name, hash, at) values ($1, $2, $3)', [name, hash, Date.now()]);
  }
  return pending.map(({ name }) => name);
}

/** Lists the migrations that were applied to this database. */
export async function appliedToPostgres(client: pg.Client): Promise<AppliedMigration[]> {
  const known = await client.query("select to_regclass('migrations') is not null as known");
  if (!known.rows[0].known) return [];
  const { rows } = await client.query<AppliedMigration>('select name, hash from migrations order by number');
  return rows;
}

async function requireUsableServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding, pg_is_in_recovery() as standby",
  );
  const { version, encoding, standby } = rows[0];
  if (version < oldestVersion) throw new MigrationError(`this server is Postgres ${version}; Gatehouse needs ${oldestVersion} or newer`);
  if (encoding !== 'UTF8') {
    throw new MigrationError(`this database stores text as ${encoding}; create one with "create database ... encoding 'UTF8'"`);
  }
  if (standby)
    throw new MigrationError('this server is a standby; set DATABASE_URL to the address of the primary', { cause: new StandbyError() });
}
