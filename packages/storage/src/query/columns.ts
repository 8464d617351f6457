import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { given } from './engine.ts';

type Columns<Table extends SQLiteTable> = Table['_']['columns'];
type Name<Table extends SQLiteTable> = keyof Columns<Table> & string;

/** Values of an insert: each column takes the value of its name. Columns that are left out become null, unless the caller adds them. */
export function fillColumns<Table extends SQLiteTable, Left extends Name<Table> = never>(
  table: Table,
  ...left: Left[]
): Record<Exclude<Name<Table>, Left>, Placeholder> {
  return mapNames(otherNames(table, left), (name) => sql.placeholder(name));
}

/** Changes of an update that sets these columns to the values of their names. */
export function setColumns<Table extends SQLiteTable, Set extends Name<Table>>(table: Table, ...names: Set[]): Record<Set, SQL> {
  return mapNames(names, (name) => given(findColumn(table, name), name));
}

/** Sets all columns except those that an update keeps. */
export function setOtherColumns<Table extends SQLiteTable, Kept extends Name<Table>>(
  table: Table,
  ...kept: Kept[]
): Record<Exclude<Name<Table>, Kept>, SQL> {
  return setColumns(table, ...otherNames(table, kept));
}

/** Changes of an insert on conflict: these columns take the values of the new row. */
export function takeColumns<Table extends SQLiteTable, Set extends Name<Table>>(table: Table, ...names: Set[]): Record<Set, SQL> {
  return mapNames(names, (name) => sql.raw(`excluded.${findColumn(table, name).name}`));
}

/** Selects some columns of a table. */
export function pickColumns<Table extends SQLiteTable, Picked extends Name<Table>>(
  table: Table,
  ...names: Picked[]
): Pick<Columns<Table>, Picked> {
  return mapNames(names, (name) => findColumn(table, name)) as Pick<Columns<Table>, Picked>;
}

/** Selects all columns of a table except some. */
export function omitColumns<Table extends SQLiteTable, Left extends Name<Table>>(
  table: Table,
  ...left: Left[]
): Pick<Columns<Table>, Exclude<Name<Table>, Left>> {
  return pickColumns(table, ...otherNames(table, left));
}

function findColumn(table: SQLiteTable, name: string): SQLiteColumn {
  const column = getTableColumns(table)[name];
  if (!column) throw new Error(`the table has no column "${name}"`);
  return column;
}

function otherNames<Table extends SQLiteTable, Left extends Name<Table>>(table: Table, left: Left[]): Exclude<Name<Table>, Left>[] {
  const names: string[] = left;
  return Object.keys(getTableColumns(table)).filter((name) => !names.includes(name)) as Exclude<Name<Table>, Left>[];
}

function mapNames<Name extends string, Value>(names: readonly Name[], makeValue: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, makeValue(name)])) as Record<Name, Value>;
}
