import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqliteTables, type Tables } from '../../schema/schema.ts';
import { findUnreported } from '../../testing/any-value.ts';
import { type Edited, openEdited } from '../../testing/edited-database.ts';
import { testEngines } from '../../testing/index.ts';

describe.each(testEngines())('verifyDatabase on $name', ({ dialect, missing }) => {
  let edited: Edited;
  beforeAll(async () => {
    if (missing === undefined) edited = await openEdited(dialect);
  });
  afterAll(async () => await edited?.close());

  // Tests only two tables on Postgres, because the statements are the same on both engines. The nightly run tests all.
  const tables = dialect === 'sqlite' ? (Object.keys(sqliteTables) as (keyof Tables)[]) : (['callSlots', 'connections'] as const);
  it.skipIf(missing).each(tables)('reports any value in a column of %s', async (key) => {
    expect(await findUnreported(edited, key, 'first')).toEqual([]);
  });
});
