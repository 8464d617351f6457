import type { StoreAddress } from '../copy/store-address.ts';
import type { Snapshot } from './snapshot.ts';
import { openSqliteSnapshot } from './snapshot-sqlite.ts';

/** Throws an UnreadableDatabase, or a MigrationError of one that a newer version wrote or nobody can connect to. */
export async function openSnapshot(address: StoreAddress): Promise<Snapshot> {
  if (address.engine === 'sqlite') return openSqliteSnapshot(address.file);
  // Loaded now: looking at SQLite needs no driver of Postgres.
  const { openPostgresSnapshot } = await import('./snapshot-postgres.ts');
  return await openPostgresSnapshot(address.url);
}
