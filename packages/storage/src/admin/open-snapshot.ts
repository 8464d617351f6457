import type { StoreAddress } from '../engines/copy/store-address.ts';
import type { Snapshot } from './snapshot.ts';
import { openSqliteSnapshot } from './snapshot-sqlite.ts';

/** Opens a snapshot. Throws UnreadableDatabase, or MigrationError if a newer version wrote the database or it cannot be reached. */
export async function openSnapshot(address: StoreAddress): Promise<Snapshot> {
  if (address.engine === 'sqlite') return openSqliteSnapshot(address.file);
  // Load the driver only here: checking SQLite does not need it.
  const { openPostgresSnapshot } = await import('./snapshot-postgres.ts');
  return await openPostgresSnapshot(address.url);
}
