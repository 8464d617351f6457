import type Database from 'better-sqlite3';

/** Maximum pages that one background transaction writes, because calls wait for it. */
const pagesAtOnce = 32;
/** Minimum new rows between two merges. A merge rewrites the index, so it waits until the number of rows has doubled. */
const leastBetween = 1000;

/**
 * Merges the segments of the search index in the background, in small steps. A search reads every segment for each trigram, and SQLite by
 * itself merges too few. After 1,000 documents, a merged index finds a common phrase in a quarter of the time.
 */
export interface IndexMerges {
  /** Counts newly indexed bodies, and items with newly indexed words. */
  noted(rows: number): void;
  /** True if a merge is due or has begun. */
  isDue(): boolean;
  /** Merges a little more. Returns true if more remains. */
  step(): boolean;
}

export function indexMerges(connection: Database.Database): IndexMerges {
  const merge = ['search_bodies', 'search_names', 'search_words'].map((table) =>
    connection.prepare<[number]>(`insert into ${table} (${table}, rank) values ('merge', ?)`),
  );
  const totalChanges = connection.prepare<[], number>('select total_changes()').pluck();
  const indexedRows = connection
    .prepare<[], number>('select (select count(*) from search_bodies_docsize) + (select count(*) from search_words_docsize)')
    .pluck();
  let rowsSince = 0;
  let rowsThen = 0;
  /** Index of the current table. */
  let table: number | undefined;
  let isBegun = false;

  return {
    noted(rows) {
      rowsSince += rows;
    },
    isDue: () => table !== undefined || rowsSince >= Math.max(leastBetween, rowsThen),
    step() {
      table ??= 0;
      const before = totalChanges.get() ?? 0;
      // A negative number starts a merge of all segments; positive ones continue it.
      merge[table]?.run(isBegun ? pagesAtOnce : -pagesAtOnce);
      isBegun = true;
      // A step that merges nothing changes one row.
      if ((totalChanges.get() ?? 0) - before >= 2) return true;
      isBegun = false;
      table = table + 1 < merge.length ? table + 1 : undefined;
      if (table !== undefined) return true;
      rowsSince = 0;
      rowsThen = indexedRows.get() ?? 0;
      return false;
    },
  };
}
