import { type ItemType, idTime } from '@gatehouse/domain';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { type Engine, queryVariants } from '../../query/engine.ts';
import type { Viewer } from '../../query/visibility.ts';
import { type ReadFieldsSince, valueThen } from './fields-since.ts';
import type { PastItem, ReadPastItems } from './past-items.ts';

export interface PastBrowse {
  viewer: Viewer;
  /** Null outside every folder. The caller has checked that the viewer may see it now. */
  folderId: string | null;
  types: readonly ItemType[];
  asOf: number;
  /** Only identifiers after this one. */
  after: string;
  limit: number;
}

export interface PastPage {
  /** Items by ID. Fewer than `limit` if many candidates did not match. */
  items: PastItem[];
  /** Identifier after which the next page begins. Null at the end. */
  next: string | null;
}

/** Maximum searches to fill a page. The rest belongs to the next page. */
const maxLooks = 3;
/** Candidates to read for each wanted item. Some candidates moved to the place after `asOf`. */
const lookedAt = 2;
/** Maximum rows about removed items that are read in one query. */
const maxMoves = 300;

/** Items that may have been in a place: those in it now, and those removed since. */
interface Candidates {
  ids: string[];
  /** Items that are in it now. */
  inPlace: ReadonlySet<string>;
  /** All candidates up to this identifier are known. Null if all are known. */
  upTo: string | null;
}

type Found = Omit<Candidates, 'inPlace'>;

interface Stretch {
  orgId: string;
  folderId: string | null;
  asOf: number;
  low: string;
  high: string;
  limit: number;
}

/** Items that were in a folder, or outside of folders. One page reads only a few pages of candidates, however many there were. */
export function openPastPlaces(engine: Engine, fieldsSince: ReadFieldsSince, readItems: ReadPastItems) {
  const inPlace = openInPlace(engine);
  const takenOut = openTakenOut(engine);

  function* candidates({ viewer, folderId, types, asOf }: PastBrowse, after: string, wanted: number): Op<Candidates> {
    const ids: string[] = [];
    const here = new Set<string>();
    // Identifiers begin with the type, followed by their time, so items created later are not read.
    for (const type of types.toSorted()) {
      const [low, high] = [after > `${type}_` ? after : `${type}_`, `${type}_${idTime(asOf + 1)}`];
      if (low >= high) continue;
      const stretch = { orgId: viewer.orgId, folderId, asOf, low, high, limit: wanted };
      const now = yield* inPlace(stretch);
      for (const id of now.ids) here.add(id);
      const found = join([now, yield* takenOut(stretch)]);
      ids.push(...found.ids);
      if (ids.length >= wanted) return { ids: ids.slice(0, wanted), inPlace: here, upTo: ids[wanted - 1] ?? null };
      if (found.upTo !== null) return { ids, inPlace: here, upTo: found.upTo };
    }
    return { ids, inPlace: here, upTo: null };
  }

  /** Returns at most `wanted` items that were in the place, and the identifier after which there may be more. */
  function* look(browse: PastBrowse, after: string, wanted: number): Op<{ items: PastItem[]; upTo: string | null }> {
    const { viewer, folderId, asOf } = browse;
    const { ids, inPlace, upTo } = yield* candidates(browse, after, lookedAt * wanted);
    const fieldsOf = yield* fieldsSince(viewer.orgId, ids, asOf);
    const wereHere = ids.filter((id) => valueThen(fieldsOf(id), 'folderId', inPlace.has(id) ? folderId : undefined) === folderId);
    const read = wereHere.slice(0, wanted);
    const items = (yield* readItems(viewer, read, asOf, fieldsOf)).sort(byId);
    return { items, upTo: read.length < wereHere.length ? (read.at(-1) ?? null) : upTo };
  }

  return {
    *browse(browse: PastBrowse): Op<PastPage> {
      const { limit } = browse;
      const items: PastItem[] = [];
      let upTo: string | null = browse.after;
      for (let looks = 0; looks < maxLooks && upTo !== null && items.length <= limit; looks++) {
        const found: { items: PastItem[]; upTo: string | null } = yield* look(browse, upTo, limit + 1 - items.length);
        items.push(...found.items);
        upTo = found.upTo;
      }
      if (items.length <= limit) return { items, next: upTo };
      return { items: items.slice(0, limit), next: items[limit - 1]?.current.id ?? null };
    },
  };
}

/** Items that are in the place now. Items in the trash count, unless they were deleted before that time. */
function openInPlace({ prepare, tables: { items } }: Engine) {
  const page = queryVariants((place: 'folder' | 'root') =>
    prepare(`past_in_${place}`, (db) =>
      db
        .select({ id: items.id, deletedAt: items.deletedAt })
        .from(items)
        .where(
          and(
            eq(items.orgId, sql.placeholder('orgId')),
            place === 'root' ? isNull(items.folderId) : eq(items.folderId, sql.placeholder('folderId')),
            gt(items.id, sql.placeholder('low')),
            lt(items.id, sql.placeholder('high')),
          ),
        )
        // Postgres uses the index for items outside of folders only if the folder is part of the order.
        .orderBy(...(place === 'root' ? [sql`${items.folderId}`] : []), items.id)
        .limit(sql.placeholder('limit')),
    ),
  );
  return function* (stretch: Stretch): Op<Found> {
    const found = yield* page(stretch.folderId === null ? 'root' : 'folder')({ ...stretch });
    const ids = found.filter(({ deletedAt }) => deletedAt === null || deletedAt > stretch.asOf).map(({ id }) => id);
    return { ids, upTo: found.length < stretch.limit ? null : (found.at(-1)?.id ?? null) };
  };
}

/** Items taken out of the place after that time. */
function openTakenOut({ prepare, dialect, tables: { changes } }: Engine) {
  const list = sql.raw(dialect === 'sqlite' ? 'json_group_array(distinct subject_id)' : 'json_agg(distinct subject_id)');
  const read = prepare('past_taken_out', (db) => {
    const rows = db
      .select({ subjectId: sql`${changes.subjectId}`.as('subject_id'), at: sql`${changes.at}`.as('at') })
      .from(changes)
      .where(
        and(
          eq(changes.orgId, sql.placeholder('orgId')),
          eq(changes.movedFrom, sql.placeholder('movedFrom')),
          gt(changes.subjectId, sql.placeholder('low')),
          lt(changes.subjectId, sql.placeholder('high')),
        ),
      )
      .orderBy(changes.subjectId)
      .limit(sql.placeholder('limit'))
      .as('moves');
    const ids = sql<string | null>`cast(${list} filter (where at > ${sql.placeholder('asOf')}) as text)`;
    return db.select({ ids, count: sql<number>`count(*)`, last: sql<string | null>`max(subject_id)` }).from(rows);
  });
  return function* ({ folderId, ...stretch }: Stretch): Op<Found> {
    const [moves] = yield* read({ ...stretch, movedFrom: folderId ?? '', limit: maxMoves });
    const ids: string[] = JSON.parse(moves?.ids ?? '[]');
    return { ids, upTo: Number(moves?.count ?? 0) < maxMoves ? null : (moves?.last ?? null) };
  };
}

/** Merges results in order, up to the identifier to which all are complete. */
function join(all: readonly Found[]): Found {
  const [upTo = null] = all.flatMap((one) => one.upTo ?? []).sort();
  const ids = [...new Set(all.flatMap((one) => one.ids))].sort();
  return { ids: upTo === null ? ids : ids.filter((id) => id <= upTo), upTo };
}

function byId(one: PastItem, other: PastItem): number {
  return one.current.id < other.current.id ? -1 : 1;
}
