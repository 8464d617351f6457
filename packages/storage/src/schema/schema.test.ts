import Database from 'better-sqlite3';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { migratePostgres } from '../engines/postgres/migrate.ts';
import { migrateSqlite } from '../engines/sqlite/migrate.ts';
import { readMigrations } from '../migrate.ts';
import { createTestDatabase, postgresMissing } from '../testing/index.ts';
import { postgresTables, sqliteTables, type Tables } from './schema.ts';

type Shape = Record<string, { type: string; required: boolean }>;

/** The tables as the queries believe them to be. */
function believed(tables: Tables, isKey: (column: { primary: boolean; notNull: boolean }) => boolean): Record<string, Shape> {
  return Object.fromEntries(
    Object.values(tables).map((table) => [
      getTableName(table),
      Object.fromEntries(
        Object.values(getTableColumns(table)).map((column) => [
          column.name,
          { type: column.getSQLType(), required: column.notNull || isKey(column) },
        ]),
      ),
    ]),
  );
}

describe('the migrations create the tables that the queries expect', () => {
  it('on SQLite', () => {
    const database = new Database(':memory:');
    migrateSqlite(database, readMigrations('sqlite'));
    const made = Object.fromEntries(
      Object.values(sqliteTables).map((table) => {
        const columns = database.pragma(`table_info(${getTableName(table)})`) as {
          name: string;
          type: string;
          notnull: number;
          pk: number;
        }[];
        const shape = columns.map(({ name, type, notnull, pk }) => [name, { type: type.toLowerCase(), required: notnull === 1 || pk > 0 }]);
        return [getTableName(table), Object.fromEntries(shape)];
      }),
    );
    database.close();
    expect(made).toEqual(believed(sqliteTables, ({ primary }) => primary));
  });

  it.skipIf(postgresMissing() !== undefined)('on Postgres, with every text compared as SQLite does', async () => {
    await using test = await createTestDatabase();
    await migratePostgres(test.url, readMigrations('postgres'));
    await using client = await test.connect();
    const { rows } = await client.query<{
      table_name: string;
      column_name: string;
      data_type: string;
      is_nullable: string;
      collation_name: string | null;
    }>("select * from information_schema.columns where table_schema = 'public' and column_name not in ('written_by', 'minute')");
    const names: string[] = Object.values(postgresTables).map((table) => getTableName(table));
    const made: Record<string, Shape> = {};
    for (const { table_name, column_name, data_type, is_nullable } of rows.filter((row) => names.includes(row.table_name))) {
      const type = data_type === 'ARRAY' ? 'bigint[]' : column_name === 'id' && data_type === 'bigint' ? 'bigserial' : data_type;
      (made[table_name] ??= {})[column_name] = { type, required: is_nullable === 'NO' };
    }
    expect(made).toEqual(believed(postgresTables, ({ primary }) => primary));
    const texts = rows.filter(({ table_name, data_type }) => data_type === 'text' && table_name !== 'migrations');
    expect(texts.filter(({ collation_name }) => collation_name !== 'C')).toEqual([]);
  });
});
