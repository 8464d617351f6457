import type { PostgresOptions } from './postgres/pools.ts';
import type { Store } from './store.ts';

/** Opens a Postgres database, migrating it first. Its driver is loaded now: a gateway on SQLite starts without it. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const postgres = await import('./postgres/store.ts');
  return await postgres.openPostgres(options);
}
