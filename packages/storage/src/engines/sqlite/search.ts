import type Database from 'better-sqlite3';
import { foldQuery } from '../../kernel/folding/fold.ts';
import { ask, type Op } from '../../kernel/ops.ts';
import type { Engine } from '../../query/engine.ts';
import { viewerValues } from '../../query/visibility.ts';
import {
  findInTiers,
  indexedBody,
  indexedName,
  indexedTags,
  type Search,
  type SearchHit,
  type SearchRequest,
  type Tier,
} from '../../search/search.ts';
import { shapeOf } from '../../search/words/row-queries.ts';
import type { WordIndex } from '../../search/words/word-index.ts';
import { type SearchWithWords, wordSearch } from '../../search/words/word-search.ts';
import type { IndexMerges } from './index-merges.ts';
import { createRowFinder, isShort, quoted } from './index-rows.ts';
import { indexedText } from './indexed-text.ts';
import { createNeedleReader } from './item-needles.ts';
import { type NewestRows, rowOfAll } from './newest-rows.ts';
import { type Candidate, type SearchStatements, searchStatements } from './search-statements.ts';
import type { RowRange, StaleBodies } from './stale-bodies.ts';
import { sqliteWordIndex } from './word-index.ts';

/**
 * Maximum words to look up, because each look-up takes time. The other words are checked in the texts that were found by the longest words.
 */
const maxLookedUp = 8;
const maxShortLookedUp = 2;

/** Maximum items of a type for reading each one. For a rare type, an index lookup would mostly skip hits of other types. */
const fewOfType = 500;

/** Maximum names that are compared with a query. If more match, the index finds the newest of each tier. */
const fewNamed = 60;

/** Trigram index over folded text (D23): names and tags in one table, bodies in another, which can lag. */
export function sqliteSearch(connection: Database.Database, engine: Engine, upkeep: IndexUpkeep): SearchWithWords {
  const { stale, noted } = upkeep;
  const statements = searchStatements(engine);
  const words = wordSearch(engine, sqliteWordIndex(connection, statements, noted));
  const { rangeOf } = statements;
  const { holding, holds } = createNeedleReader(statements);
  const { findTier, allOfType, allNamed } = createTierFinder(statements, { holds, stale, rowsOf: createRowFinder(connection, stale) });

  return {
    ...indexWrites(connection, rangeOf, upkeep, words.index),
    indexing: words.indexing,
    findBest: words.findBest,
    texts: words.texts,
    textChanged: words.textChanged,
    *find(request) {
      const range = yield* rangeOf(request.viewer.orgId);
      const all = yield* allOfType(request);
      const named = all ? undefined : yield* allNamed(request, range);
      const hits = yield* findInTiers(request, (tier) => {
        const known = all ?? (tier.places.includes('body') ? undefined : named);
        return known ? holding(tier, known, request) : findTier(tier, range, request);
      });
      return hits.map(({ type, id, name, folderId }) => ({ type, id, name, folderId }));
    },
  };
}

interface TierParts {
  stale: StaleBodies;
  rowsOf: ReturnType<typeof createRowFinder>;
  holds: ReturnType<typeof createNeedleReader>['holds'];
}

/** Finds the hits of one tier, by the index or by reading items. */
function createTierFinder({ byPhrase, byRow, newestBelow, someOfType, ofRareType }: SearchStatements, { stale, rowsOf, holds }: TierParts) {
  function* findTier(tier: Tier, range: RowRange, request: SearchRequest): Op<SearchHit[]> {
    const [place, ...others] = tier.places;
    const needles = tier.needles.map(indexedText);
    const isOneLookUp = others.length === 0 && needles.length <= maxLookedUp && !needles.some(isShort);
    if (place === undefined || !isOneLookUp) return yield* findRows(tier, range, request);
    const table = place === 'body' ? 'search_bodies' : 'search_names';
    const phrase = `${place} : (${needles.map(quoted).join(' AND ')})`;
    const indexed = yield* byPhrase(`${table} ${shapeOf(request)}`)({ ...valuesOf(request), ...range, phrase, limit: request.limit });
    const unindexed = place === 'body' ? yield* findStale(tier.needles, range, request) : [];
    return unindexed.length === 0 ? indexed : newestFirst([...indexed, ...unindexed]).slice(0, request.limit);
  }

  /**
   * All visible items of a type with few items, newest first. Undefined if there are more. Documents are excluded because their bodies are
   * long.
   */
  function* allOfType({ viewer, type, folderId }: SearchRequest): Op<Candidate[] | undefined> {
    if (type === undefined || type === 'doc') return undefined;
    const some = yield* someOfType({ orgId: viewer.orgId, type, limit: fewOfType + 1 });
    if (some.length > fewOfType) return undefined;
    const all = newestFirst(yield* ofRareType({ ...viewerValues(viewer), type }));
    return folderId === undefined ? all : all.filter((item) => item.folderId === folderId);
  }

  /**
   * All visible items with the phrase in their name or tags, newest first. One lookup serves all tiers (exact name, name start, name, tag), because
   * the names themselves are compared. Undefined if there are more than a few.
   */
  function* allNamed(request: SearchRequest, range: RowRange): Op<Candidate[] | undefined> {
    const { query, match } = request;
    const folded = foldQuery(query);
    if ((match === 'words' && folded.includes(' ')) || isShort(indexedText(folded))) return undefined;
    const phrase = `{name tags} : ${quoted(indexedText(folded))}`;
    const named = yield* byPhrase(`search_names ${shapeOf(request)}`)({ ...valuesOf(request), ...range, phrase, limit: fewNamed + 1 });
    return named.length > fewNamed ? undefined : named;
  }

  /** Hits among the bodies that the index lacks. */
  function* findStale(needles: readonly string[], range: RowRange, request: SearchRequest): Op<Candidate[]> {
    const hits: Candidate[] = [];
    for (const row of yield* ask<number[]>(() => stale.rowsWith(needles, range))) {
      hits.push(...(yield* byRow(shapeOf(request))({ ...valuesOf(request), row })));
    }
    return hits;
  }

  /** Looks up the rows of some needles, and checks the others in the texts of these items. */
  function* findRows({ places, needles }: Tier, range: RowRange, request: SearchRequest): Op<SearchHit[]> {
    const { viewer, limit } = request;
    const rows: NewestRows[] = [];
    const toRead: string[] = [];
    const longestFirst = needles.toSorted((left, right) => right.length - left.length);
    for (const [index, needle] of longestFirst.entries()) {
      const isLookedUp = index < (isShort(indexedText(needle)) ? maxShortLookedUp : maxLookedUp);
      const ofNeedle = isLookedUp ? yield* ask<NewestRows | undefined>(() => rowsOf(needle, places, range)) : undefined;
      if (ofNeedle) rows.push(ofNeedle);
      else toRead.push(needle);
    }
    if (rows.length === 0) return yield* walkNewest({ places, needles }, range, request);
    const hits: SearchHit[] = [];
    let row = yield* ask<number | undefined>(() => rowOfAll(rows, Number(range.high)));
    while (row !== undefined && hits.length < limit) {
      const [item] = yield* byRow(shapeOf(request))({ ...valuesOf(request), row });
      if (item && (yield* holds(viewer.orgId, item, { places, needles: toRead }))) hits.push(item);
      const below = row - 1;
      row = yield* ask(() => rowOfAll(rows, below));
    }
    return hits;
  }

  function* walkNewest(tier: Tier, range: RowRange, request: SearchRequest): Op<SearchHit[]> {
    const { viewer, limit } = request;
    const hits: SearchHit[] = [];
    let below: bigint | number = range.high + 1n;
    for (;;) {
      const rows: Candidate[] = yield* newestBelow(shapeOf(request))({
        ...valuesOf(request),
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

  return { findTier, allOfType, allNamed };
}

function valuesOf({ viewer, folderId }: SearchRequest) {
  return { ...viewerValues(viewer), folderId };
}

/** Background work on the index. */
export interface IndexUpkeep {
  /** Bodies that are not indexed yet. */
  stale: StaleBodies;
  merges: Pick<IndexMerges, 'noted'>;
  /** Called for each item that must be indexed. */
  noted?: () => void;
}

/** Writes to the index. */
function indexWrites(
  connection: Database.Database,
  rangeOf: SearchStatements['rangeOf'],
  { stale, merges }: IndexUpkeep,
  words: WordIndex,
): Pick<Search, 'nextRow' | 'put' | 'remove'> {
  const insertName = connection.prepare('insert into search_names (rowid, name, tags) values (?, ?, ?)');
  const insertBody = connection.prepare('insert into search_bodies (rowid, body) values (?, ?)');
  const removeName = connection.prepare('delete from search_names where rowid = ?');
  const removeBody = connection.prepare('delete from search_bodies where rowid = ?');
  const highestRow = connection
    .prepare<[bigint, bigint], number | null>('select max(search_row) from items where search_row between ? and ?')
    .pluck();

  return {
    *nextRow(orgId) {
      const range = yield* rangeOf(orgId);
      const highest = highestRow.get(range.low, range.high);
      return highest === null || highest === undefined ? Number(range.low) + 1 : highest + 1;
    },
    *put({ orgId, searchRow, name, tags, body }) {
      const range = yield* rangeOf(orgId);
      yield* words.note(searchRow);
      yield* ask(() => {
        insertName.run(BigInt(searchRow), indexedText(indexedName(name)), indexedText(indexedTags(tags)));
        if (body === '') return;
        if (stale.add(searchRow, Buffer.byteLength(body), range)) return;
        insertBody.run(BigInt(searchRow), indexedText(indexedBody(body)));
        merges.noted(1);
      });
    },
    *remove(orgId, searchRow) {
      yield* words.remove(orgId, searchRow);
      yield* ask(() => {
        removeName.run(BigInt(searchRow));
        if (!stale.remove(searchRow)) removeBody.run(BigInt(searchRow));
      });
    },
  };
}

function newestFirst(hits: Candidate[]): Candidate[] {
  return hits.sort((left, right) => (right.searchRow ?? 0) - (left.searchRow ?? 0));
}
