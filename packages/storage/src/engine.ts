import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { BaseSQLiteDatabase, SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Op } from './ops.ts';
import type { Tables } from './schema.ts';

/** The part of drizzle both engines share. Its transactions and its immediate `run/get/all` are left out: they lose data on one of them. */
export type Db = Pick<
  BaseSQLiteDatabase<'async', unknown>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | '$with' | 'with'
>;

export type Values = Record<string, unknown>;

/** A query whose SQL is built once; `build` names its values with `sql.placeholder('name')`. */
export type Query<T> = (values: Values) => Op<T>;

/** Tables whose rows are read to be written again. */
export type LockedTable = 'items' | 'tasks' | 'connections' | 'folders';

/** What the queries of a repo need from the engine they run on. */
export interface Engine {
  readonly dialect: 'sqlite' | 'postgres';
  readonly tables: Tables;
  prepare<T>(name: string, build: (db: Db) => PromiseLike<T>): Query<T>;
  /** Makes other writers of this row wait until the transaction ends. SQLite has one writer at a time: nothing to do. */
  lockRow(table: LockedTable, orgId: string, id: string): Op<void>;
  /** The same for all rows that a query finds. Callers that only rely on a folder continue. */
  lockRows(name: string, build: (db: Db) => PromiseLike<unknown>): Query<void>;
  /** The same for callers that rely on a folder: any number at once, and a caller that locks it waits for all of them. */
  holdFolder(orgId: string, id: string): Op<void>;
  /** The same for a name that must not be given twice: a check whether it is taken waits for earlier checks. */
  lockName(...parts: string[]): Op<void>;
  /** Says, once it is committed, that this key, person, session or account may have lost access. */
  accessChanged(id: string): Op<void>;
  /** What a bound of the times of log rows says of the months that they are in, where the engine keeps months apart. */
  readonly monthBound?: (operator: '>=' | '<=', time: string) => SQL;
  /** True of a row of the log that is in the month of this time, in milliseconds. */
  readonly inMonthOf?: (at: SQLWrapper) => SQL;
  /** For engines whose rows of the log are not committed in the order of their numbers. */
  readonly commits?: {
    /** What is committed at this instant, in the engine's own words. */
    now(): Op<string>;
    /** Name of the database. It changes when such values change their meaning: on another server, after a restore, a failover or a crash. */
    database(): Op<string>;
    /** True of rows that were committed after `since` and not after `upTo`, two such values. */
    readonly between: SQL;
  };
}

/** One prepared query per shape of its conditions, built when the shape is first asked for. */
export function queryVariants<Shape extends string, T>(build: (shape: Shape) => Query<T>): (shape: Shape) => Query<T> {
  const built = new Map<Shape, Query<T>>();
  return (shape) => {
    const known = built.get(shape);
    if (known) return known;
    const query = build(shape);
    built.set(shape, query);
    return query;
  };
}

/** `{ id: placeholder('id'), … }`: the values of an insert whose columns are named like its values. */
export function placeholders<Name extends string>(...names: Name[]): { [K in Name]: Placeholder<K> } {
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as { [K in Name]: Placeholder<K> };
}

/** A named value in an update, encoded as its column wants it. */
export function given(column: SQLiteColumn, name: string): SQL {
  return sql`${sql.param(sql.placeholder(name), column as SQLWrapper as never)}`;
}

/**
 * A scalar subquery among the selected fields. In a query over one table drizzle drops the table names of the columns it sees
 * at the top of a selected expression; one level down it leaves them, and a subquery needs them.
 */
export function scalar<T>(subquery: SQL): SQL<T> {
  return sql<T>`${subquery}`;
}

/** True where a value is in the list, written as JSON, that is given under a name; and where none is given. */
export function listed(dialect: Engine['dialect'], value: SQL | SQLiteColumn, name: string): SQL {
  const list = sql.placeholder(name);
  return dialect === 'sqlite'
    ? sql`(${list} is null or ${value} in (select value from json_each(${list})))`
    : sql`(${list}::text is null or ${value} in (select json_array_elements_text(${list}::json)))`;
}

/** True where a value is in the list, written as JSON, that is given under a name: found by an index. */
export function oneOf(dialect: Engine['dialect'], value: SQLiteColumn, name: string): SQL {
  const list = sql.placeholder(name);
  return dialect === 'sqlite'
    ? sql`${value} in (select value from json_each(${list}))`
    : sql`${value} = any(array(select json_array_elements_text(${list}::json)))`;
}

/** The parts of a shape that was joined with spaces: its caller has written it and knows them. */
export function partsOf<Parts extends readonly (string | undefined)[]>(shape: string): Parts {
  return shape.split(' ').filter((part) => part !== '') as readonly string[] as Parts;
}

/** Drizzle's database of one engine as the part that both share: its types tell the engines apart, what it builds here does not. */
export function asDb(database: unknown): Db {
  return database as Db;
}
