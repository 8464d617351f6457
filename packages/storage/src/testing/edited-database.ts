import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { StoreAddress } from '../engines/copy/store-address.ts';
import { openPostgres } from '../engines/open-postgres.ts';
import { openSqlite } from '../engines/sqlite/store.ts';
import { createMigratedDatabase, type TestDatabase } from './test-database.ts';
import { fillWorkspace } from './whole-workspace.ts';

/** A filled database, of which each edit is taken back. */
export interface Edited {
  database: StoreAddress;
  /** Rejects when the edit changes another number of rows than one, or the database refuses it. */
  during<T>(table: string, edit: string, look: () => Promise<T>): Promise<T>;
  /** Removes the constraints of a table: its columns accept null, and on SQLite any type. */
  loosen(table: string): Promise<void>;
  close(): Promise<void>;
}

export function openEdited(dialect: StoreAddress['engine']): Promise<Edited> {
  return dialect === 'sqlite' ? editedSqlite() : editedPostgres();
}

async function editedSqlite(): Promise<Edited> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-columns-'));
  const [whole, file] = [path.join(folder, 'whole.db'), path.join(folder, 'gatehouse.db')];
  const store = openSqlite({ file: whole });
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
    async loosen(table) {
      const connection = new Database(whole);
      connection.unsafeMode(true);
      connection.pragma('writable_schema = on');
      const { sql } = connection.prepare('select sql from sqlite_schema where name = ?').get(table) as { sql: string };
      const loose = sql.replaceAll(/ not null| (?:integer|text|blob)(?! primary)/g, '').replace(') strict', ')');
      connection.prepare('update sqlite_schema set sql = ? where name = ?').run(loose, table);
      connection.close();
      copyFileSync(whole, file);
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
    async loosen(table) {
      const { rows } = await client.query(
        `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attnotnull and not exists
         (select 1 from pg_index where indrelid = attrelid and indisprimary and attnum = any(indkey))`,
        [table],
      );
      for (const { name } of rows) await client.query(`alter table ${table} alter ${name} drop not null`);
    },
    async close() {
      await client.end();
      await test[Symbol.asyncDispose]();
    },
  };
}
