import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyDatabase } from '../../admin/verify/verify.ts';
import { type Migration, MigrationError, readMigrations } from '../../migrate.ts';
import { sqliteTables } from '../../schema/schema.ts';
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
  it('are applied once, in order, and recorded', () => {
    expect(migrateSqlite(connection, [first])).toEqual(['0001.sql']);
    expect(migrateSqlite(connection, [first])).toEqual([]);
    expect(pendingSqliteMigrations(connection, [first, second]).map(({ name }) => name)).toEqual(['0002.sql']);
    expect(migrateSqlite(connection, [first, second])).toEqual(['0002.sql']);
    expect(tables()).toEqual(['children', 'migrations', 'parents']);
    expect(connection.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  it('change nothing if one of them fails', () => {
    const failing = migration('0003.sql', 'create table half (id integer) strict; insert into nowhere values (1)');
    expect(() => migrateSqlite(connection, [first, failing])).toThrow('no such table: nowhere');
    expect(tables()).toEqual([]);
    expect(connection.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  it('keep the children of a rebuilt table', () => {
    migrateSqlite(connection, [first, second]);
    connection.exec('insert into children values (1, 1)');
    const rebuild = migration(
      '0003.sql',
      'create table parents_new (id integer primary key, name text) strict; insert into parents_new select id, null from parents; drop table parents; alter table parents_new rename to parents',
    );
    migrateSqlite(connection, [first, second, rebuild]);
    expect(connection.prepare('select count(*) from children').pluck().get()).toBe(1);
  });

  it('are rolled back if they would break references', () => {
    migrateSqlite(connection, [first, second]);
    connection.exec('insert into children values (1, 1)');
    const breaking = migration('0003.sql', 'delete from parents');
    expect(() => migrateSqlite(connection, [first, second, breaking])).toThrow(MigrationError);
    expect(connection.prepare('select count(*) from parents').pluck().get()).toBe(1);
  });

  it('are refused with advice if they are from a newer version, and nothing is changed', () => {
    migrateSqlite(connection, [first, second]);
    expect(() => migrateSqlite(connection, [first])).toThrow(/newer version of Gatehouse \(it has 0002\.sql\); start that version/);
    expect(tables()).toEqual(['children', 'migrations', 'parents']);
  });

  it('are refused, with their name, if they changed after they were applied', () => {
    migrateSqlite(connection, [first]);
    expect(() => migrateSqlite(connection, [{ ...first, hash: 'another' }, second])).toThrow(/0001\.sql differs/);
  });

  it('are applied even if they were added late and sort before applied ones', () => {
    const late = migration('0001_late.sql', 'create table late (id integer primary key) strict');
    migrateSqlite(connection, [first, second]);
    expect(migrateSqlite(connection, [first, late, second])).toEqual(['0001_late.sql']);
    expect(migrateSqlite(connection, [first, late, second])).toEqual([]);
    expect(tables()).toEqual(['children', 'late', 'migrations', 'parents']);
  });

  it('are not applied again if they were renumbered', () => {
    migrateSqlite(connection, [first, second]);
    expect(migrateSqlite(connection, [first, { ...second, name: '0003.sql' }])).toEqual([]);
  });
});

describe('the shipped migrations', () => {
  it('give every table exactly the columns of the schema', () => {
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

  it('index again the text that the earlier index misread', async () => {
    const all = readMigrations('sqlite');
    const later = all.findIndex(({ name }) => name === '0004_search_every_character.sql');
    migrateSqlite(connection, all.slice(0, later));
    connection.exec(`
      insert into organizations (id, number, name, task_count, created_at) values ('org', 1, 'Acme', 0, 1);
      insert into search_names (rowid, name, tags) values (4294967297, '\u0002plan\u0003\u0003', ''), (4294967298, '\u0002a\u{fffe}b\u0003\u0003', '\u0002\u{ffff}\u0003\u0003');
      insert into search_bodies (rowid, body) values (4294967297, 'as it was\u0003\u0003'), (4294967298, 'y\u{10ffff}z\u0003\u0003');`);
    const insert = connection.prepare(`
      insert into items (org_id, id, type, name, kind, mime_type, size_bytes, tags, is_system, is_agent_memory, version_count, last_change, search_row, created_at, updated_at)
        values ('org', ?, 'doc', ?, 'text', 'text/markdown', 1, ?, 0, 0, 1, '', ?, 1, 1)`);
    const insertText = connection.prepare("insert into texts (org_id, item_id, body) values ('org', ?, ?)");
    for (const [id, name, tags, row, body] of [
      ['doc_same', 'plan', '[]', 4294967297n, 'as it was'],
      ['doc_anew', 'a\u{fffe}b', '["\u{ffff}"]', 4294967298n, 'y\u{10ffff}z'],
    ] as const) {
      insert.run(id, name, tags, row);
      insertText.run(id, body);
    }
    const store = openSqlite({ file });
    const viewer = { orgId: 'org', personId: '', seesAll: true, limits: null, at: 0 };
    const find = async (query: string) => (await store.read(() => store.search.find({ viewer, query, limit: 5 }))).map(({ id }) => id);
    for (const query of ['\u{fffe}', 'a\u{fffe}b', '\u{ffff}', '\u{10ffff}', 'y\u{10ffff}z'])
      expect(await find(query)).toEqual(['doc_anew']);
    for (const query of ['\u{fffd}', 'a\u{fffd}b']) expect(await find(query)).toEqual([]);
    for (const query of ['plan', 'as it was']) expect(await find(query)).toEqual(['doc_same']);
    await store.close();
    const { problems } = await verifyDatabase({ database: { engine: 'sqlite', file } });
    expect(problems.filter(({ check }) => check === 'search')).toEqual([]);
  });

  it('let two processes create one file concurrently', async () => {
    const other = path.join(folder, 'other.db');
    const stores = [openSqlite({ file: other }), openSqlite({ file: other })];
    await Promise.all(stores.map((store) => store.checkWritable()));
    for (const store of stores) await store.close();
  });
});

/** Reads the name and columns of a table, which drizzle stores under symbols. */
function describeTable(table: object): { name: string; columns: string[] } {
  const symbols = Object.getOwnPropertySymbols(table);
  const held = (description: string) =>
    (table as Record<symbol, unknown>)[symbols.find((symbol) => symbol.description === description) as symbol];
  const columns = Object.values(held('drizzle:Columns') as Record<string, { name: string }>).map(({ name }) => name);
  return { name: held('drizzle:Name') as string, columns };
}
