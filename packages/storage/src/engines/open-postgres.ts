import { readMigrations } from '../migrate.ts';
import type { CopyOutcome, CopyStoreOptions } from './copy/copy-store.ts';
import type { PostgresOptions } from './postgres/pool/pools.ts';
import type { Store } from './store.ts';

/** Opens a Postgres database after migrating it. Loads its driver only now: a gateway on SQLite starts without it. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const postgres = await import('./postgres/store.ts');
  return await postgres.openPostgres(options);
}

/** Brings a Postgres database up to date and returns the names of the migrations it needed. Throws MigrationError if it cannot be used. */
export async function migratePostgresDatabase(url: string): Promise<string[]> {
  const { migratePostgres } = await import('./postgres/migrate.ts');
  return await migratePostgres(url, readMigrations('postgres'));
}

/** Checks that notices from one process reach other processes through this Postgres. See `reportNotices`. */
export async function noticesCome(url: string): Promise<boolean> {
  const trial = await import('./postgres/notices/notices-come.ts');
  return await trial.noticesCome(url);
}

/**
 * Copies a whole history between databases of either engine, and compares the copy. A second run continues the copy. Nothing may write to
 * the source during the copy.
 */
export async function copyStore(options: CopyStoreOptions): Promise<CopyOutcome> {
  const copy = await import('./copy/copy-store.ts');
  return await copy.copyStore(options);
}
