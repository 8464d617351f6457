import { and, sql } from 'drizzle-orm';
import { ask } from '../../kernel/ops.ts';
import { compile } from '../../query/compile.ts';
import { type Engine, partsOf, queryVariants } from '../../query/engine.ts';
import { viewerValues, visibleItem } from '../../query/visibility.ts';
import { ofScope, shapeOf } from '../../search/words/row-queries.ts';
import type { IndexedWords, UnreadWords, WordIndex } from '../../search/words/word-index.ts';
import { queryBuilder } from './engine.ts';
import type { Answer, Statement } from './pipeline/statement.ts';
import { asSession } from './session.ts';

/**
 * Index of words: an array of their hashes, and an array of their counts. The organization leads the index, as in `search_entries`. Hashes
 * keep the array in the row. Texts would be unpacked for each examined row, which took ten times as long.
 */
export function postgresWordIndex(engine: Engine, noted: () => void = () => {}): WordIndex {
  const { tables } = engine;
  const { items } = tables;
  const newest = queryVariants((shape: string) => {
    const [words, type, folder] = partsOf<[string, string?, string?]>(shape);
    const hashes = Array.from({ length: Number(words) }, (_, index) => sql`hashtextextended(${sql.placeholder(`word${index}`)}::text, 0)`);
    const conditions = and(sql`${items.searchRow} = entry.search_row`, visibleItem(engine), ofScope(tables, type, folder));
    const { text, bind } = compile(queryBuilder, (db) =>
      db
        .select({ row: sql<number>`entry.search_row` })
        .from(sql`search_words as entry cross join lateral (select 1 from ${items} where ${conditions} limit 1) as item`)
        .where(sql`entry.organization = array[${sql.placeholder('orgId')}::text] and entry.words @> array[${sql.join(hashes, sql`, `)}]`)
        .orderBy(sql`entry.search_row desc`)
        .limit(sql.placeholder('limit')),
    );
    // Not prepared: the rarity of the words decides between the index and walking from the newest item.
    return (values) => ask<Answer>((session) => asSession(session).run({ text }, bind(values)));
  });
  const run = (statement: Statement, values: unknown[]) => ask<Answer>((session) => asSession(session).run(statement, values));
  const send = (statement: Statement, values: unknown[]) => ask<void>((session) => asSession(session).send(statement, values));

  return {
    *note(searchRow) {
      yield* send(note, [searchRow]);
      noted();
    },
    *remove(orgId, searchRow) {
      // Delete the waiting row first: an indexer locks it, and the next statement sees what the indexer has written.
      yield* send(removeWaiting, [searchRow]);
      yield* send(removeWords, [orgId, searchRow]);
    },
    *newestWith(scope, terms, limit) {
      const words = Object.fromEntries(terms.map((term, index) => [`word${index}`, term]));
      const values = { ...viewerValues(scope.viewer), ...words, folderId: scope.folderId, limit };
      const { rows } = yield* newest(`${terms.length} ${shapeOf(scope)}`)(values);
      return rows.map(([row]) => row as number);
    },
    *words(orgId, searchRows, maxBytes) {
      if (searchRows.length === 0) return [];
      const { rows } = yield* run(words, [orgId, searchRows, maxBytes]);
      return rows.map(([searchRow, length, counts]) => ({ searchRow, length, counts }) as IndexedWords | UnreadWords);
    },
    *nextWaiting(limit) {
      return (yield* run(nextWaiting, [limit])).rows.map(([row]) => row as number);
    },
    *claim(searchRow) {
      return (yield* run(claim, [searchRow])).rows.length > 0;
    },
    *put(orgId, { searchRow, length, counts }, terms) {
      yield* send(put, [orgId, searchRow, terms, length, counts]);
    },
  };
}

const note: Statement = {
  name: 'words_note',
  text: 'insert into search_waiting (search_row, is_old) values ($1, false)',
  kind: 'adds',
};
const removeWaiting: Statement = { name: 'words_remove_waiting', text: 'delete from search_waiting where search_row = $1' };
const removeWords: Statement = {
  name: 'words_remove',
  text: 'delete from search_words where organization = array[$1::text] and search_row = $2',
};
const words: Statement = {
  name: 'words_of_rows',
  text: `with sized as materialized (
      select search_row, sum(octet_length(counts)) over (order by octet_length(counts), search_row desc) as total
      from search_words where organization = array[$1::text] and search_row = any($2::bigint[]))
    select sized.search_row, w.length, w.counts
    from sized left join search_words w on w.organization = array[$1::text] and w.search_row = sized.search_row and sized.total <= $3::bigint`,
  kind: 'reads',
};
const nextWaiting: Statement = {
  name: 'words_next_waiting',
  text: 'select search_row from search_waiting order by is_old, search_row desc limit $1',
  kind: 'reads',
};
const claim: Statement = { name: 'words_claim', text: 'delete from search_waiting where search_row = $1 returning search_row' };
const put: Statement = {
  name: 'words_put',
  text: `insert into search_words (organization, search_row, words, length, counts)
    values (array[$1::text], $2, array(select hashtextextended(word, 0) from unnest($3::text[]) as word), $4, $5)`,
  kind: 'adds',
};
