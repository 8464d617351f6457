import { and, gt, isNotNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import type { Engine } from '../../query/engine.ts';
import { logPosition } from './log-position.ts';

export type ActivityItemQueries = ReturnType<typeof activityItemQueries>;

/** Rows of the log by item, so that an item's rows are found in a log of any length. // D44 */
export function activityItemQueries(engine: Engine) {
  const { prepare, tables } = engine;
  const { activity, activityItems } = tables;
  const position = logPosition(engine, 'items');
  const add = prepare('activity_items_add', (db) =>
    db
      .insert(activityItems)
      .select(
        db
          .select({
            orgId: activity.orgId,
            itemId: sql<string>`${activity.itemId}`.as('item_id'),
            activityId: sql<number>`${activity.id}`.as('activity_id'),
            at: activity.at,
          })
          .from(activity)
          .where(
            and(
              gt(activity.id, sql.placeholder('afterId')),
              lte(activity.id, sql.placeholder('throughId')),
              isNotNull(activity.itemId),
              ne(activity.orgId, ''),
            ),
          ),
      )
      .onConflictDoNothing(),
  );
  const remove = prepare('activity_items_remove', (db) =>
    db
      .delete(activityItems)
      .where(
        sql`${activityItems.activityId} in ${db
          .select({ id: activityItems.activityId })
          .from(activityItems)
          .where(lt(activityItems.activityId, sql.placeholder('belowId')))
          .orderBy(activityItems.activityId)
          .limit(sql.placeholder('limit'))}`,
      )
      .returning({ id: activityItems.activityId }),
  );

  return {
    hold: position.hold,
    /** Files the rows between two numbers under their items, and records that the log was read to the second. */
    *add(afterId: number, throughId: number): Op<void> {
      yield* add({ afterId, throughId });
      yield* position.put({ activityId: throughId, keptSince: 0 });
    },
    /** Removes entries for rows below a number, oldest first, and returns how many. */
    *removeBelow(belowId: number, limit: number): Op<number> {
      return (yield* remove({ belowId, limit })).length;
    },
  };
}
