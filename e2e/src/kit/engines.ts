import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { createMigratedDatabase, postgresMissing, putMigratedSqlite, type TestDatabase } from '@gatehouse/storage/testing';
import { describe, it } from 'vitest';

/** A database that behaviours are run on: they must hold on every one. */
export interface StorageEngine {
  name: string;
  /** Why its tests are skipped on this machine; undefined where they run. */
  missing?: string | undefined;
  /** Opens the database of a data directory; a second opening is a second process's view of it. */
  open(folder: string): Store | Promise<Store>;
  /** What the environment of a process says, so that it works on the same. */
  environment(folder: string): Promise<Record<string, string>>;
  /** Its address, as `gatehouse copy` takes it. */
  address(folder: string): Promise<string>;
  /** What a query gives, asked beside the product. */
  query(folder: string, query: string): Promise<Record<string, unknown>[]>;
  /** The results of several queries over one connection: opening a connection costs Postgres more than most queries. */
  queryEach(folder: string, queries: readonly string[]): Promise<Record<string, unknown>[][]>;
  /** Changes it beside the product. This process must not have it open: the locks of a file of SQLite are lost to a second library. */
  change(folder: string, statement: string): Promise<void>;
  /** What it keeps outside that directory, as text. */
  dump(folder: string): Promise<string>;
}

export const sqliteEngine: StorageEngine = {
  name: 'SQLite',
  // What must survive a crash is tested with a process of its own; here waiting for the disk would only cost time.
  async open(folder) {
    await putMigratedSqlite(fileIn(folder));
    return openSqlite({ file: fileIn(folder) });
  },
  environment: async () => ({}),
  address: async (folder) => `sqlite:${fileIn(folder)}`,
  async query(folder, query) {
    using database = new DatabaseSync(fileIn(folder), { readOnly: true });
    return database.prepare(query).all();
  },
  async queryEach(folder, queries) {
    using database = new DatabaseSync(fileIn(folder), { readOnly: true });
    return queries.map((query) => database.prepare(query).all());
  },
  async change(folder, statement) {
    using database = new DatabaseSync(fileIn(folder));
    database.exec(statement);
  },
  dump: async () => '',
};

/** The databases of data directories; they go with the server of this test process. */
const databases = new Map<string, Promise<TestDatabase>>();

export const postgresEngine: StorageEngine = {
  name: 'Postgres',
  missing: postgresMissing(),
  // A test's virtual time decides about the limit too.
  open: async (folder) => await openPostgres({ url: (await databaseOf(folder)).url, slotClock: 'caller' }),
  environment: async (folder) => ({ DATABASE_URL: (await databaseOf(folder)).url }),
  address: async (folder) => (await databaseOf(folder)).url,
  query: async (folder, query) => await (await databaseOf(folder)).run(query),
  async queryEach(folder, queries) {
    await using connection = await (await databaseOf(folder)).connect();
    const answers: Record<string, unknown>[][] = [];
    for (const query of queries) answers.push((await connection.query(query)).rows);
    return answers;
  },
  change: async (folder, statement) => void (await (await databaseOf(folder)).run(statement)),
  dump: async (folder) => (await (await databases.get(folder))?.dump()) ?? '',
};

function fileIn(folder: string): string {
  return path.join(folder, 'gatehouse.db');
}

function databaseOf(folder: string): Promise<TestDatabase> {
  const database = databases.get(folder) ?? createMigratedDatabase();
  databases.set(folder, database);
  return database;
}

/** What tests run on that do not choose: the same files run on both, each in a project of its own (`vitest.workspace.ts`). */
export const givenEngine = process.env.E2E_ENGINE === 'Postgres' ? postgresEngine : sqliteEngine;

/** A test of the file that SQLite keeps, or of what works on such a file alone (`backup`); what holds on both has no place in it. */
export function onlySqlite(name: string, test: () => Promise<void>): void {
  it.skipIf(givenEngine !== sqliteEngine)(name, test);
}

const engines: readonly StorageEngine[] = [sqliteEngine, postgresEngine];

/** Runs a group of tests on every engine. */
export function forEachEngine(define: (engine: StorageEngine) => void): void {
  for (const engine of engines) {
    const name = engine.missing === undefined ? `on ${engine.name}` : `on ${engine.name} (skipped: ${engine.missing})`;
    describe.skipIf(engine.missing !== undefined)(name, () => define(engine));
  }
}
