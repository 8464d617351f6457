import { minuteMs } from '@gatehouse/domain';
import { and, desc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { type Engine, partsOf, queryVariants } from '../../query/engine.ts';
import { lookThroughLog } from './activity-look.ts';
import { activityRangeQueries } from './activity-ranges.ts';
import { followLog, type LogSpan } from './followed-log.ts';
import { logPosition } from './log-position.ts';
import type { Activity, ActivityFilter, NewActivity } from './logged-call.ts';

/** Writes for each call, implemented separately for each engine. */
export interface ActivityWrites {
  record(row: NewActivity): Op<void>;
  /** Counts a call in one row per key and minute: calls beyond the limit, and calls of visitors (D14, D42). */
  recordFolded(row: NewActivity & { keyId: string }): Op<void>;
}

export type ActivityLog = ActivityWrites & ReturnType<typeof activityQueries>;

const ascending: ReadonlySet<string> = new Set<keyof ActivityFilter>(['fromId', 'news']);

export const foldedMinute = (at: number): number => Math.floor(at / minuteMs);

export function activityQueries(engine: Engine) {
  const { prepare, monthBound, commits } = engine;
  const { activity } = engine.tables;
  const { ofOrganization, inOrder } = organizationLog(engine);
  const conditions: Record<Exclude<keyof ActivityFilter, 'orgId' | 'limit'>, () => SQL | undefined> = {
    beforeId: () => lt(activity.id, sql.placeholder('beforeId')),
    fromId: () => gte(activity.id, sql.placeholder('fromId')),
    news: () => and(gt(activity.id, sql.placeholder('floor')), commits?.between),
    throughId: () => lte(activity.id, sql.placeholder('throughId')),
    since: () => and(gte(activity.at, sql.placeholder('since')), monthBound?.('>=', 'since')),
    until: () => and(lte(activity.at, sql.placeholder('until')), monthBound?.('<=', 'until')),
    tool: () => eq(activity.tool, sql.placeholder('tool')),
    keyId: () => eq(activity.keyId, sql.placeholder('keyId')),
    personId: () => eq(activity.personId, sql.placeholder('personId')),
    agentId: () => eq(activity.agentId, sql.placeholder('agentId')),
    itemId: () => eq(activity.itemId, sql.placeholder('itemId')),
    outcome: () => eq(activity.outcome, sql.placeholder('outcome')),
    entrance: () => eq(activity.entrance, sql.placeholder('entrance')),
    requestId: () => eq(activity.requestId, sql.placeholder('requestId')),
  };
  type Condition = keyof typeof conditions;
  const shapeOf = (filter: Partial<Record<Condition, unknown>>): string =>
    (Object.keys(conditions) as Condition[]).filter((name) => filter[name] !== undefined).join(' ');
  const namesIn = (shape: string) => partsOf<Condition[]>(shape);
  const page = queryVariants((shape: string) => {
    const names = namesIn(shape);
    return prepare(`activity_${shape}`, (db) =>
      db
        .select()
        .from(activity)
        .where(and(ofOrganization, ...names.map((name) => conditions[name]())))
        .orderBy(...(names.some((name) => ascending.has(name)) ? inOrder : inOrder.map((column) => desc(column))))
        .limit(sql.placeholder('limit')),
    );
  });

  /** Lists rows newest first. With `fromId` or `news`, lists them oldest first from there. */
  function* list(filter: ActivityFilter): Op<Activity[]> {
    return yield* page(shapeOf(filter))(valuesOf(filter));
  }

  const rowBehind = queryVariants((shape: string) =>
    prepare(`activity_behind_${shape}`, (db) =>
      db
        .select({ id: activity.id })
        .from(activity)
        .where(and(ofOrganization, ...namesIn(shape).map((name) => conditions[name]())))
        .orderBy(...inOrder)
        .limit(sql.placeholder('limit'))
        .offset(sql.placeholder('offset')),
    ),
  );

  function* isLonger({ rows, ...span }: LogSpan & { rows: number }): Op<boolean> {
    const found = yield* rowBehind(shapeOf(span))({ ...valuesOf(span), offset: rows, limit: 1 });
    return found.length > 0;
  }

  return {
    ...activityRangeQueries(engine),
    list,
    look: lookThroughLog(engine),
    ...followLog({ list, isLonger, counted: logPosition(engine, 'sums').read }, engine),
  };
}

/**
 * Condition and order for rows of an organization. With an equality and an order by number, Postgres may walk the rows of all
 * organizations, which takes forever for a quiet one. A range of pairs has only one order, with an index for it.
 */
function organizationLog({ dialect, tables: { activity } }: Engine) {
  if (dialect === 'sqlite') return { ofOrganization: eq(activity.orgId, sql.placeholder('orgId')), inOrder: [activity.id] };
  const pair = sql`(${activity.orgId}, ${activity.id})`;
  const end = (name: string) => sql`(${sql.placeholder('orgId')}, ${sql.placeholder(name)}::bigint)`;
  return {
    ofOrganization: and(sql`${pair} >= ${end('lowest')}`, sql`${pair} <= ${end('highest')}`),
    inOrder: [activity.orgId, activity.id],
  };
}

const valuesOf = (filter: LogSpan) => ({ ...filter, ...filter.news, ...spanOf(filter) });

/** Beginning and end of the span of numbers. */
function spanOf({ fromId = 0, news, throughId, beforeId }: LogSpan): { lowest: number; highest: number } {
  return {
    lowest: Math.max(fromId, news?.floor ?? 0),
    highest: Math.min(throughId ?? Number.MAX_SAFE_INTEGER, beforeId ?? Number.MAX_SAFE_INTEGER),
  };
}
