import { and, asc, count, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, pickColumns, setColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** A change of many items by one call of a person. */
export type BulkChange = Tables['bulkChanges']['$inferSelect'];

/** Place in the order of all bulk changes. */
export type BulkPlace = Pick<BulkChange, 'createdAt' | 'id'>;

type Row = Tables['bulkChangeItems']['$inferSelect'];

/** An item that waits for its turn. */
export type OpenBulkItem = Pick<Row, 'number' | 'itemId'>;

/** Result of an item's turn. */
export type BulkItemEnd = Pick<Row, 'number' | 'outcome' | 'code' | 'reason' | 'message'>;

/** An item that was refused. */
export type FailedBulkItem = Pick<Row, 'itemId' | 'code' | 'reason' | 'message'>;

export interface BulkCounts {
  total: number;
  done: number;
  failed: number;
}

export type BulkChangeQueries = ReturnType<typeof bulkChangeQueries>;

export function bulkChangeQueries(engine: Engine) {
  return { ...changeRows(engine), ...itemRows(engine) };
}

type Key = Pick<BulkChange, 'orgId' | 'id'>;

function changeRows({ prepare, dialect, lockName, tables: { bulkChanges, bulkChangeItems } }: Engine) {
  const isThis = and(eq(bulkChanges.orgId, sql.placeholder('orgId')), eq(bulkChanges.id, sql.placeholder('id')));
  const byId = prepare('bulk_change_by_id', (db) => db.select().from(bulkChanges).where(isThis));
  const atWork = prepare('bulk_changes_at_work', (db) =>
    db
      .select()
      .from(bulkChanges)
      .where(
        and(
          sql`${bulkChanges.state} in ('working', 'undoing')`,
          sql`(${bulkChanges.createdAt}, ${bulkChanges.id}) > (${sql.placeholder('createdAt')}, ${sql.placeholder('id')})`,
        ),
      )
      .orderBy(asc(bulkChanges.createdAt), asc(bulkChanges.id))
      .limit(sql.placeholder('limit')),
  );
  const ofPerson = prepare('bulk_changes_of_person', (db) =>
    db
      .select()
      .from(bulkChanges)
      .where(and(eq(bulkChanges.orgId, sql.placeholder('orgId')), eq(bulkChanges.personId, sql.placeholder('personId'))))
      .orderBy(desc(bulkChanges.id))
      .limit(sql.placeholder('limit')),
  );
  const insert = prepare('bulk_change_insert', (db) => db.insert(bulkChanges).values(fillColumns(bulkChanges)));
  const list = sql.placeholder('itemIds');
  const given =
    dialect === 'sqlite'
      ? sql`select ${sql.placeholder('orgId')}, ${sql.placeholder('id')}, key, value, null, null, null, null from json_each(${list})`
      : sql`select ${sql.placeholder('orgId')}, ${sql.placeholder('id')}, number - 1, item_id, null, null, null, null
          from json_array_elements_text(${list}::json) with ordinality as given (item_id, number)`;
  const insertItems = prepare('bulk_change_items_insert', (db) => db.insert(bulkChangeItems).select(given));
  const update = prepare('bulk_change_update', (db) =>
    db
      .update(bulkChanges)
      .set(setColumns(bulkChanges, 'state', 'takeBackId', 'endedAt'))
      .where(isThis),
  );
  const old = prepare('bulk_changes_old', (db) =>
    db
      .select({ orgId: bulkChanges.orgId, id: bulkChanges.id })
      .from(bulkChanges)
      .where(lt(bulkChanges.endedAt, sql.placeholder('before')))
      .limit(sql.placeholder('limit')),
  );
  const remove = prepare('bulk_change_remove', (db) => db.delete(bulkChanges).where(isThis));
  const removeItems = prepare('bulk_change_items_remove', (db) => db.delete(bulkChangeItems).where(isOf(bulkChangeItems)));

  return {
    *find(orgId: string, id: string): Op<BulkChange | undefined> {
      return (yield* byId({ orgId, id }))[0];
    },
    /** Finds a bulk change and locks it until the transaction ends. */
    *findForChange(orgId: string, id: string): Op<BulkChange | undefined> {
      yield* lockName(orgId, 'bulk_change', id);
      return (yield* byId({ orgId, id }))[0];
    },
    /** Returns bulk changes with remaining work behind one of them, of all organizations, oldest first. */
    *atWork({ createdAt, id }: BulkPlace, limit: number): Op<BulkChange[]> {
      return yield* atWork({ createdAt, id, limit });
    },
    /** Returns the bulk changes of one person, newest first. */
    *ofPerson(orgId: string, personId: string, limit: number): Op<BulkChange[]> {
      return yield* ofPerson({ orgId, personId, limit });
    },
    *create(change: BulkChange, itemIds: readonly string[]): Op<void> {
      yield* insert(change);
      yield* insertItems({ orgId: change.orgId, id: change.id, itemIds: JSON.stringify(itemIds) });
    },
    *update(change: BulkChange): Op<void> {
      yield* update(change);
    },
    /** Removes some of the bulk changes that ended before a time. Returns the number removed. */
    *removeOld(before: number, limit: number): Op<number> {
      const found = yield* old({ before, limit });
      for (const key of found) {
        yield* removeItems(key);
        yield* remove(key);
      }
      return found.length;
    },
  };
}

function itemRows({ prepare, tables: { bulkChangeItems } }: Engine) {
  const ofChange = isOf(bulkChangeItems);
  const isOpen = isNull(bulkChangeItems.outcome);
  const open = prepare('bulk_change_items_open', (db) =>
    db
      .select(pickColumns(bulkChangeItems, 'number', 'itemId'))
      .from(bulkChangeItems)
      .where(and(ofChange, isOpen))
      .orderBy(bulkChangeItems.number)
      .limit(sql.placeholder('limit')),
  );
  const end = prepare('bulk_change_item_end', (db) =>
    db
      .update(bulkChangeItems)
      .set(setColumns(bulkChangeItems, 'outcome', 'code', 'reason', 'message'))
      .where(and(ofChange, isOpen, eq(bulkChangeItems.number, sql.placeholder('number'))))
      .returning({ number: bulkChangeItems.number }),
  );
  const counts = prepare('bulk_change_counts', (db) =>
    db.select({ outcome: bulkChangeItems.outcome, count: count() }).from(bulkChangeItems).where(ofChange).groupBy(bulkChangeItems.outcome),
  );
  const failed = prepare('bulk_change_items_failed', (db) =>
    db
      .select(pickColumns(bulkChangeItems, 'itemId', 'code', 'reason', 'message'))
      .from(bulkChangeItems)
      .where(and(ofChange, eq(bulkChangeItems.outcome, sql`'failed'`)))
      .orderBy(bulkChangeItems.number),
  );

  return {
    /** Returns the next items to change, in the order that the person gave. */
    *open({ orgId, id }: Key, limit: number): Op<OpenBulkItem[]> {
      return yield* open({ orgId, id, limit });
    },
    /** Records the result of an item's turn. False if the item already has a result. */
    *endItem({ orgId, id }: Key, ended: BulkItemEnd): Op<boolean> {
      return (yield* end({ orgId, id, ...ended })).length > 0;
    },
    *counts({ orgId, id }: Key): Op<BulkCounts> {
      const found = yield* counts({ orgId, id });
      const of = (outcome: Row['outcome']) => found.find((row) => row.outcome === outcome)?.count ?? 0;
      const [done, failed] = [of('done'), of('failed')];
      return { total: done + failed + of(null), done, failed };
    },
    /** Returns all refused items. */
    *failed({ orgId, id }: Key): Op<FailedBulkItem[]> {
      return yield* failed({ orgId, id });
    },
  };
}

function isOf({ orgId, bulkChangeId }: Tables['bulkChangeItems']) {
  return and(eq(orgId, sql.placeholder('orgId')), eq(bulkChangeId, sql.placeholder('id')));
}
