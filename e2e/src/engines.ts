import path from 'node:path';
import { createMigratedDatabase, openPostgres, openSqlite, postgresMissing, type Store, type TestDatabase } from '@gatehouse/storage';
import { describe } from 'vitest';

/** A database that behaviours are run on: they must hold on every one. */
export interface StorageEngine {
  name: string;
  /** Why its tests are skipped on this machine; undefined where they run. */
  missing?: string | undefined;
  /** Opens the database of a data directory; a second opening is a second process's view of it. */
  open(folder: string): Store | Promise<Store>;
  /** What the environment of a process says, so that it works on the same. */
  environment(folder: string): Promise<Record<string, string>>;
  /** What it keeps outside that directory, as text. */
  dump(folder: string): Promise<string>;
}

export const sqliteEngine: StorageEngine = {
  name: 'SQLite',
  // What must survive a crash is tested with a process of its own; here waiting for the disk would only cost time.
  open: (folder) => openSqlite({ file: path.join(folder, 'gatehouse.db'), durability: 'relaxed' }),
  environment: async () => ({}),
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
  dump: async (folder) => (await (await databases.get(folder))?.dump()) ?? '',
};

function databaseOf(folder: string): Promise<TestDatabase> {
  const database = databases.get(folder) ?? createMigratedDatabase();
  databases.set(folder, database);
  return database;
}

/** What tests run on that do not choose: the same files run on both, each in a project of its own (`vitest.workspace.ts`). */
export const givenEngine = process.env.E2E_ENGINE === 'Postgres' ? postgresEngine : sqliteEngine;

const engines: readonly StorageEngine[] = [sqliteEngine, postgresEngine];

/** Runs a group of tests on every engine. */
export function forEachEngine(define: (engine: StorageEngine) => void): void {
  for (const engine of engines) {
    const name = engine.missing === undefined ? `on ${engine.name}` : `on ${engine.name} (skipped: ${engine.missing})`;
    describe.skipIf(engine.missing !== undefined)(name, () => define(engine));
  }
}
