import type { Problem } from './problem.ts';

export type SnapshotValue = string | number;

/**
 * A database at one point in time, for checks while others write to it. Statements use the SQL that both engines understand, with values as
 * $1, $2 and so on. 64-bit numbers are returned as numbers, JSON as text, bytes as buffers, and true possibly as 1.
 */
export interface Snapshot {
  readonly dialect: 'sqlite' | 'postgres';
  /** Parts that pending migrations will add: tables, and columns as `table.column`. */
  readonly coming: ReadonlySet<string>;
  /** Reads the rows of a query, with `rowsAtOnce` in memory at a time. */
  pages<Row>(sql: string, values?: SnapshotValue[], rowsAtOnce?: number): AsyncIterable<Row[]>;
  /** Reads all rows of a small query. */
  rows<Row>(sql: string, values?: SnapshotValue[]): Promise<Row[]>;
  hasTable(name: string): Promise<boolean>;
  /** Problems that the engine itself finds in its storage, and missing tables and indexes of applied migrations. */
  structure(): AsyncIterable<Problem>;
  /** Marks this place for `recover`. */
  mark(): Promise<void>;
  /** Returns to the mark after a failed statement. Returns false if the connection is lost. */
  recover(): Promise<boolean>;
  /** Ends the snapshot: later queries read the state of their own time. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** Maximum bytes of a value in its page. A page has hundreds of rows. */
const maxInPage = 65_536;

/** Splits a column with values of up to megabytes into two: the value if it is small, and its number of bytes. */
export function smallValue(column: string, name: string): string {
  return `case when octet_length(${column}) <= ${maxInPage} then ${column} end as ${name}, octet_length(${column}) as ${name}_bytes`;
}

export async function countOf(snapshot: Snapshot, sql: string, values?: SnapshotValue[]): Promise<number> {
  return (await snapshot.rows<{ count: number }>(sql, values))[0]?.count ?? 0;
}
