import { type Column, getTableColumns, getTableName } from 'drizzle-orm';
import { verifyDatabase } from '../admin/verify/verify.ts';
import type { StoreAddress } from '../engines/copy/store-address.ts';
import { sqliteTables, type Tables } from '../schema/schema.ts';
import { type Edited, openEdited } from './edited-database.ts';
import { openPlaced } from './whole-workspace.ts';

interface AnyValue {
  sql: string;
  /** True if the value is wrong in this column, whatever the other columns contain. */
  isWrongIn(column: Column): boolean;
}

const missing: AnyValue = { sql: 'null', isWrongIn: ({ notNull }) => notNull };

/** Values of every kind, to try in every column. An engine can refuse them, and Postgres converts most of them to text. */
const anyValues: Record<StoreAddress['engine'], readonly AnyValue[]> = {
  sqlite: [
    missing,
    { sql: "x'00ff'", isWrongIn: (column) => column.getSQLType() !== 'blob' },
    { sql: '1.5', isWrongIn: () => true },
    { sql: `'{"cut":'`, isWrongIn: (column) => column.getSQLType() !== 'text' || column.dataType === 'json' },
    { sql: '9223372036854775807', isWrongIn: () => true },
  ],
  postgres: [
    { sql: '9223372036854775807', isWrongIn: ({ dataType }) => dataType === 'number' },
    { sql: `'[1,{}]'::json`, isWrongIn: ({ dataType }) => dataType === 'json' },
    { sql: `'{null}'::bigint[]`, isWrongIn: ({ name }) => name === 'times' },
    missing,
    { sql: "''", isWrongIn: () => false },
  ],
};

/**
 * Puts values into each column of a table, one at a time, that its constraints would refuse, and gives those of which `verify` threw an
 * error or said nothing. Of `each` value, or of the first that a column takes, another one first for each column.
 */
export async function findUnreported(edited: Edited, key: keyof Tables, which: 'each' | 'first'): Promise<string[]> {
  const table = getTableName(sqliteTables[key]);
  const columns = Object.values(getTableColumns(sqliteTables[key])) as unknown as Column[];
  const { engine } = edited.database;
  await edited.loosen(table);
  const rowId = engine === 'sqlite' ? 'rowid' : 'ctid';
  const unreported: string[] = [];
  for (const [index, column] of columns.entries()) {
    const values = anyValues[engine];
    const place = index % values.length;
    for (const value of [...values.slice(place), ...values.slice(0, place)]) {
      const edit = `update ${table} set ${column.name} = ${value.sql} where ${rowId} = (select min(${rowId}) from ${table})`;
      const seen = await edited.during(table, edit, () => look(edited)).catch(() => 'refused' as const);
      if (seen === 'refused') continue;
      if (seen instanceof Error) unreported.push(`${edit}: ${seen.stack}`);
      else if (seen.length === 0 && value.isWrongIn(column)) unreported.push(edit);
      if (which === 'first') break;
    }
  }
  return unreported;
}

/** The same of each value in each column of each table. */
export async function findAllUnreported(engine: StoreAddress['engine']): Promise<string[]> {
  const edited = await openEdited(engine);
  try {
    const unreported: string[] = [];
    for (const key of Object.keys(sqliteTables) as (keyof Tables)[]) unreported.push(...(await findUnreported(edited, key, 'each')));
    return unreported;
  } finally {
    await edited.close();
  }
}

async function look({ database }: Edited): Promise<unknown[] | Error> {
  const verified = verifyDatabase({ database, openSecret: openPlaced });
  return await verified.then(
    ({ problems }) => problems,
    (error: Error) => error,
  );
}
