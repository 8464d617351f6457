import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { createMigratedDatabase, postgresMissing, putMigratedSqlite, type TestDatabase } from '@gatehouse/storage/testing';
import { describe, it } from 'vitest';

/** A database that behaviours are run on: they must hold on every one. */
export interface StorageEngine {
  name: string;
  /** Reason why its tests are skipped on this machine. Undefined if they run. */
  missing?: string | undefined;
  /** Opens the database of a data directory. Opening it twice simulates a second process. */
  open(folder: string): Store | Promise<Store>;
  /** Environment variables with which a process uses the same database. */
  environment(folder: string): Promise<Record<string, string>>;
  /** Address for `gatehouse copy`. */
  address(folder: string): Promise<string>;
  /** Runs a query without the product. */
  query(folder: string, query: string): Promise<Record<string, unknown>[]>;
  /** The results of several queries over one connection: opening a connection costs Postgres more than most queries. */
  queryEach(folder: string, queries: readonly string[]): Promise<Record<string, unknown>[][]>;
  /**
   * Changes the database without the product. This process must not have it open, because a second library releases the locks of an SQLite
   * file.
   */
  change(folder: string, statement: string): Promise<void>;
  /** Returns its data outside of that directory, as text. */
  dump(folder: string): Promise<string>;
}

export const sqliteEngine: StorageEngine = {
  name: 'SQLite',
  // Crash safety is tested with separate processes. Here, waiting for the disk would only take time.
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

/** Engine of tests that do not choose one. The same files run on both engines, each in a separate project (`vitest.workspace.ts`). */
export const givenEngine = process.env.E2E_ENGINE === 'Postgres' ? postgresEngine : sqliteEngine;

/** Defines a test of SQLite's file, or of a command that needs such a file (`backup`). Tests for both engines must not use it. */
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
