import { and, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, takeColumns } from '../../query/columns.ts';
import { type Engine, partsOf, queryVariants } from '../../query/engine.ts';
import { changeableItem, changeableTrash, type Viewer, viewerValues } from '../../query/visibility.ts';
import type { Tables } from '../../schema/schema.ts';
import { itemFields, type VisibleItem } from './items.ts';
import { acceptanceQueries } from './review-acceptance.ts';

/** Reviewed content of an item while changes wait (D78). */
export type Review = Tables['reviews']['$inferSelect'];

export interface WaitingPosition {
  waitsSince: number;
  id: string;
}

export interface WaitingFilter {
  viewer: Viewer;
  /** Identifier of a top folder. Null for items outside of folders, undefined for all items. */
  rootId?: string | null | undefined;
  /** Only items that this agent changed last. */
  agentId?: string | undefined;
  after?: WaitingPosition | undefined;
  limit: number;
}

export type ReviewQueries = ReturnType<typeof reviewQueries>;

/** Queries for reviewed texts, which exist only while agents' changes wait, and for waiting items (D78). */
export function reviewQueries(engine: Engine) {
  return { ...reviewRows(engine), ...askingPlaces(engine), ...waitingItems(engine), ...acceptanceQueries(engine) };
}

function reviewRows({ prepare, tables: { reviews, texts } }: Engine) {
  const ofItem = and(eq(reviews.orgId, sql.placeholder('orgId')), eq(reviews.itemId, sql.placeholder('itemId')));
  const find = prepare('review_find', (db) => db.select().from(reviews).where(ofItem));
  const findWithText = prepare('review_find_with_text', (db) =>
    db
      .select({ ...getTableColumns(reviews), text: texts.body })
      .from(reviews)
      .leftJoin(texts, and(eq(texts.orgId, reviews.orgId), eq(texts.itemId, reviews.itemId)))
      .where(ofItem),
  );
  const put = prepare('review_put', (db) =>
    db
      .insert(reviews)
      .values(fillColumns(reviews))
      .onConflictDoUpdate({ target: [reviews.orgId, reviews.itemId], set: takeColumns(reviews, 'body', 'version', 'sizeBytes', 'sha256') }),
  );
  const waits = prepare('review_waits', (db) => db.select({ itemId: reviews.itemId }).from(reviews).where(ofItem));
  const remove = prepare('review_remove', (db) => db.delete(reviews).where(ofItem));

  return {
    *find(orgId: string, itemId: string): Op<Review | undefined> {
      return (yield* find({ orgId, itemId }))[0];
    },
    /** Same with the current text. Null if the text is too large to be stored with the item. */
    *findWithText(orgId: string, itemId: string): Op<(Review & { text: string | null }) | undefined> {
      return (yield* findWithText({ orgId, itemId }))[0];
    },
    /** True while changes of an item wait. */
    *isWaiting(orgId: string, itemId: string): Op<boolean> {
      return (yield* waits({ orgId, itemId })).length > 0;
    },
    *put(review: Review): Op<void> {
      yield* put({ ...review });
    },
    *remove(orgId: string, itemId: string): Op<void> {
      yield* remove({ orgId, itemId });
    },
  };
}

function askingPlaces({ prepare, lockName, holdName, tables: { folders, organizations } }: Engine) {
  const outside = prepare('review_asked_outside', (db) =>
    db
      .select({ asksReview: organizations.asksReview })
      .from(organizations)
      .where(eq(organizations.id, sql.placeholder('orgId'))),
  );
  const inFolder = prepare('review_asked_in_folder', (db) =>
    db
      .select({ asksReview: folders.asksReview })
      .from(folders)
      .where(
        and(
          eq(folders.orgId, sql.placeholder('orgId')),
          sql`${folders.id} = (select place.root_id from ${folders} as place where place.org_id = ${sql.placeholder('orgId')}
            and place.id = ${sql.placeholder('folderId')})`,
        ),
      ),
  );

  return {
    /** True if a folder, or the place outside of folders (null), asks for review. Nobody can switch it until the transaction ends. */
    *holdAsking(orgId: string, folderId: string | null): Op<boolean> {
      yield* holdName(orgId, 'review');
      const [place] = yield* folderId === null ? outside({ orgId }) : inFolder({ orgId, folderId });
      return place?.asksReview ?? false;
    },
    /** Locks the switches of reviews. No item begins to wait until the transaction ends. */
    *lockSwitches(orgId: string): Op<void> {
      yield* lockName(orgId, 'review');
    },
  };
}

/**
 * Matches waiting items that the viewer can decide about. Includes an agent's deletions, but not a person's, even if changes waited before.
 * Accepting an agent's deletion makes it the person's, at a later time.
 */
export function decidableItem(place: Pick<Engine, 'dialect' | 'tables'>): SQL | undefined {
  const { changes, items } = place.tables;
  const deletedByAgent = sql`(select coalesce(${changes.agentId}, ${changes.keyId}) from ${changes} where ${changes.orgId} = ${items.orgId}
    and ${changes.subjectId} = ${items.id} and ${changes.what} = 'deleted' and ${changes.at} = ${items.deletedAt}
    order by ${changes.number} desc limit 1) is not null`;
  return or(changeableItem(place), and(changeableTrash(place), deletedByAgent));
}

function waitingItems({ prepare, dialect, tables }: Engine) {
  const { folders, items } = tables;
  const fields = itemFields({ dialect, tables });
  const decidable = decidableItem({ dialect, tables });
  const places: Record<'everywhere' | 'root' | 'outside', SQL | undefined> = {
    everywhere: undefined,
    root: sql`exists (select 1 from ${folders} where ${folders.orgId} = ${items.orgId} and ${folders.id} = ${items.folderId}
      and ${folders.rootId} = ${sql.placeholder('rootId')})`,
    outside: isNull(items.folderId),
  };
  const after = sql`(${items.waitsSince}, ${items.id}) > (${sql.placeholder('afterTime')}, ${sql.placeholder('afterId')})`;
  const page = queryVariants((shape: `${keyof typeof places} ${'first' | 'next'} ${'all' | 'agent'}`) => {
    const [place, part, whose] = partsOf<[keyof typeof places, 'first' | 'next', 'all' | 'agent']>(shape);
    return prepare(`items_waiting_${shape}`, (db) =>
      db
        .select(fields)
        .from(items)
        .where(
          and(
            eq(items.orgId, sql.placeholder('orgId')),
            sql`${items.waitsSince} is not null`,
            decidable,
            places[place],
            part === 'next' ? after : undefined,
            whose === 'agent' ? eq(items.changedByAgent, sql.placeholder('agentId')) : undefined,
          ),
        )
        .orderBy(items.waitsSince, items.id)
        .limit(sql.placeholder('limit')),
    );
  });

  return {
    /** Lists waiting items that the viewer can decide about, longest waiting first. */
    *waiting({ viewer, rootId, agentId, after, limit }: WaitingFilter): Op<VisibleItem[]> {
      const place = rootId === undefined ? 'everywhere' : rootId === null ? 'outside' : 'root';
      const position = after && { afterTime: after.waitsSince, afterId: after.id };
      const shape = `${place} ${after ? 'next' : 'first'} ${agentId === undefined ? 'all' : 'agent'}` as const;
      return yield* page(shape)({ ...viewerValues(viewer), rootId, agentId, limit, ...position });
    },
  };
}
