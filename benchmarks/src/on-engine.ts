import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { createMigratedDatabase } from '@gatehouse/storage/testing';

/** Measures on an empty store, `SQLite` or `Postgres`, and removes the store. */
export async function onEngine(engine: string, measure: (store: Store) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-'));
  try {
    await using database = engine === 'Postgres' ? await createMigratedDatabase() : undefined;
    const store = database ? await openPostgres({ url: database.url }) : openSqlite({ file: path.join(folder, 'gatehouse.db') });
    await measure(store);
    await store.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
