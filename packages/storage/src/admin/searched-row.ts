import type { Snapshot } from './snapshot.ts';
import type { WithBody } from './verify/verify-texts.ts';

/** An item with its entries in the search index. */
export interface IndexedRow extends WithBody {
  type: string;
  name: string;
  /** Tags as JSON. */
  tags: string;
  search_row: number | null;
  deleted_at: number | null;
  /** Entries of the item under its search row, in the engine's own form. Null if there are none. */
  found_name: unknown;
  found_tags: unknown;
  found_body: unknown;
}

/** Access to an engine's index, for checking it. */
export interface LookedAtIndex {
  /** The columns `found_name`, `found_tags` and `found_body`. */
  columns: string;
  /** Joins for these columns, by `i.search_row`. */
  joins: string;
  hasName(row: IndexedRow, name: string, tags: string[]): boolean;
  hasBody(row: IndexedRow, body: string): boolean;
  /** Checks that a search finds the item by name and tags. Needed for an index whose form can only rule out a name and tags. */
  finds?(snapshot: Snapshot, row: IndexedRow, name: string, tags: string[]): Promise<boolean>;
  /** Table with a row for each name, and tables that together have a row for each body. */
  tables: { names: string; bodies: readonly string[] };
}
