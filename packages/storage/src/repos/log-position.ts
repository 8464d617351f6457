import { eq, sql } from 'drizzle-orm';
import { type Engine, placeholders } from '../engine.ts';
import type { Op } from '../ops.ts';

/** How far the log has been read for what is made behind it (D44). */
export interface LogPosition {
  activityId: number;
  /** What is older was removed with the rows of the log. */
  keptSince: number;
}

/** What is made behind the log. */
export type BehindLog = 'sums' | 'items';

/** Where the making of one of them has come to; written in the transaction that makes it. */
export function logPosition({ prepare, lockName, tables: { activityPosition } }: Engine, name: BehindLog) {
  const read = prepare('activity_position', (db) =>
    db
      .select({ activityId: activityPosition.activityId, keptSince: activityPosition.keptSince })
      .from(activityPosition)
      .where(eq(activityPosition.name, sql.placeholder('name'))),
  );
  const put = prepare('activity_position_put', (db) =>
    db
      .insert(activityPosition)
      .values(placeholders('name', 'activityId', 'keptSince'))
      .onConflictDoUpdate({
        target: activityPosition.name,
        set: { activityId: sql`excluded.activity_id`, keptSince: sql`excluded.kept_since` },
      }),
  );

  function* position(): Op<LogPosition> {
    return (yield* read({ name }))[0] ?? { activityId: 0, keptSince: 0 };
  }

  return {
    read: position,
    /** The same; until the transaction ends nobody else goes on from there. */
    *hold(): Op<LogPosition> {
      yield* lockName(`activity ${name}`);
      return yield* position();
    },
    *put(reached: LogPosition): Op<void> {
      yield* put({ name, ...reached });
    },
  };
}
