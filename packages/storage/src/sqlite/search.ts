import type Database from 'better-sqlite3';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Engine, pageLimit, queryVariants, unpeeked } from '../engine.ts';
import { foldText } from '../fold.ts';
import { ask, type Op } from '../ops.ts';
import {
  findInTiers,
  indexedBody,
  indexedName,
  indexedTags,
  type Place,
  type Search,
  type SearchHit,
  type SearchRequest,
  type Tier,
} from '../search.ts';
import { viewerValues, visibleItem } from '../visibility.ts';
import type { ItemType } from '../vocabulary.ts';
import { indexedText } from './indexed-text.ts';

const trigram = 3;
/** A rarer short query is looked up in the index; a more common one is found by reading the newest items. */
const rareOccurrences = 5000;
/** The upper half of a search row is its organization's number: a search never walks through another organization's rows. */
export const rowsPerOrganization = 2n ** 32n;

interface Range {
  low: bigint;
  high: bigint;
}
interface Candidate extends SearchHit {
  tags: string[];
}

/** Trigram index over folded text (D23): names and tags in one table, bodies in another. */
export function sqliteSearch(connection: Database.Database, engine: Engine): Search {
  const { items, organizations, texts } = engine.tables;
  const insertName = connection.prepare('insert into search_names (rowid, name, tags) values (?, ?, ?)');
  const insertBody = connection.prepare('insert into search_bodies (rowid, body) values (?, ?)');
  const removeName = connection.prepare('delete from search_names where rowid = ?');
  const removeBody = connection.prepare('delete from search_bodies where rowid = ?');
  const highestRow = connection
    .prepare<[bigint, bigint], number | null>('select max(search_row) from items where search_row between ? and ?')
    .pluck();
  const instances = {
    name: connection.prepare<unknown[], number>(occurrencesSql('search_name_terms', 'name')).pluck(),
    tags: connection.prepare<unknown[], number>(occurrencesSql('search_name_terms', 'tags')).pluck(),
    body: connection.prepare<unknown[], number>(occurrencesSql('search_body_terms', 'body')).pluck(),
  };
  const organizationNumber = engine.prepare('search_organization', (db) =>
    db
      .select({ number: organizations.number })
      .from(organizations)
      .where(eq(organizations.id, sql.placeholder('orgId'))),
  );
  const fields = { type: items.type, id: items.id, name: items.name, folderId: items.folderId, tags: items.tags };
  const ofType = (type: ItemType | ''): SQL | undefined => (type === '' ? undefined : eq(items.type, type));

  const byPhrase = queryVariants((shape: `${'search_names' | 'search_bodies'} ${ItemType | ''}`) => {
    const [table, type] = shape.split(' ') as ['search_names' | 'search_bodies', ItemType | ''];
    return engine.prepare(`search_phrase_${shape}`, (db) =>
      db
        .select(fields)
        .from(sql.raw(table))
        .innerJoin(items, sql`${items.searchRow} = ${sql.raw(table)}.rowid`)
        .where(
          and(
            sql`${sql.raw(table)} match ${unpeeked('phrase')}`,
            sql`${sql.raw(table)}.rowid between ${unpeeked('low')} and ${unpeeked('high')}`,
            visibleItem(engine.tables),
            ofType(type),
          ),
        )
        .orderBy(sql`${sql.raw(table)}.rowid desc`)
        .limit(pageLimit()),
    );
  });
  const byRow = queryVariants((type: ItemType | '') =>
    engine.prepare(`search_row_${type}`, (db) =>
      db
        .select(fields)
        .from(items)
        .where(and(visibleItem(engine.tables), eq(items.searchRow, sql.placeholder('row')), ofType(type))),
    ),
  );
  const newestBelow = queryVariants((type: ItemType | '') =>
    engine.prepare(`search_newest_${type}`, (db) =>
      db
        .select({ ...fields, searchRow: items.searchRow })
        .from(items)
        .where(
          and(
            visibleItem(engine.tables),
            sql`${items.searchRow} >= ${sql.placeholder('low')} and ${items.searchRow} < ${sql.placeholder('below')}`,
            ofType(type),
          ),
        )
        .orderBy(sql`${items.searchRow} desc`)
        .limit(100),
    ),
  );
  const bodyOf = engine.prepare('search_body', (db) =>
    db
      .select({ body: texts.body })
      .from(texts)
      .where(and(eq(texts.orgId, sql.placeholder('orgId')), eq(texts.itemId, sql.placeholder('itemId')))),
  );

  function* rangeOf(orgId: string): Op<Range> {
    const [organization] = yield* organizationNumber({ orgId });
    const low = BigInt(organization?.number ?? 0) * rowsPerOrganization;
    return { low, high: low + rowsPerOrganization - 1n };
  }

  function* findTier(tier: Tier, range: Range, { viewer, type, limit }: SearchRequest): Op<SearchHit[]> {
    const needle = indexedText(tier.needle);
    if ([...needle].length < trigram) return yield* findShort(tier, needle, range, { viewer, type, query: tier.needle, limit });
    const table = tier.place === 'body' ? 'search_bodies' : 'search_names';
    const phrase = `${tier.place} : "${needle.replaceAll('"', '""')}"`;
    return yield* byPhrase(`${table} ${type ?? ''}`)({ ...viewerValues(viewer), ...range, phrase, limit });
  }

  /** One or two characters are no trigram: they are a range of the index's terms. */
  function* findShort(tier: Tier, needle: string, range: Range, request: SearchRequest): Op<SearchHit[]> {
    const values = [needle, successor(needle), range.low, range.high, rareOccurrences];
    const occurrences = (yield () => instances[tier.place].all(...values)) as number[];
    if (occurrences.length === rareOccurrences) return yield* walkNewest(tier, range, request);
    const rows = [...new Set(occurrences)].sort((left, right) => right - left);
    const hits: SearchHit[] = [];
    for (const row of rows) {
      if (hits.length === request.limit) break;
      hits.push(...(yield* byRow(request.type ?? '')({ ...viewerValues(request.viewer), row })));
    }
    return hits;
  }

  function* walkNewest(tier: Tier, range: Range, { viewer, type, limit }: SearchRequest): Op<SearchHit[]> {
    const hits: SearchHit[] = [];
    let below: bigint | number = range.high + 1n;
    for (;;) {
      const rows: (Candidate & { searchRow: number | null })[] = yield* newestBelow(type ?? '')({
        ...viewerValues(viewer),
        low: range.low,
        below,
      });
      for (const row of rows) {
        if ((yield* textOf(viewer.orgId, row, tier.place)).includes(tier.needle)) hits.push(row);
        if (hits.length === limit) return hits;
      }
      const last = rows.at(-1)?.searchRow;
      if (last === undefined || last === null) return hits;
      below = BigInt(last);
    }
  }

  function* textOf(orgId: string, item: Candidate, place: Place): Op<string> {
    if (place === 'name') return indexedName(item.name);
    if (place === 'tags') return indexedTags(item.tags);
    if (item.type !== 'doc') return '';
    const [text] = yield* bodyOf({ orgId, itemId: item.id });
    return foldText(text?.body ?? '');
  }

  return {
    *nextRow(orgId) {
      const range = yield* rangeOf(orgId);
      const highest = highestRow.get(range.low, range.high);
      return highest === null || highest === undefined ? Number(range.low) + 1 : highest + 1;
    },
    *put({ searchRow, name, tags, body }) {
      yield* ask(() => {
        insertName.run(BigInt(searchRow), indexedText(indexedName(name)), indexedText(indexedTags(tags)));
        if (body !== '') insertBody.run(BigInt(searchRow), indexedText(indexedBody(body)));
      });
    },
    *remove(_orgId, searchRow) {
      yield* ask(() => {
        removeName.run(BigInt(searchRow));
        removeBody.run(BigInt(searchRow));
      });
    },
    *find(request) {
      const range = yield* rangeOf(request.viewer.orgId);
      const hits = yield* findInTiers(request.query, request.limit, (tier) => findTier(tier, range, request));
      return hits.map(({ type, id, name, folderId }) => ({ type, id, name, folderId }));
    },
  };
}

function occurrencesSql(terms: string, column: Place): string {
  return `select doc from ${terms} where term >= ? and term < ? and col = '${column}' and doc between ? and ? limit ?`;
}

/** The least string after every string that begins with this one, in the order of code points. The index has no U+10FFFF. */
function successor(text: string): string {
  const characters = [...text];
  const last = characters.pop()?.codePointAt(0) ?? 0;
  const surrogates = { first: 0xd800, last: 0xdfff };
  const next = last + 1 === surrogates.first ? surrogates.last + 1 : last + 1;
  return characters.join('') + String.fromCodePoint(next);
}
