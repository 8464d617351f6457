import { and, eq, inArray, sql } from 'drizzle-orm';
import { fillColumns, omitColumns } from '../../columns.ts';
import { type Engine, pageLimit, queryVariants } from '../../engine.ts';
import type { Op } from '../../ops.ts';
import type { TimePosition } from '../../put-back.ts';
import type { Tables } from '../../schema.ts';
import { inTimeOrder, type LookedThrough, newestFirst, newestFirstValues, type TimeStretch, timeOrderValues } from './time-order.ts';
import type { Attribution } from './versions.ts';

/** Something that happened to an item between two versions. */
export type ItemChange = Omit<Tables['itemChanges']['$inferSelect'], 'orgId'>;

export interface NewItemChange extends Pick<ItemChange, 'itemId' | 'what' | 'version' | 'at'> {
  orgId: string;
  attribution: Attribution;
}

export type ItemChangeQueries = ReturnType<typeof itemChangeQueries>;

/** Nobody deletes an item oftener; what is older is not asked for. */
const maxOfItem = 1000;

export function itemChangeQueries({ prepare, tables: { itemChanges } }: Engine) {
  const ofItem = and(eq(itemChanges.orgId, sql.placeholder('orgId')), eq(itemChanges.itemId, sql.placeholder('itemId')));
  const fields = omitColumns(itemChanges, 'orgId');
  const next = sql<number>`(select coalesce(max(${itemChanges.number}), 0) + 1 from ${itemChanges} where ${ofItem})`;
  const insert = prepare('item_change_insert', (db) =>
    db.insert(itemChanges).values({ ...fillColumns(itemChanges, 'number'), number: next }),
  );
  const trashMoves = prepare('item_changes_trash', (db) =>
    db
      .select(fields)
      .from(itemChanges)
      .where(and(ofItem, inArray(itemChanges.what, ['deleted', 'restored'])))
      .orderBy(sql`${itemChanges.number} desc`)
      .limit(pageLimit()),
  );
  const look = queryVariants((looked: LookedThrough) => {
    const { rows, order } = inTimeOrder(itemChanges, looked);
    return prepare(`item_changes_look_${looked}`, (db) =>
      db
        .select(fields)
        .from(itemChanges)
        .where(rows)
        .orderBy(...order)
        .limit(pageLimit()),
    );
  });
  const backwards = newestFirst(itemChanges);
  const newest = prepare('item_changes_newest', (db) =>
    db
      .select(fields)
      .from(itemChanges)
      .where(backwards.rows)
      .orderBy(...backwards.order)
      .limit(pageLimit()),
  );

  return {
    /** Whoever adds one holds the item for change, or makes it. */
    *add({ attribution, ...change }: NewItemChange): Op<void> {
      const { personId, agentId, keyId } = attribution;
      yield* insert({ ...change, personId, agentId, keyId });
    },
    /** How an item came to be in the trash, or not to be, in order. */
    *trashMoves(orgId: string, itemId: string): Op<ItemChange[]> {
      return (yield* trashMoves({ orgId, itemId, limit: maxOfItem })).reverse();
    },
    /** Those of all items since a time, the newest first, from a position on. */
    *newest(orgId: string, since: number, limit: number, before: TimePosition): Op<ItemChange[]> {
      return yield* newest(newestFirstValues(orgId, since, limit, before));
    },
    /** Those of all items in the order of their times, or what of it one key, agent or person did. */
    *look(orgId: string, stretch: TimeStretch): Op<ItemChange[]> {
      return yield* look(stretch.madeBy?.maker ?? 'all')(timeOrderValues(orgId, stretch));
    },
  };
}
