import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Engine, pageLimit, queryVariants } from '../engine.ts';
import { foldQuery } from '../fold.ts';
import { ask, type Op } from '../ops.ts';
import { indexedBody, indexedName, indexedTags, type Search, type SearchHit, type SearchRequest, type Tier, tiersOf } from '../search.ts';
import { viewerValues, visibleItem } from '../visibility.ts';
import type { ItemType } from '../vocabulary.ts';
import { buildStatement } from './engine.ts';
import { asSession } from './session.ts';
import type { Statement } from './statement.ts';

/** Trigram indexes over the same folded text as SQLite's; a phrase is a part of it, compared byte by byte (D23). */
export function postgresSearch({ tables }: Engine): Search {
  const { items } = tables;
  const fields = { type: items.type, id: items.id, name: items.name, folderId: items.folderId };
  const byPhrase = queryVariants((shape: `${Tier['place']} ${ItemType | ''}`) => {
    const [place, type] = shape.split(' ') as [Tier['place'], ItemType | ''];
    const ofType: SQL | undefined = type ? eq(items.type, type) : undefined;
    const { text, valuesFor, read } = buildStatement((db) =>
      db
        .select(fields)
        .from(items)
        .innerJoin(sql`search_entries`, sql`search_entries.search_row = ${items.searchRow}`)
        .where(and(visibleItem(tables), ofType, sql`search_entries.${sql.raw(place)} like ${sql.placeholder('pattern')}`))
        .orderBy(sql`${items.searchRow} desc`)
        .limit(pageLimit()),
    );
    // Not prepared: whether to look in the index or to walk from the newest item depends on how rare the phrase is.
    return (values) => ask<SearchHit[]>(async (session) => (await asSession(session).run({ text }, valuesFor(values))).rows.map(read));
  });

  function* findTier({ place, needle }: Tier, { viewer, type, limit }: SearchRequest): Op<SearchHit[]> {
    const pattern = `%${needle.replaceAll(/[\\%_]/g, '\\$&')}%`;
    return yield* byPhrase(`${place} ${type ?? ''}`)({ ...viewerValues(viewer), pattern, limit });
  }

  return {
    *nextRow() {
      return yield* ask<number>(async (session) => (await asSession(session).run(nextRow, [])).rows[0]?.[0]);
    },
    *put({ searchRow, name, tags, body }) {
      yield* ask((session) => asSession(session).send(put, [searchRow, indexedName(name), indexedTags(tags), indexedBody(body)]));
    },
    *remove(searchRow) {
      yield* ask((session) => asSession(session).send(remove, [searchRow]));
    },
    *find(request) {
      const query = foldQuery(request.query);
      if (query === '') return [];
      const found = new Map<string, SearchHit>();
      for (const tier of tiersOf(query)) {
        for (const hit of yield* findTier(tier, { ...request, limit: request.limit + found.size })) {
          if (!found.has(hit.id)) found.set(hit.id, hit);
        }
        if (found.size >= request.limit) break;
      }
      return [...found.values()].slice(0, request.limit);
    },
  };
}

// A sequence belongs to no transaction.
const nextRow: Statement = { name: 'search_next_row', text: "select nextval('search_rows')", kind: 'reads' };
const put: Statement = {
  name: 'search_put',
  text: 'insert into search_entries (search_row, name, tags, body) values ($1, $2, $3, $4)',
  kind: 'adds',
};
const remove: Statement = { name: 'search_remove', text: 'delete from search_entries where search_row = $1' };
