import type { ItemType } from '@gatehouse/domain';
import type Database from 'better-sqlite3';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
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
import { indexedText } from './indexed-text.ts';
import { foundRows, listedRows, type NewestRows, rowOfAll, rowsOfAny } from './newest-rows.ts';
import type { RowRange, StaleBodies } from './stale-bodies.ts';

const trigram = 3;
/** A rarer short query is looked up in the index; a more common one is found by reading the newest items. */
const rareOccurrences = 5000;
/** The upper half of a search row is its organization's number: a search never walks through another organization's rows. */
export const rowsPerOrganization = 2n ** 32n;

/** More words than these are not looked up, but read in the texts of what the longest ones found: looking up takes time for each. */
const mostLookedUp = 8;
const mostShortLookedUp = 2;

/** Of a type with no more items than these, each is looked at: what is found in others would be passed by. */
const fewOfType = 500;

type Table = 'search_names' | 'search_bodies';

interface Candidate extends SearchHit {
  tags: string[];
  searchRow: number | null;
}

/**
 * Trigram index over folded text (D23): names and tags in one table, bodies in another, which may be behind: `stale` are the bodies
 * that it lacks. `noted` is told of each that is added to them.
 */
export function sqliteSearch(connection: Database.Database, engine: Engine, stale: StaleBodies, noted: () => void = () => {}): Search {
  const { items, organizations, texts } = engine.tables;
  const insertName = connection.prepare('insert into search_names (rowid, name, tags) values (?, ?, ?)');
  const insertBody = connection.prepare('insert into search_bodies (rowid, body) values (?, ?)');
  const removeName = connection.prepare('delete from search_names where rowid = ?');
  const removeBody = connection.prepare('delete from search_bodies where rowid = ?');
  const highestRow = connection
    .prepare<[bigint, bigint], number | null>('select max(search_row) from items where search_row between ? and ?')
    .pluck();
  const rowsOfTable = (table: Table) => ({
    matching: connection.prepare<unknown[], number>(rowsSql(table)).pluck(),
    ofTerms: (columns: string) => connection.prepare<unknown[], number>(occurrencesSql(table, columns)).pluck(),
  });
  const [names, bodies] = [rowsOfTable('search_names'), rowsOfTable('search_bodies')];
  /** What is looked up at once. */
  const parts = {
    name: { columns: 'name', matching: names.matching, ofTerms: names.ofTerms("and col = 'name'") },
    tags: { columns: 'tags', matching: names.matching, ofTerms: names.ofTerms("and col = 'tags'") },
    nameAndTags: { columns: 'name tags', matching: names.matching, ofTerms: names.ofTerms('') },
    body: { columns: 'body', matching: bodies.matching, ofTerms: bodies.ofTerms('') },
  };
  const partsOf = (places: readonly Place[]) => {
    if (places.length === 1) return places.map((place) => parts[place]);
    return places.includes('body') ? [parts.nameAndTags, parts.body] : [parts.nameAndTags];
  };
  const organizationNumber = engine.prepare('search_organization', (db) =>
    db
      .select({ number: organizations.number })
      .from(organizations)
      .where(eq(organizations.id, sql.placeholder('orgId'))),
  );
  const { type, id, name, folderId, tags, searchRow } = items;
  const fields = { type, id, name, folderId, tags, searchRow };
  const ofType = (type: ItemType | ''): SQL | undefined => (type === '' ? undefined : eq(items.type, type));

  const byPhrase = queryVariants((shape: `${Table} ${ItemType | ''}`) => {
    const [table, type] = shape.split(' ') as [Table, ItemType | ''];
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
        .select(fields)
        // First the rows: without statistics SQLite takes any index of organizations for better, and sorts all items for every hundred.
        .from(
          sql`(select search_row as number from items where search_row >= ${unpeeked('low')} and search_row < ${unpeeked('below')}) as newest`,
        )
        .crossJoin(items)
        .where(and(sql`${items.searchRow} = newest.number`, visibleItem(engine.tables), ofType(type)))
        .orderBy(sql`newest.number desc`)
        .limit(100),
    ),
  );
  const isOfType = and(eq(items.orgId, sql.placeholder('orgId')), eq(items.type, sql.placeholder('type')), isNull(items.deletedAt));
  const someOfType = engine.prepare('search_some_of_type', (db) =>
    db.select({ id: items.id }).from(items).where(isOfType).limit(pageLimit()),
  );
  const ofRareType = engine.prepare('search_rare_type', (db) =>
    db
      .select(fields)
      .from(items)
      .where(and(isOfType, visibleItem(engine.tables))),
  );
  const bodyOf = engine.prepare('search_body', (db) =>
    db
      .select({ body: texts.body })
      .from(texts)
      .where(and(eq(texts.orgId, sql.placeholder('orgId')), eq(texts.itemId, sql.placeholder('itemId')))),
  );

  function* rangeOf(orgId: string): Op<RowRange> {
    const [organization] = yield* organizationNumber({ orgId });
    const low = BigInt(organization?.number ?? 0) * rowsPerOrganization;
    return { low, high: low + rowsPerOrganization - 1n };
  }

  function* findTier(tier: Tier, range: RowRange, request: SearchRequest): Op<SearchHit[]> {
    const [place, ...others] = tier.places;
    const needles = tier.needles.map(indexedText);
    const isOneLookUp = others.length === 0 && needles.length <= mostLookedUp && !needles.some(isShort);
    if (place === undefined || !isOneLookUp) return yield* findRows(tier, range, request);
    const table = place === 'body' ? 'search_bodies' : 'search_names';
    const phrase = `${place} : (${needles.map(quoted).join(' AND ')})`;
    const { viewer, type, limit } = request;
    const indexed = yield* byPhrase(`${table} ${type ?? ''}`)({ ...viewerValues(viewer), ...range, phrase, limit });
    const unindexed = place === 'body' ? yield* findStale(tier.needles, range, request) : [];
    return unindexed.length === 0 ? indexed : newestFirst([...indexed, ...unindexed]).slice(0, limit);
  }

  /** All visible items of a type that has few, newest first; undefined where it has more. Documents have bodies, which are long. */
  function* allOfType({ viewer, type }: SearchRequest): Op<Candidate[] | undefined> {
    if (type === undefined || type === 'doc') return undefined;
    const some = yield* someOfType({ orgId: viewer.orgId, type, limit: fewOfType + 1 });
    if (some.length > fewOfType) return undefined;
    return newestFirst(yield* ofRareType({ ...viewerValues(viewer), type }));
  }

  function* holding(tier: Tier, candidates: readonly Candidate[], { viewer, limit }: SearchRequest): Op<SearchHit[]> {
    const hits: SearchHit[] = [];
    for (const item of candidates) {
      if (hits.length === limit) break;
      if (yield* holds(viewer.orgId, item, tier)) hits.push(item);
    }
    return hits;
  }

  /** Those whose bodies the index lacks. */
  function* findStale(needles: readonly string[], range: RowRange, { viewer, type }: SearchRequest): Op<Candidate[]> {
    const hits: Candidate[] = [];
    for (const row of yield* ask<number[]>(() => stale.rowsWith(needles, range))) {
      hits.push(...(yield* byRow(type ?? '')({ ...viewerValues(viewer), row })));
    }
    return hits;
  }

  /** Looks up the rows of some needles, and reads the texts of items that have these for the others. */
  function* findRows({ places, needles }: Tier, range: RowRange, { viewer, type, limit }: SearchRequest): Op<SearchHit[]> {
    const rows: NewestRows[] = [];
    const toRead: string[] = [];
    const longestFirst = needles.toSorted((left, right) => right.length - left.length);
    for (const [index, needle] of longestFirst.entries()) {
      const isLookedUp = index < (isShort(indexedText(needle)) ? mostShortLookedUp : mostLookedUp);
      const ofNeedle = isLookedUp ? yield* ask<NewestRows | undefined>(() => rowsOf(needle, places, range)) : undefined;
      if (ofNeedle) rows.push(ofNeedle);
      else toRead.push(needle);
    }
    if (rows.length === 0) return yield* walkNewest({ places, needles }, range, { viewer, type, limit });
    const hits: SearchHit[] = [];
    let row = yield* ask<number | undefined>(() => rowOfAll(rows, Number(range.high)));
    while (row !== undefined && hits.length < limit) {
      const [item] = yield* byRow(type ?? '')({ ...viewerValues(viewer), row });
      if (item && (yield* holds(viewer.orgId, item, { places, needles: toRead }))) hits.push(item);
      const below = row - 1;
      row = yield* ask(() => rowOfAll(rows, below));
    }
    return hits;
  }

  /** The rows that have a needle in one of the places; undefined where it is short and too common to look it up. */
  function rowsOf(text: string, places: readonly Place[], range: RowRange): NewestRows | undefined {
    const { low, high } = range;
    const needle = indexedText(text);
    const unindexed = places.includes('body') ? stale.rowsWith([text], range) : [];
    if (isShort(needle)) {
      // One or two characters are no trigram: they are a range of the index's terms.
      const inParts = partsOf(places).map(({ ofTerms }) => ofTerms.all(needle, successor(needle), low, high, rareOccurrences));
      return inParts.some(({ length }) => length === rareOccurrences) ? undefined : listedRows([...inParts.flat(), ...unindexed]);
    }
    const found = partsOf(places).map(({ columns, matching }) => {
      const phrase = `{${columns}} : ${quoted(needle)}`;
      return foundRows((from, most) => matching.all(phrase, low, BigInt(from), most));
    });
    return rowsOfAny([...found, listedRows(unindexed)]);
  }

  function* walkNewest(tier: Tier, range: RowRange, { viewer, type, limit }: Omit<SearchRequest, 'query'>): Op<SearchHit[]> {
    const hits: SearchHit[] = [];
    let below: bigint | number = range.high + 1n;
    for (;;) {
      const rows: Candidate[] = yield* newestBelow(type ?? '')({
        ...viewerValues(viewer),
        low: range.low,
        below,
      });
      for (const row of rows) {
        if (yield* holds(viewer.orgId, row, tier)) hits.push(row);
        if (hits.length === limit) return hits;
      }
      const last = rows.at(-1)?.searchRow;
      if (last === undefined || last === null) return hits;
      below = BigInt(last);
    }
  }

  /** Whether an item has every needle in one of the places, by its texts. */
  function* holds(orgId: string, item: Candidate, { places, needles }: Tier): Op<boolean> {
    let missing = needles;
    for (const place of places) {
      if (missing.length === 0) break;
      const text = yield* textOf(orgId, item, place);
      missing = missing.filter((needle) => !text.includes(needle));
    }
    return missing.length === 0;
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
    *put({ orgId, searchRow, name, tags, body }) {
      const range = yield* rangeOf(orgId);
      yield* ask(() => {
        insertName.run(BigInt(searchRow), indexedText(indexedName(name)), indexedText(indexedTags(tags)));
        if (body === '') return;
        if (stale.add(searchRow, Buffer.byteLength(body), range)) noted();
        else insertBody.run(BigInt(searchRow), indexedText(indexedBody(body)));
      });
    },
    *remove(_orgId, searchRow) {
      yield* ask(() => {
        removeName.run(BigInt(searchRow));
        if (!stale.remove(searchRow)) removeBody.run(BigInt(searchRow));
      });
    },
    *find(request) {
      const range = yield* rangeOf(request.viewer.orgId);
      const all = yield* allOfType(request);
      const hits = yield* findInTiers(request, (tier) => (all ? holding(tier, all, request) : findTier(tier, range, request)));
      return hits.map(({ type, id, name, folderId }) => ({ type, id, name, folderId }));
    },
  };
}

function newestFirst(hits: Candidate[]): Candidate[] {
  return hits.sort((left, right) => (right.searchRow ?? 0) - (left.searchRow ?? 0));
}

function occurrencesSql(table: Table, andColumn: string): string {
  const terms = { search_names: 'search_name_terms', search_bodies: 'search_body_terms' }[table];
  return `select doc from ${terms} where term >= ? and term < ? ${andColumn} and doc between ? and ? limit ?`;
}

function rowsSql(table: Table): string {
  return `select rowid from ${table} where ${table} match ? and rowid between ? and ? order by rowid desc limit (select ?)`;
}

function isShort(needle: string): boolean {
  return [...needle].length < trigram;
}

function quoted(needle: string): string {
  return `"${needle.replaceAll('"', '""')}"`;
}

/** The least string after every string that begins with this one, in the order of code points. The index has no U+10FFFF. */
function successor(text: string): string {
  const characters = [...text];
  const last = characters.pop()?.codePointAt(0) ?? 0;
  const surrogates = { first: 0xd800, last: 0xdfff };
  const next = last + 1 === surrogates.first ? surrogates.last + 1 : last + 1;
  return characters.join('') + String.fromCodePoint(next);
}
