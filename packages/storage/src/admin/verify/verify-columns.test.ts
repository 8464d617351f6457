import { getTableColumns, getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqliteTables, type Tables } from '../../schema/schema.ts';
import { columnEdits, furtherEdits, unknowable } from '../../testing/column-edits.ts';
import { type Edited, openEdited } from '../../testing/edited-database.ts';
import { testEngines } from '../../testing/index.ts';
import { openPlaced } from '../../testing/whole-workspace.ts';
import { verifyDatabase } from './verify.ts';

type TableKey = keyof Tables;
const tables = Object.keys(sqliteTables) as TableKey[];
const columnsOf = (table: TableKey) => Object.values(getTableColumns(sqliteTables[table])).map(({ name }) => name as string);

describe('the edits', () => {
  it('cover every column of the schema, except those with a reason why no value is wrong', () => {
    const known = tables.flatMap((table) => columnsOf(table).map((column) => `${getTableName(sqliteTables[table])}.${column}`));
    expect([...Object.keys(columnEdits), ...Object.keys(unknowable)].sort()).toEqual(known.sort());
    expect(Object.keys(columnEdits).length).toBeGreaterThan(150);
  });
});

describe.each(testEngines())('verifyDatabase on $name', ({ dialect, missing }) => {
  let edited: Edited;
  beforeAll(async () => {
    if (missing === undefined) edited = await openEdited(dialect);
  });
  afterAll(async () => await edited?.close());

  const verify = async () => (await verifyDatabase({ database: edited.database, openSecret: openPlaced })).problems;

  it.skipIf(missing)('reports nothing for valid rows in every table', async () => {
    expect(await verify()).toEqual([]);
  });

  it.skipIf(missing).each(furtherEdits)('notices another edit of %s: %s', async (place, sql) => {
    const [table = '', column = ''] = place.split('.');
    expect(await edited.during(table, `update ${table} set ${column} = ${sql}`, verify)).not.toEqual([]);
    expect(await verify()).toEqual([]);
  });

  // The rows are read by statements of each engine, and judged by the same code.
  const options = dialect === 'sqlite' ? {} : { tags: ['nightly'] };
  it.skipIf(missing).each(tables)('notices an edit of any one column of %s', options, async (key) => {
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
    // Checks that each edit was reverted. Otherwise it would be reported instead of the next one.
    expect(await verify()).toEqual([]);
  });
});
