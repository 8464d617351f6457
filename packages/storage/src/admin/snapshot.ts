import type { Problem } from './problem.ts';

export type SnapshotValue = string | number;

/**
 * A database as it is at one instant, to be looked at while others write to it. Statements are in the SQL that both engines
 * understand, their values are $1, $2 …; 64-bit numbers come as numbers, JSON as text, bytes as buffers, and true also as 1.
 */
export interface Snapshot {
  readonly dialect: 'sqlite' | 'postgres';
  /** What migrations that it still needs will add: tables, and columns as `table.column`. */
  readonly coming: ReadonlySet<string>;
  /** The rows of a query, so many in memory at a time. */
  pages<Row>(sql: string, values?: SnapshotValue[], rowsAtOnce?: number): AsyncIterable<Row[]>;
  /** All rows of a query that has few. */
  rows<Row>(sql: string, values?: SnapshotValue[]): Promise<Row[]>;
  hasTable(name: string): Promise<boolean>;
  /** What the engine itself finds wrong with what it stores, and what migrations made and is no longer there. */
  structure(): AsyncIterable<Problem>;
  /** Remembers this place, for `recover`. */
  mark(): Promise<void>;
  /** Goes back to it behind a statement that failed; false when the connection is lost. */
  recover(): Promise<boolean>;
  /** Ends the instant: what is asked from now on is answered as it is then. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** Rows up to this size come with their page; a page holds hundreds. */
const maxInPage = 65_536;

/** A column whose values can be megabytes, as two columns: the value where it is small, and how many bytes it has. */
export function smallValue(column: string, name: string): string {
  return `case when octet_length(${column}) <= ${maxInPage} then ${column} end as ${name}, octet_length(${column}) as ${name}_bytes`;
}

export async function countOf(snapshot: Snapshot, sql: string, values?: SnapshotValue[]): Promise<number> {
  return (await snapshot.rows<{ count: number }>(sql, values))[0]?.count ?? 0;
}
