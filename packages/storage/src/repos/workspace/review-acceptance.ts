import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { type Db, type Engine, given, type Query, queryVariants } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';
import { isBelowPath, type TreePlace } from './folder-tree.ts';
import type { MadeBy } from './history.ts';
import { nextDecision } from './review-decisions.ts';

type Place = 'tree' | 'outside';

/** Queries that accept everything in a place when its review is switched off. The caller has locked the place. */
export function acceptanceQueries(engine: Engine) {
  const { prepare, lockRows, tables } = engine;
  const { items, reviews } = tables;
  const isIn = (place: Place) => and(isWaiting(items), isInPlace(tables, place));
  const count = queryVariants((place: Place) =>
    prepare(`review_count_${place}`, (db) => db.select({ count: sql<number>`count(*)` }).from(items).where(isIn(place))),
  );
  const lock = queryVariants((place: Place) =>
    lockRows(`review_lock_${place}`, (db) => db.select({ id: items.id }).from(items).where(isIn(place)).orderBy(items.id)),
  );
  const end = endings(engine);
  // Keep the texts of items that began to wait after the statement before.
  const drop = queryVariants((place: Place) =>
    prepare(`review_drop_${place}`, (db) => {
      const settled = and(eq(items.orgId, sql.placeholder('orgId')), isNull(items.waitsSince), isInPlace(tables, place));
      return db
        .delete(reviews)
        .where(
          and(eq(reviews.orgId, sql.placeholder('orgId')), sql`${reviews.itemId} in (select ${items.id} from ${items} where ${settled})`),
        );
    }),
  );

  return {
    /** Counts the waiting items in a folder and everything below it, or outside of folders (null). */
    *countIn(orgId: string, tree: TreePlace | null): Op<number> {
      const [found] = yield* count(tree ? 'tree' : 'outside')({ orgId, ...tree });
      return Number(found?.count ?? 0);
    },
    /** Accepts all waiting changes in a folder and everything below it, or outside of folders (null), with a decision for each item. */
    *acceptIn(orgId: string, tree: TreePlace | null, { personId, entrance, requestId, at }: MadeBy): Op<void> {
      const place = tree ? 'tree' : 'outside';
      yield* lock(place)({ orgId, ...tree });
      yield* end(place)({ orgId, ...tree, personId, entrance, requestId, at });
      yield* drop(place)({ orgId, ...tree });
    },
  };
}

function isInPlace({ folders, items }: Tables, place: Place): SQL {
  return place === 'tree'
    ? sql`${items.folderId} in (select ${folders.id} from ${folders} where ${isBelowPath(folders)})`
    : isNull(items.folderId);
}

function isWaiting(items: Tables['items']): SQL | undefined {
  return and(eq(items.orgId, sql.placeholder('orgId')), sql`${items.waitsSince} is not null`);
}

/** Ends the waiting of all items in a place, and records a decision for each. The caller has locked the items. */
function endings({ prepare, dialect, tables }: Engine): (place: Place) => Query<unknown> {
  const { items, reviewDecisions } = tables;
  const isIn = (place: Place) => and(isWaiting(items), isInPlace(tables, place));
  const change = (db: Db, place: Place) =>
    db
      .update(items)
      .set({ waitsSince: null, reviewCount: sql`${items.reviewCount} + 1` })
      .where(isIn(place));
  /** Selects the decisions about ended items. */
  const decisions = (item: SQL, version: SQL, from: SQL) => {
    const values: Record<keyof Tables['reviewDecisions']['$inferSelect'], SQL> = {
      orgId: given(reviewDecisions.orgId, 'orgId'),
      itemId: item,
      number: nextDecision(reviewDecisions, item),
      how: sql`'switched_off'`,
      accepted: sql`null`,
      declined: sql`0`,
      version,
      at: given(reviewDecisions.at, 'at'),
      personId: given(reviewDecisions.personId, 'personId'),
      entrance: given(reviewDecisions.entrance, 'entrance'),
      requestId: given(reviewDecisions.requestId, 'requestId'),
    };
    const ordered = Object.keys(getTableColumns(reviewDecisions)).map((column) => values[column as keyof typeof values]);
    return sql`select ${sql.join(ordered, sql`, `)} from ${from}`;
  };

  /** On Postgres, one statement changes the items and adds the decisions about exactly these. */
  if (dialect === 'postgres')
    return queryVariants((place: Place) =>
      prepare(`review_end_${place}`, (db) => {
        const ended = db.$with('ended').as(change(db, place).returning({ id: items.id, version: items.versionCount }) as never);
        return db
          .with(ended)
          .insert(reviewDecisions)
          .select(decisions(sql`ended.id`, sql`ended.version_count`, sql`ended`));
      }),
    );
  /** SQLite has one writer at a time, and no statement that does both. */
  return queryVariants((place: Place) => {
    const waiting = sql`${items} where ${isIn(place)}`;
    const decide = prepare(`review_decide_${place}`, (db) =>
      db.insert(reviewDecisions).select(decisions(sql`${items.id}`, sql`${items.versionCount}`, waiting)),
    );
    const end = prepare(`review_end_${place}`, (db) => change(db, place));
    return function* (values) {
      yield* decide(values);
      yield* end(values);
    };
  });
}
