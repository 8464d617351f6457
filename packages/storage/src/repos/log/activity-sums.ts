import { dayMs, type Entrance, hourMs, minuteMs } from '@gatehouse/domain';
import { and, desc, eq, gt, gte, isNotNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Op } from '../../kernel/ops.ts';
import { type Engine, queryVariants, scalar } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';
import { logPosition } from './log-position.ts';
import { lowWaterMark } from './low-water-mark.ts';

/** Lengths of the buckets of sums (D44). They begin at multiples of their length since the epoch. */
export const sumSpans = [minuteMs, hourMs, dayMs] as const;
export type SumSpan = (typeof sumSpans)[number];

/** Subjects of sums, by a column of the log (null for the whole organization), and their buckets. */
export const sumSubjects = [
  { column: null, spans: sumSpans },
  { column: 'personId', spans: sumSpans },
  { column: 'agentId', spans: [hourMs, dayMs] },
  { column: 'keyId', spans: [hourMs, dayMs] },
] as const;

/** The calls of a bucket by entrance and outcome. */
export interface SummedCalls {
  start: number;
  entrance: Entrance;
  outcome: string;
  calls: number;
}

export interface SumFilter {
  orgId: string;
  /** A person, an agent or a key; `''` for the whole organization. */
  subject: string;
  span: SumSpan;
  /** Buckets that begin from here on … */
  from: number;
  /** … and before here. */
  to: number;
  /** Size of the returned buckets, a multiple of the span. */
  bucket: number;
}

export type ActivitySumQueries = ReturnType<typeof activitySumQueries>;

export function activitySumQueries(engine: Engine) {
  const { prepare, tables, commits } = engine;
  const { activity, activitySums } = tables;
  const position = logPosition(engine, 'sums');
  const newest = prepare('activity_sums_newest', (db) => db.select({ id: activity.id }).from(activity).orderBy(desc(activity.id)).limit(1));
  const sums = sumSubjects.flatMap(({ column, spans }) => spans.map((span) => countStatement(engine, column, span)));
  const removeOld = prepare('activity_sums_remove_old', (db) =>
    db.delete(activitySums).where(lte(sql`${activitySums.start} + ${activitySums.span}`, sql.placeholder('before'))),
  );
  const read = queryVariants((shape: 'own' | 'whole') => {
    // Without the cast, SQLite treats the value as a fractional number.
    const size = sql`cast(${sql.placeholder('bucket')} as bigint)`;
    const bucket = sql<number>`${activitySums.start} / ${size} * ${size}`;
    return prepare(`activity_sums_${shape}`, (db) => {
      const start = shape === 'own' ? sql<number>`${activitySums.start}` : bucket;
      return db
        .select({ start, entrance: activitySums.entrance, outcome: activitySums.outcome, calls: total(activitySums.calls) })
        .from(activitySums)
        .where(
          and(
            eq(activitySums.orgId, sql.placeholder('orgId')),
            eq(activitySums.subject, sql.placeholder('subject')),
            eq(activitySums.span, sql.placeholder('span')),
            gte(activitySums.start, sql.placeholder('from')),
            lt(activitySums.start, sql.placeholder('to')),
          ),
        )
        .groupBy(sql`1`, activitySums.entrance, activitySums.outcome)
        .orderBy(sql`1`, activitySums.entrance, activitySums.outcome);
    });
  });

  return {
    /** Position to which the log has been counted. */
    counted: position.read,
    hold: position.hold,
    /** Counts the rows between two numbers, and records the second as the new position. */
    *count(afterId: number, throughId: number): Op<void> {
      const { keptSince } = yield* position.read();
      for (const sum of sums) yield* sum({ afterId, throughId, keptSince });
      yield* position.put({ activityId: throughId, keptSince });
    },
    /** Removes the sums of older rows, together with these rows. */
    *removeOld(before: number): Op<void> {
      const { activityId, keptSince } = yield* position.read();
      yield* removeOld({ before });
      yield* position.put({ activityId, keptSince: Math.max(before, keptSince) });
    },
    /** Sums calls by bucket, entrance and outcome. Leaves out empty ones. */
    *read(filter: SumFilter): Op<SummedCalls[]> {
      return yield* read(filter.bucket === filter.span ? 'own' : 'whole')({ ...filter });
    },
    /** Finds the number up to which no further row of the log can appear. The caller keeps the function and calls it now and then. */
    settled(): () => Op<number> {
      function* newestId(): Op<number> {
        return (yield* newest({}))[0]?.id ?? 0;
      }
      if (!commits) return newestId;
      const advance = lowWaterMark(newestId, commits.now);
      return function* () {
        return (yield* advance(yield* commits.now())) ?? 0;
      };
    },
  };
}

/** Calls of a subject today and in the six days before (UTC). The value `weekAgo` must be `weekBefore(now)`. */
export function callsInWeek({ activitySums }: Tables, orgId: SQLiteColumn, subject: SQLiteColumn): SQL<number> {
  return scalar<number>(
    sql`(select cast(coalesce(sum(${activitySums.calls}), 0) as bigint) from ${activitySums} where ${activitySums.orgId} = ${orgId}
      and ${activitySums.subject} = ${subject} and ${activitySums.span} = ${sql.raw(String(dayMs))} and ${activitySums.start} >= ${sql.placeholder('weekAgo')})`,
  );
}

export function weekBefore(now: number): number {
  return (Math.floor(now / dayMs) - 6) * dayMs;
}

function total(column: SQLiteColumn): SQL<number> {
  return sql<number>`cast(sum(${column}) as bigint)`;
}

/** Sums rows of the log for one kind of subject and one span. Rows without an organization are not counted. */
function countStatement(
  { prepare, tables: { activity, activitySums } }: Engine,
  column: (typeof sumSubjects)[number]['column'],
  span: SumSpan,
) {
  const subject = column ? sql<string>`${activity[column]}` : sql<string>`''`;
  const spanSql = sql.raw(String(span));
  const start = sql<number>`${activity.at} / ${spanSql} * ${spanSql}`;
  return prepare(`activity_count_${column ?? 'all'}_${span}`, (db) =>
    db
      .insert(activitySums)
      .select(
        db
          .select({
            orgId: activity.orgId,
            subject: subject.as('subject'),
            span: sql<number>`${spanSql}`.as('span'),
            start: start.as('start'),
            entrance: activity.entrance,
            outcome: activity.outcome,
            calls: total(activity.count).as('calls'),
          })
          .from(activity)
          .where(
            and(
              gt(activity.id, sql.placeholder('afterId')),
              lte(activity.id, sql.placeholder('throughId')),
              ne(activity.orgId, ''),
              gt(sql`${start} + ${spanSql}`, sql.placeholder('keptSince')),
              // Leaves out folded rows of sessions, which have a session in place of a key.
              column === 'keyId' ? isNotNull(activity.agentId) : undefined,
              column ? isNotNull(activity[column]) : undefined,
            ),
          )
          .groupBy(activity.orgId, ...(column ? [subject] : []), start, activity.entrance, activity.outcome),
      )
      .onConflictDoUpdate({
        target: [
          activitySums.orgId,
          activitySums.subject,
          activitySums.span,
          activitySums.start,
          activitySums.entrance,
          activitySums.outcome,
        ],
        set: { calls: sql`${activitySums.calls} + excluded.calls` },
      }),
  );
}
