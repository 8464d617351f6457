import path from 'node:path';
import { createTestDatabase, openPostgres, openSqlite, postgresMissing, type Store, type TestDatabase } from '@gatehouse/storage';
import { describe } from 'vitest';

/** A database that behaviours are run on: they must hold on every one. */
export interface StorageEngine {
  name: string;
  /** Why its tests are skipped on this machine; undefined where they run. */
  missing?: string | undefined;
  /** Opens the database of a data directory; a second opening is a second process's view of it. */
  open(folder: string): Store | Promise<Store>;
  /** What it keeps outside that directory, as text. */
  dump(folder: string): Promise<string>;
}

export const sqliteEngine: StorageEngine = {
  name: 'SQLite',
  // What must survive a crash is tested with a process of its own; here waiting for the disk would only cost time.
  open: (folder) => openSqlite({ file: path.join(folder, 'gatehouse.db'), durability: 'relaxed' }),
  dump: async () => '',
};

/** The databases of data directories; they go with the server of this test process. */
const databases = new Map<string, Promise<TestDatabase>>();

export const postgresEngine: StorageEngine = {
  name: 'Postgres',
  missing: postgresMissing(),
  async open(folder) {
    const database = databases.get(folder) ?? createTestDatabase();
    databases.set(folder, database);
    // A test's virtual time decides about the limit too.
    return await openPostgres({ url: (await database).url, slotClock: 'caller' });
  },
  dump: async (folder) => (await (await databases.get(folder))?.dump()) ?? '',
};

const engines: readonly StorageEngine[] = [sqliteEngine, postgresEngine];

/** Runs a group of tests on every engine. */
export function forEachEngine(define: (engine: StorageEngine) => void): void {
  for (const engine of engines) {
    const name = engine.missing === undefined ? `on ${engine.name}` : `on ${engine.name} (skipped: ${engine.missing})`;
    describe.skipIf(engine.missing !== undefined)(name, () => define(engine));
  }
}
