import type Database from 'better-sqlite3';
import { ask } from '../../kernel/ops.ts';
import { viewerValues } from '../../query/visibility.ts';
import { shapeOf } from '../../search/words/row-queries.ts';
import type { IndexedWords, UnreadWords, WordIndex } from '../../search/words/word-index.ts';
import { quoted } from './index-rows.ts';
import type { SearchStatements } from './search-statements.ts';

/** Index of words: an FTS5 table that keeps only which rows contain them, and a second table with their counts. */
export function sqliteWordIndex(
  connection: Database.Database,
  { rangeOf, newestWithWords }: Pick<SearchStatements, 'rangeOf' | 'newestWithWords'>,
  noted: () => void = () => {},
): WordIndex {
  const note = connection.prepare('insert or replace into search_waiting (search_row, is_old) values (?, 0)');
  const removeWaiting = connection.prepare('delete from search_waiting where search_row = ?');
  const removeWords = connection.prepare('delete from search_words where rowid = ?');
  const removeCounts = connection.prepare('delete from search_counts where search_row = ?');
  const insertWords = connection.prepare('insert into search_words (rowid, words) values (?, ?)');
  const insertCounts = connection.prepare('insert into search_counts (search_row, length, counts) values (?, ?, ?)');
  // The length of a text is in the header of its row: no text is read that is left out.
  const counts = connection.prepare<[string, number], IndexedWords | UnreadWords>(
    `with sized as materialized (
      select search_row, sum(octet_length(counts)) over (order by octet_length(counts), search_row desc) as total
      from search_counts where search_row in (select value from json_each(?)))
    select sized.search_row as searchRow, c.length, c.counts
    from sized left join search_counts c on c.search_row = sized.search_row and sized.total <= ?`,
  );
  const nextWaiting = connection
    .prepare<[number], number>('select search_row from search_waiting order by is_old, search_row desc limit (select ?)')
    .pluck();

  return {
    *note(searchRow) {
      yield* ask(() => {
        note.run(BigInt(searchRow));
        noted();
      });
    },
    *remove(_orgId, searchRow) {
      yield* ask(() => {
        if (removeWaiting.run(BigInt(searchRow)).changes > 0) return;
        if (removeCounts.run(BigInt(searchRow)).changes > 0) removeWords.run(BigInt(searchRow));
      });
    },
    *newestWith(scope, terms, limit) {
      const { viewer, folderId } = scope;
      const range = yield* rangeOf(viewer.orgId);
      const words = terms.map(quoted).join(' ');
      const found = yield* newestWithWords(shapeOf(scope))({ ...viewerValues(viewer), ...range, words, folderId, limit });
      return found.map(({ row }) => row!);
    },
    words: (_orgId, searchRows, maxBytes) => ask<(IndexedWords | UnreadWords)[]>(() => counts.all(JSON.stringify(searchRows), maxBytes)),
    nextWaiting: (limit) => ask<number[]>(() => nextWaiting.all(limit)),
    claim: (searchRow) => ask<boolean>(() => removeWaiting.run(BigInt(searchRow)).changes > 0),
    *put(_orgId, { searchRow, length, counts }, terms) {
      yield* ask(() => {
        insertWords.run(BigInt(searchRow), terms.join(' '));
        insertCounts.run(BigInt(searchRow), length, counts);
      });
    },
  };
}
