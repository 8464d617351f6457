import type Database from 'better-sqlite3';

/** So many pages one transaction of the background writes at most: the calls of that moment wait for it. */
const pagesAtOnce = 32;
/** A merge writes the whole index again: for each row that came, one row is written once more. */
const leastBetween = 1000;

/**
 * Merges the parts that the search index has got, in small steps behind the calls. A search looks into every part for each trigram, and SQLite
 * merges too few of them by itself: after 1,000 documents a common phrase is found in a quarter of the time once they are one.
 */
export interface IndexMerges {
  /** Bodies were indexed. */
  noted(rows: number): void;
  /** Whether a merge is due or has begun. */
  isDue(): boolean;
  /** Goes on with it. Whether there is more to merge. */
  step(): boolean;
}

export function indexMerges(connection: Database.Database): IndexMerges {
  const merge = ['search_bodies', 'search_names'].map((table) =>
    connection.prepare<[number]>(`insert into ${table} (${table}, rank) values ('merge', ?)`),
  );
  const totalChanges = connection.prepare<[], number>('select total_changes()').pluck();
  const indexedRows = connection.prepare<[], number>('select count(*) from search_bodies_docsize').pluck();
  let rowsSince = 0;
  let rowsThen = 0;
  /** The place of the table that is being merged. */
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
      // A negative number takes all parts together; later steps go on with that.
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
