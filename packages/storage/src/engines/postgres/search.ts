import { type SQL, sql } from 'drizzle-orm';
import { ask, type Op } from '../../kernel/ops.ts';
import { compile } from '../../query/compile.ts';
import { type Engine, partsOf, queryVariants } from '../../query/engine.ts';
import { viewerValues, visibleItem } from '../../query/visibility.ts';
import {
  findInTiers,
  indexedBody,
  indexedName,
  indexedTags,
  type Place,
  type SearchHit,
  type SearchRequest,
  type Tier,
} from '../../search/search.ts';
import { ofScope, shapeOf } from '../../search/words/row-queries.ts';
import { type SearchWithWords, wordSearch } from '../../search/words/word-search.ts';
import { queryBuilder } from './engine.ts';
import type { Statement } from './pipeline/statement.ts';
import { asSession } from './session.ts';
import { postgresWordIndex } from './word-index.ts';

/**
 * Trigram indexes over the same folded text as in SQLite. A phrase matches a part of it, compared byte by byte (D23). The organization
 * leads every index, so a search reads no row of another organization. It reads the entries that contain the phrase, or entries from the
 * newest on until it has enough.
 */
export function postgresSearch(engine: Engine, noted?: () => void): SearchWithWords {
  const { tables } = engine;
  const { items } = tables;
  const words = wordSearch(engine, postgresWordIndex(engine, noted));
  const ofShape = queryVariants((shape: string) => {
    const { places, needles, scope } = JSON.parse(shape) as Shape;
    const isInScope = ofScope(tables, ...partsOf<[string?, string?]>(scope));
    const andInScope: SQL = isInScope ? sql`and ${isInScope}` : sql``;
    // One item for each entry. In a plain join, Postgres would apply the organization's share of the rows to its estimate twice.
    const item = sql`(select ${items.type}, ${items.id}, ${items.name}, ${items.folderId} from ${items}
      where ${items.searchRow} = entry.search_row and ${visibleItem(engine)} ${andInScope} limit 1) as item`;
    const { text, bind, read } = compile(queryBuilder, (db) =>
      db
        .select({ type: column('type'), id: column('id'), name: column('name'), folderId: column('folder_id') })
        .from(sql`search_entries as entry cross join lateral ${item}`)
        .where(sql`entry.organization = array[${sql.placeholder('orgId')}::text] and ${holdsAll(places, needles)}`)
        .orderBy(sql`entry.search_row desc`)
        .limit(sql.placeholder('limit')),
    );
    // Not prepared: the rarity of the needles decides between the index and walking from the newest item.
    return (values) => ask<SearchHit[]>(async (session) => (await asSession(session).run({ text }, bind(values))).rows.map(read));
  });

  function* findTier({ places, needles }: Tier, request: SearchRequest): Op<SearchHit[]> {
    const { viewer, folderId, limit } = request;
    const shape: Shape = { places, needles: needles.length, scope: shapeOf(request) };
    const patterns = needles.map((needle, index) => [patternName(index), `%${needle.replaceAll(/[\\%_]/g, '\\$&')}%`]);
    return yield* ofShape(JSON.stringify(shape))({ ...viewerValues(viewer), folderId, ...Object.fromEntries(patterns), limit });
  }

  return {
    *nextRow() {
      return yield* ask<number>(async (session) => (await asSession(session).run(nextRow, [])).rows[0]?.[0]);
    },
    *put({ orgId, searchRow, name, tags, body }) {
      const values = [orgId, searchRow, indexedName(name), indexedTags(tags), indexedBody(body)];
      yield* ask((session) => asSession(session).send(put, values));
      yield* words.index.note(searchRow);
    },
    *remove(orgId, searchRow) {
      yield* ask((session) => asSession(session).send(remove, [orgId, searchRow]));
      yield* words.index.remove(orgId, searchRow);
    },
    find: (request) => findInTiers(request, (tier) => findTier(tier, request)),
    findBest: words.findBest,
    texts: words.texts,
    textChanged: words.textChanged,
    indexing: words.indexing,
  };
}

/** Parts of a search that change its SQL. Searches of one shape differ only in their values. */
interface Shape {
  places: readonly Place[];
  needles: number;
  scope: string;
}

function holdsAll(places: readonly Place[], needles: number): SQL {
  const holds = (index: number) => {
    const inPlaces = places.map((place) => sql`entry.${sql.raw(place)} like ${sql.placeholder(patternName(index))}`);
    return sql`(${sql.join(inPlaces, sql` or `)})`;
  };
  return sql.join(
    Array.from({ length: needles }, (_, index) => holds(index)),
    sql` and `,
  );
}

function patternName(index: number): string {
  return `pattern${index}`;
}

function column(name: string): SQL<string> {
  return sql<string>`item.${sql.raw(name)}`;
}

// Counts as a read, because a sequence does not take part in transactions.
const nextRow: Statement = { name: 'search_next_row', text: "select nextval('search_rows')", kind: 'reads' };
const put: Statement = {
  name: 'search_put',
  text: 'insert into search_entries (organization, search_row, name, tags, body) values (array[$1::text], $2, $3, $4, $5)',
  kind: 'adds',
};
const remove: Statement = {
  name: 'search_remove',
  text: 'delete from search_entries where organization = array[$1::text] and search_row = $2',
};
