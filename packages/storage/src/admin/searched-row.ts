import type { Snapshot } from './snapshot.ts';
import type { WithBody } from './verify/verify-texts.ts';

/** An item with what the search index has of it. */
export interface IndexedRow extends WithBody {
  type: string;
  name: string;
  /** JSON. */
  tags: string;
  search_row: number | null;
  deleted_at: number | null;
  /** What the index has of the item under its search row, in the engine's own form; null when it has nothing. */
  found_name: unknown;
  found_tags: unknown;
  found_body: unknown;
}

/** How the index of an engine is looked at. */
export interface LookedAtIndex {
  /** The columns `found_name`, `found_tags` and `found_body`. */
  columns: string;
  /** What they are joined from, by `i.search_row`. */
  joins: string;
  hasName(row: IndexedRow, name: string, tags: string[]): boolean;
  hasBody(row: IndexedRow, body: string): boolean;
  /** For an index whose form tells of a name and tags only what they are not: whether it finds the item by them. */
  finds?(snapshot: Snapshot, row: IndexedRow, name: string, tags: string[]): Promise<boolean>;
  /** The table that has a row for each name, and those that together have one for each body. */
  tables: { names: string; bodies: readonly string[] };
}
