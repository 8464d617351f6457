import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { StoreAddress } from '../engines/copy/store-address.ts';
import { openPostgres } from '../engines/open-postgres.ts';
import { openSqlite } from '../engines/sqlite/store.ts';
import { createTestDatabase, postgresMissing } from '../testing/index.ts';
import { acme, createAcme, sampleActivity } from '../testing/sample-rows.ts';
import { readStorageUse } from './storage-use.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-use-'));
const missing = postgresMissing();

afterAll(() => rmSync(folder, { recursive: true }));

describe('readStorageUse', () => {
  it('counts rows and bytes on SQLite', async () => {
    const file = path.join(folder, 'gatehouse.db');
    const use = await useOf({ engine: 'sqlite', file });
    expect(use).toMatchObject(filled);
    expect(use?.sizeBytes).toBeGreaterThan(100_000);
    expect(use?.sizeBytes).toBe(statSync(file).size);
  });

  it.skipIf(missing)(`counts rows and bytes on Postgres${missing === undefined ? '' : ` (skipped: ${missing})`}`, async () => {
    await using database = await createTestDatabase();
    expect(await readStorageUse({ engine: 'postgres', url: database.url })).toBeUndefined();
    const use = await useOf({ engine: 'postgres', url: database.url });
    expect(use).toMatchObject(filled);
    expect(use?.sizeBytes).toBeGreaterThan(1_000_000);
  });
});

const filled = { activityRows: 8, oldestActivityAt: 102, files: 1, fileBytes: 100_000, filesElsewhere: 0 };

async function useOf(address: StoreAddress) {
  const store = address.engine === 'sqlite' ? openSqlite({ file: address.file }) : await openPostgres({ url: address.url });
  expect(await readStorageUse(address)).toMatchObject({ activityRows: 0, oldestActivityAt: null, files: 0, fileBytes: 0 });
  await store.perform(
    function* () {
      yield* createAcme(store);
      yield* store.contents.putBlob({ id: 'blob_1', orgId: acme.id, createdAt: 9 }, Buffer.alloc(100_000, 7));
      for (let at = 100; at < 110; at++) yield* store.activity.record(sampleActivity({ at }));
      yield* store.activity.removeOld({ afterId: 0, throughId: 2, before: 1000 });
    },
    { changes: true },
  );
  await store.close();
  return await readStorageUse(address);
}
