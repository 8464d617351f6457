import { and, gt, isNotNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Engine } from '../../engine.ts';
import type { Op } from '../../ops.ts';
import { logPosition } from './log-position.ts';

export type ActivityItemQueries = ReturnType<typeof activityItemQueries>;

/** The rows of the log by the item that they name, so that those of one item are found in a log of any length (D44). */
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
    /** Puts the rows behind a number up to another one under their items; the log has been read to there then. */
    *add(afterId: number, throughId: number): Op<void> {
      yield* add({ afterId, throughId });
      yield* position.put({ activityId: throughId, keptSince: 0 });
    },
    /** Removes what names rows below a number, oldest first, and tells how many it were. */
    *removeBelow(belowId: number, limit: number): Op<number> {
      return (yield* remove({ belowId, limit })).length;
    },
  };
}
