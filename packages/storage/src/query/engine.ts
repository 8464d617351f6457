import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { BaseSQLiteDatabase, SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Op } from '../kernel/ops.ts';
import type { Tables } from '../schema/schema.ts';

/**
 * Part of drizzle that both engines share. Its transactions and its immediate `run/get/all` are excluded: they lose data on one of the
 * engines.
 */
export type Db = Pick<
  BaseSQLiteDatabase<'async', unknown>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | '$with' | 'with'
>;

export type Values = Record<string, unknown>;

/** A query whose SQL is built once; `build` names its values with `sql.placeholder('name')`. */
export type Query<T> = (values: Values) => Op<T>;

/** Tables whose rows are read and then rewritten. */
export type LockedTable = 'items' | 'tasks' | 'connections' | 'folders';

/** Functions of an engine that the queries of a repo need. */
export interface Engine {
  readonly dialect: 'sqlite' | 'postgres';
  readonly tables: Tables;
  prepare<T>(name: string, build: (db: Db) => PromiseLike<T>): Query<T>;
  /** Locks a row: other writers wait until the transaction ends. SQLite has one writer at a time, so it does nothing. */
  lockRow(table: LockedTable, orgId: string, id: string): Op<void>;
  /** Locks all rows that a query finds. Callers that only rely on a folder continue. */
  lockRows(name: string, build: (db: Db) => PromiseLike<unknown>): Query<void>;
  /** Locks a folder for a caller that relies on it. Any number of callers can hold it together, and `lockRow` waits for all. */
  holdFolder(orgId: string, id: string): Op<void>;
  /** Locks a name that must not be used twice. A check for the name waits for earlier checks. */
  lockName(...parts: string[]): Op<void>;
  /** Holds a name. Any number of callers can hold it together, and `lockName` waits for all. */
  holdName(...parts: string[]): Op<void>;
  /**
   * Reports after the commit that this key, person, session or account may have lost access, or that what the keys of this organization
   * list may have changed.
   */
  accessChanged(id: string): Op<void>;
  /** Condition on months that follows from a bound on the times of log rows, if the engine keeps months apart. */
  readonly monthBound?: (operator: '>=' | '<=', time: string) => SQL;
  /** True for a row of the log that is in the month of this time, in milliseconds. */
  readonly inMonthOf?: (at: SQLWrapper) => SQL;
  /** Missing if the engine commits rows of the log in the order of their numbers. */
  readonly commits?: {
    /** State of commits at this instant, in the engine's own form. */
    now(): Op<string>;
    /**
     * Name of the database. It changes when the values of `now` change their meaning: on another server, after a restore, a failover or a
     * crash.
     */
    database(): Op<string>;
    /** True for rows that were committed after `since` and not after `upTo`, two values of `now`. */
    readonly between: SQL;
  };
}

/** One prepared query for each shape of its conditions, built at the first use of the shape. */
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

/** `{ id: placeholder('id'), … }`: values of an insert whose columns have the names of its values. */
export function placeholders<Name extends string>(...names: Name[]): { [K in Name]: Placeholder<K> } {
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as { [K in Name]: Placeholder<K> };
}

/** A named value in an update, encoded for its column. */
export function given(column: SQLiteColumn, name: string): SQL {
  return sql`${sql.param(sql.placeholder(name), column as SQLWrapper as never)}`;
}

/**
 * Wraps a scalar subquery for the selected fields. In a query over one table, drizzle drops the table names of the columns at the top of a
 * selected expression. One level down it keeps them, and a subquery needs them.
 */
export function scalar<T>(subquery: SQL): SQL<T> {
  return sql<T>`${subquery}`;
}

/** True if a value is in the named JSON list, or if no list is given. */
export function listed(dialect: Engine['dialect'], value: SQL | SQLiteColumn, name: string): SQL {
  const list = sql.placeholder(name);
  return dialect === 'sqlite'
    ? sql`(${list} is null or ${value} in (select value from json_each(${list})))`
    : sql`(${list}::text is null or ${value} in (select json_array_elements_text(${list}::json)))`;
}

/** True if a value is in the named JSON list. An index finds the rows. */
export function oneOf(dialect: Engine['dialect'], value: SQLiteColumn, name: string): SQL {
  const list = sql.placeholder(name);
  return dialect === 'sqlite'
    ? sql`${value} in (select value from json_each(${list}))`
    : sql`${value} = any(array(select json_array_elements_text(${list}::json)))`;
}

/** Splits a shape that was joined with spaces. The caller has written it and knows its parts. */
export function partsOf<Parts extends readonly (string | undefined)[]>(shape: string): Parts {
  return shape.split(' ').filter((part) => part !== '') as readonly string[] as Parts;
}

/**
 * Casts drizzle's database of one engine to the part that both share. Its types distinguish the engines, but the queries built here do not.
 */
export function asDb(database: unknown): Db {
  return database as Db;
}
