import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgres } from '../engines/open-postgres.ts';
import { openSqlite } from '../engines/sqlite/store.ts';
import type { Store } from '../engines/store.ts';
import { putMigratedSqlite } from './migrated-sqlite.ts';
import { createMigratedDatabase, postgresMissing } from './test-database.ts';

export interface TestStore extends AsyncDisposable {
  store: Store;
  /** The same database as another process sees it. */
  openAnother(): Promise<Store>;
}

export interface TestEngine {
  /** With the reason why its tests are skipped, where they are. */
  name: string;
  dialect: Store['dialect'];
  missing: string | undefined;
  /** An empty database. */
  open(): Promise<TestStore>;
}

/** Every engine, for suites that each must pass. */
export function testEngines(): readonly TestEngine[] {
  const missing = postgresMissing();
  const postgres = missing === undefined ? 'Postgres' : `Postgres (skipped: ${missing})`;
  return [
    { name: 'SQLite', dialect: 'sqlite', missing: undefined, open: openTestSqlite },
    { name: postgres, dialect: 'postgres', missing, open: openTestPostgres },
  ];
}

async function openTestSqlite(): Promise<TestStore> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-sqlite-'));
  const file = path.join(folder, 'gatehouse.db');
  await putMigratedSqlite(file);
  const open = async () => openSqlite({ file, indexing: 'at once' });
  return await closing(open, async () => rmSync(folder, { recursive: true }));
}

async function openTestPostgres(): Promise<TestStore> {
  const database = await createMigratedDatabase();
  // A test's virtual time decides about the limit too.
  const open = () => openPostgres({ url: database.url, slotClock: 'caller' });
  return await closing(open, async () => await database[Symbol.asyncDispose]());
}

async function closing(open: () => Promise<Store>, remove: () => Promise<void>): Promise<TestStore> {
  const opened: Store[] = [];
  const openAnother = async (): Promise<Store> => {
    const store = await open();
    opened.push(store);
    return store;
  };
  return {
    store: await openAnother(),
    openAnother,
    async [Symbol.asyncDispose]() {
      for (const store of opened) await store.close();
      await remove();
    },
  };
}
