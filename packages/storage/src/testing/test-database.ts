import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { openPostgres } from '../engines/open-postgres.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { startPostgres, type ThrowAwayPostgres } from './start-postgres.ts';

export interface TestDatabase extends AsyncDisposable {
  url: string;
  /** Runs one statement on it, as an operator does beside the product. */
  run(statement: string): Promise<Record<string, string>[]>;
  /** Opens a connection for several statements. It ends with its scope. */
  connect(): Promise<pg.Client & AsyncDisposable>;
  /** Every row of every table as text, bytes in hex. */
  dump(): Promise<string>;
}

let shared: Promise<ThrowAwayPostgres> | undefined;
let migrated: Promise<void> | undefined;
const template = 'migrated';

/** Reason why tests on Postgres cannot run on this machine. Undefined if they can. For `describe.skipIf` and the test's name. */
export function postgresMissing(): string | undefined {
  const binaries = findPostgresBinaries();
  return 'missing' in binaries ? binaries.missing : undefined;
}

/** An empty database of its own on the one throw-away Postgres of this test process. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return await createDatabase(await sharedServer(), '');
}

/** The same with all of its tables, copied from one that was migrated once: that takes a quarter of the time. */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  const server = await sharedServer();
  await (migrated ??= migrateTemplate(server));
  // Copied as files, not block by block through the log: that takes half the time.
  return await createDatabase(server, `template ${template} strategy file_copy`);
}

function sharedServer(): Promise<ThrowAwayPostgres> {
  shared ??= startPostgres();
  return shared;
}

async function migrateTemplate(server: ThrowAwayPostgres): Promise<void> {
  await runStatement(server.url(), `create database ${template}`);
  const store = await openPostgres({ url: server.url(template) });
  await store.close();
}

async function createDatabase(server: ThrowAwayPostgres, how: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runStatement(server.url(), `create database ${name} ${how}`);
  return {
    url: server.url(name),
    run: (statement) => runStatement(server.url(name), statement),
    connect: () => connect(server.url(name)),
    dump: () => dumpRows(server.url(name)),
    [Symbol.asyncDispose]: async () => void (await runStatement(server.url(), `drop database ${name} with (force)`)),
  };
}

async function dumpRows(url: string): Promise<string> {
  const tables = await runStatement(
    url,
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  );
  const rows = tables.map(({ name }) => `select row::text as text from ${name} row`);
  if (rows.length === 0) return '';
  return (await runStatement(url, rows.join(' union all '))).map(({ text }) => text).join('\n');
}

/** Runs statements on a database, as an operator does beside the product. */
export async function runStatement(url: string, statement: string): Promise<Record<string, string>[]> {
  await using client = await connect(url);
  return (await client.query(statement)).rows;
}

async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
