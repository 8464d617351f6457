import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoreAddress } from '../copy/store-address.ts';
import { openPostgres } from '../open-postgres.ts';
import { sqliteTables, type Tables } from '../schema.ts';
import { openSqlite } from '../sqlite/store.ts';
import { columnEdits, unknowable } from '../testing/column-edits.ts';
import { createMigratedDatabase, type TestDatabase, testEngines } from '../testing/index.ts';
import { fillWorkspace, openPlaced } from '../testing/whole-workspace.ts';
import { verifyDatabase } from './verify.ts';

type TableKey = keyof Tables;
const tables = Object.keys(sqliteTables) as TableKey[];
const columnsOf = (table: TableKey) => Object.values(getTableColumns(sqliteTables[table])).map(({ name }) => name as string);

/** A filled database, of which each edit is taken back. */
interface Edited {
  database: StoreAddress;
  /** Rejects when the edit finds no row. */
  during<T>(table: string, edit: string, look: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

describe('the edits', () => {
  it('are of every column of the schema, but those of which a reason says why no value is wrong', () => {
    const known = tables.flatMap((table) => columnsOf(table).map((column) => `${getTableName(sqliteTables[table])}.${column}`));
    expect([...Object.keys(columnEdits), ...Object.keys(unknowable)].sort()).toEqual(known.sort());
    expect(Object.keys(columnEdits).length).toBeGreaterThan(150);
  });
});

describe.each(testEngines())('verifyDatabase on $name', ({ dialect, missing }) => {
  let edited: Edited;
  beforeAll(async () => {
    if (missing === undefined) edited = await (dialect === 'sqlite' ? editedSqlite() : editedPostgres());
  });
  afterAll(async () => await edited?.close());

  const verify = async () => (await verifyDatabase({ database: edited.database, openSecret: openPlaced })).problems;

  it.skipIf(missing)('finds nothing wrong with rows in every table', async () => {
    expect(await verify()).toEqual([]);
  });

  it.skipIf(missing).each(tables)('notices an edit of any one column of %s', async (key) => {
    const table = getTableName(sqliteTables[key]);
    const unnoticed: string[] = [];
    for (const column of columnsOf(key)) {
      const edit = columnEdits[`${table}.${column}`];
      const sql = typeof edit === 'string' || edit === undefined ? edit : edit[dialect];
      if (sql === undefined) continue;
      const problems = await edited.during(table, `update ${table} set ${column} = ${sql}`, verify);
      if (problems.length === 0) unnoticed.push(`${column} = ${sql}`);
    }
    expect(unnoticed).toEqual([]);
    // Each was taken back: else it would be noticed in place of the next.
    expect(await verify()).toEqual([]);
  });
});

async function editedSqlite(): Promise<Edited> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-columns-'));
  const [whole, file] = [path.join(folder, 'whole.db'), path.join(folder, 'gatehouse.db')];
  const store = openSqlite({ file: whole, durability: 'relaxed' });
  await fillWorkspace(store);
  await store.close();
  copyFileSync(whole, file);
  return {
    database: { engine: 'sqlite', file },
    async during(_table, edit, look) {
      const connection = new Database(file);
      const { changes } = connection.prepare(edit).run();
      connection.close();
      if (changes !== 1) throw new Error(`${edit}: changed ${changes} rows`);
      const seen = await look();
      copyFileSync(whole, file);
      return seen;
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
}

async function editedPostgres(): Promise<Edited> {
  const test: TestDatabase = await createMigratedDatabase();
  const store = await openPostgres({ url: test.url });
  await fillWorkspace(store);
  await store.close();
  const client = await test.connect();
  await client.query('create schema saved');
  return {
    database: { engine: 'postgres', url: test.url },
    async during(table, edit, look) {
      await client.query(`create table if not exists saved.${table} as select * from ${table}`);
      try {
        const { rowCount } = await client.query(edit);
        if (rowCount !== 1) throw new Error(`${edit}: changed ${rowCount} rows`);
        return await look();
      } finally {
        await client.query(`delete from ${table}; insert into ${table} select * from saved.${table}`);
      }
    },
    async close() {
      await client.end();
      await test[Symbol.asyncDispose]();
    },
  };
}
