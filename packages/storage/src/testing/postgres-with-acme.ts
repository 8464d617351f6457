import { openPostgres } from '../engines/open-postgres.ts';
import type { PostgresOptions } from '../engines/postgres/pool/pools.ts';
import type { Store } from '../engines/store.ts';
import { createAcme } from './sample-rows.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface PostgresWithAcme extends AsyncDisposable {
  database: TestDatabase;
  store: Store;
}

/** One organization on a Postgres of its own. */
export async function openPostgresWithAcme(options: Pick<PostgresOptions, 'slotClock'> = {}): Promise<PostgresWithAcme> {
  const database = await createTestDatabase();
  const store = await openPostgres({ url: database.url, ...options });
  await store.perform(() => createAcme(store), { changes: true });
  return {
    database,
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
