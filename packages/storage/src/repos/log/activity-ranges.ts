import { and, desc, gt, lt, lte, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import type { Engine } from '../../query/engine.ts';

/** Number and time of a row of the log. */
export interface ActivityTime {
  id: number;
  at: number;
}

/** The rows with `afterId < id <= throughId` that are older than `before`. */
export interface OldActivity {
  afterId: number;
  throughId: number;
  before: number;
}

/** The log of all organizations as a range of numbers, which grow with time. */
export function activityRangeQueries({ prepare, monthBound, tables: { activity } }: Engine) {
  const first = prepare('activity_first', (db) => db.select({ id: activity.id }).from(activity).orderBy(activity.id).limit(1));
  const last = prepare('activity_last', (db) => db.select({ id: activity.id }).from(activity).orderBy(desc(activity.id)).limit(1));
  const times = prepare('activity_times', (db) =>
    db
      .select({ id: activity.id, at: activity.at })
      .from(activity)
      .where(gt(activity.id, sql.placeholder('afterId')))
      .orderBy(activity.id)
      .limit(sql.placeholder('limit')),
  );
  const remove = prepare('activity_remove_old', (db) =>
    db
      .delete(activity)
      .where(
        and(
          gt(activity.id, sql.placeholder('afterId')),
          lte(activity.id, sql.placeholder('throughId')),
          lt(activity.at, sql.placeholder('before')),
          monthBound?.('<=', 'before'),
          // Keep the newest row: SQLite would use its number again, and readers that follow the log would miss the new row.
          lt(activity.id, sql`(select max(id) from activity)`),
        ),
      )
      .returning({ id: activity.id }),
  );

  return {
    /** Lowest and highest number. Undefined if the log is empty. */
    *extent(): Op<{ firstId: number; lastId: number } | undefined> {
      const [[lowest], [highest]] = [yield* first({}), yield* last({})];
      return lowest && highest && { firstId: lowest.id, lastId: highest.id };
    },
    /** Rows after a number, oldest first. */
    times: (afterId: number, limit: number): Op<ActivityTime[]> => times({ afterId, limit }),
    /** Removes rows and returns how many. The newest row of all stays. */
    *removeOld(rows: OldActivity): Op<number> {
      return (yield* remove({ ...rows })).length;
    },
  };
}
