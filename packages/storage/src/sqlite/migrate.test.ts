import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Migration, MigrationError, readMigrations } from '../migrate.ts';
import { sqliteTables } from '../schema.ts';
import { openConnection } from './connection.ts';
import { migrateSqlite, pendingSqliteMigrations } from './migrate.ts';
import { openSqlite } from './store.ts';

let folder: string;
let file: string;
let connection: Database.Database;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-migrate-'));
  file = path.join(folder, 'gatehouse.db');
  connection = openConnection(file);
});
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

const migration = (name: string, sql: string): Migration => ({ name, sql, hash: `hash of ${sql}` });
const first = migration('0001.sql', 'create table parents (id integer primary key) strict');
const second = migration(
  '0002.sql',
  'create table children (id integer primary key, parent integer references parents (id)) strict; insert into parents values (1)',
);
const tables = () => connection.prepare("select name from sqlite_schema where type = 'table' order by name").pluck().all();

describe('migrations', () => {
  it('are applied once, in order, and remembered', () => {
    expect(migrateSqlite(connection, [first])).toEqual(['0001.sql']);
    expect(migrateSqlite(connection, [first])).toEqual([]);
    expect(pendingSqliteMigrations(connection, [first, second]).map(({ name }) => name)).toEqual(['0002.sql']);
    expect(migrateSqlite(connection, [first, second])).toEqual(['0002.sql']);
    expect(tables()).toEqual(['children', 'migrations', 'parents']);
    expect(connection.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  it('leave nothing behind when one of them fails', () => {
    const failing = migration('0003.sql', 'create table half (id integer) strict; insert into nowhere values (1)');
    expect(() => migrateSqlite(connection, [first, failing])).toThrow('no such table: nowhere');
    expect(tables()).toEqual([]);
    expect(connection.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  it('keep the children of a table that is rebuilt', () => {
    migrateSqlite(connection, [first, second]);
    connection.exec('insert into children values (1, 1)');
    const rebuild = migration(
      '0003.sql',
      'create table parents_new (id integer primary key, name text) strict; insert into parents_new select id, null from parents; drop table parents; alter table parents_new rename to parents',
    );
    migrateSqlite(connection, [first, second, rebuild]);
    expect(connection.prepare('select count(*) from children').pluck().get()).toBe(1);
  });

  it('that would break references are taken back', () => {
    migrateSqlite(connection, [first, second]);
    connection.exec('insert into children values (1, 1)');
    const breaking = migration('0003.sql', 'delete from parents');
    expect(() => migrateSqlite(connection, [first, second, breaking])).toThrow(MigrationError);
    expect(connection.prepare('select count(*) from parents').pluck().get()).toBe(1);
  });

  it('of a newer version are refused with what to do, and nothing is changed', () => {
    migrateSqlite(connection, [first, second]);
    expect(() => migrateSqlite(connection, [first])).toThrow(/newer version of Gatehouse; start that version/);
    expect(tables()).toEqual(['children', 'migrations', 'parents']);
  });

  it('that were changed after they were applied are refused by name', () => {
    migrateSqlite(connection, [first]);
    expect(() => migrateSqlite(connection, [{ ...first, hash: 'another' }, second])).toThrow(/0001\.sql differs/);
  });
});

describe('the shipped migrations', () => {
  it('give every table the columns of the schema, and no other', () => {
    migrateSqlite(connection, readMigrations('sqlite'));
    for (const table of Object.values(sqliteTables)) {
      const { name, columns } = describeTable(table);
      const stored = connection.prepare('select name from pragma_table_info(?)').pluck().all(name) as string[];
      expect([name, stored.sort()]).toEqual([name, columns.sort()]);
    }
  });

  it('refuse a file of a newer version when it is opened', () => {
    migrateSqlite(connection, readMigrations('sqlite'));
    connection.exec("insert into migrations (name, hash, at) values ('9999_later.sql', 'unknown', 0)");
    expect(() => openSqlite({ file })).toThrow(MigrationError);
  });

  it('let two processes create one file at once', async () => {
    const other = path.join(folder, 'other.db');
    const stores = [openSqlite({ file: other }), openSqlite({ file: other })];
    await Promise.all(stores.map((store) => store.checkWritable()));
    for (const store of stores) await store.close();
  });
});

/** As drizzle keeps them in a table object, behind symbols. */
function describeTable(table: object): { name: string; columns: string[] } {
  const symbols = Object.getOwnPropertySymbols(table);
  const held = (description: string) =>
    (table as Record<symbol, unknown>)[symbols.find((symbol) => symbol.description === description) as symbol];
  const columns = Object.values(held('drizzle:Columns') as Record<string, { name: string }>).map(({ name }) => name);
  return { name: held('drizzle:Name') as string, columns };
}
