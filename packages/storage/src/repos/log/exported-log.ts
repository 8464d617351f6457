import { and, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import type { Engine } from '../../query/engine.ts';
import { type ExportedRows, logPosition } from './log-position.ts';
import type { Activity } from './logged-call.ts';

export type ExportedLogQueries = ReturnType<typeof exportedLogQueries>;

/** The log of all organizations on its way to a collector, with its own position (D82). */
export function exportedLogQueries(engine: Engine) {
  const {
    prepare,
    tables: { activity },
  } = engine;
  const span = [gt(activity.id, sql.placeholder('afterId')), lte(activity.id, sql.placeholder('throughId'))];
  const whole = prepare('exported_rows', (db) =>
    db
      .select()
      .from(activity)
      .where(and(...span, isNull(activity.foldedMinute)))
      .orderBy(activity.id)
      .limit(sql.placeholder('limit')),
  );
  const folded = prepare('exported_rows_folded', (db) =>
    db
      .select()
      .from(activity)
      .where(and(...span, isNotNull(activity.foldedMinute)))
      .orderBy(activity.id)
      .limit(sql.placeholder('limit')),
  );
  const positions = { otlp: logPosition(engine, 'otlp'), otlp_folded: logPosition(engine, 'otlp_folded') };

  return {
    /** Last exported row. Undefined before the first export. */
    *position(part: ExportedRows): Op<number | undefined> {
      return (yield* positions[part].find())?.activityId;
    },
    /** Rows after one number up to another, in order, at most `limit`. */
    *rows(part: ExportedRows, afterId: number, throughId: number, limit: number): Op<Activity[]> {
      return yield* (part === 'otlp' ? whole : folded)({ afterId, throughId, limit });
    },
    /** Records up to which row was exported. False if another process has moved on from there. */
    *moveOn(part: ExportedRows, from: number | undefined, to: number): Op<boolean> {
      const { hold, find, put } = positions[part];
      yield* hold();
      if ((yield* find())?.activityId !== from) return false;
      yield* put({ activityId: to, keptSince: 0 });
      return true;
    },
  };
}
