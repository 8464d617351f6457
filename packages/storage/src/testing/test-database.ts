import { randomUUID } from 'node:crypto';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { startPostgres, type ThrowAwayPostgres } from './start-postgres.ts';

export interface TestDatabase extends AsyncDisposable {
  url: string;
}

let shared: Promise<ThrowAwayPostgres> | undefined;

/** Why tests on Postgres cannot run on this machine; undefined when they can. For `describe.skipIf` and the test's name. */
export function postgresMissing(): string | undefined {
  const binaries = findPostgresBinaries();
  return 'missing' in binaries ? binaries.missing : undefined;
}

/** An empty database of its own on the one throw-away Postgres of this test process. */
export async function createTestDatabase(): Promise<TestDatabase> {
  shared ??= startPostgres();
  const server = await shared;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runStatement(server, `create database ${name}`);
  return {
    url: server.url(name),
    [Symbol.asyncDispose]: () => runStatement(server, `drop database ${name} with (force)`),
  };
}

async function runStatement(server: ThrowAwayPostgres, statement: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
