import { eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns, takeColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** Position to which derived data has been built from the log. // D44 */
export type LogPosition = Omit<Tables['activityPosition']['$inferSelect'], 'name'>;

/** Kinds of data derived from the log. */
export type BehindLog = 'sums' | 'items' | ExportedRows;

/** The log is exported in two parts: rows that no longer change, and those that grow for a minute (D14), which come later. */
export type ExportedRows = 'otlp' | 'otlp_folded';

/** Position of one kind of derived data, written in the transaction that builds it. */
export function logPosition({ prepare, lockName, tables: { activityPosition } }: Engine, name: BehindLog) {
  const read = prepare('activity_position', (db) =>
    db
      .select(omitColumns(activityPosition, 'name'))
      .from(activityPosition)
      .where(eq(activityPosition.name, sql.placeholder('name'))),
  );
  const put = prepare('activity_position_put', (db) =>
    db
      .insert(activityPosition)
      .values(fillColumns(activityPosition))
      .onConflictDoUpdate({
        target: activityPosition.name,
        set: takeColumns(activityPosition, 'activityId', 'keptSince'),
      }),
  );

  function* position(): Op<LogPosition> {
    return (yield* read({ name }))[0] ?? { activityId: 0, keptSince: 0 };
  }

  return {
    read: position,
    /** Undefined if nothing was ever created. */
    *find(): Op<LogPosition | undefined> {
      return (yield* read({ name }))[0];
    },
    /** Same, and locks it until the transaction ends. */
    *hold(): Op<LogPosition> {
      yield* lockName(`activity ${name}`);
      return yield* position();
    },
    *put(reached: LogPosition): Op<void> {
      yield* put({ name, ...reached });
    },
  };
}
