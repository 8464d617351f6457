import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns } from '../../query/columns.ts';
import { type Engine, queryVariants } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';
import type { TimePosition } from '../../schema/take-back.ts';
import { allNewestFirst, newestFirstValues } from './time-order.ts';

/** A decision about agents' changes to an item: accepted or declined by a person, or accepted by a save or by switching the review off. */
export type ReviewDecision = Tables['reviewDecisions']['$inferSelect'];

/** Decision in a list ordered by time. */
export type DecisionInTime = Omit<ReviewDecision, 'orgId'>;

export type ReviewDecisionQueries = ReturnType<typeof reviewDecisionQueries>;

/** Queries for decisions about agents' changes (D78). Rows are only added, and are purged with their item. */
export function reviewDecisionQueries(engine: Engine) {
  return { ...decisionLists(engine), ...decisionChanges(engine) };
}

function decisionLists({ prepare, tables: { reviewDecisions } }: Engine) {
  const fields = omitColumns(reviewDecisions, 'orgId');
  const ofItem = and(eq(reviewDecisions.orgId, sql.placeholder('orgId')), eq(reviewDecisions.itemId, sql.placeholder('itemId')));
  const page = queryVariants((shape: 'first' | 'next') =>
    prepare(`decisions_page_${shape}`, (db) =>
      db
        .select(fields)
        .from(reviewDecisions)
        .where(and(ofItem, shape === 'next' ? lt(reviewDecisions.number, sql.placeholder('before')) : undefined))
        .orderBy(sql`${reviewDecisions.number} desc`)
        .limit(sql.placeholder('limit')),
    ),
  );
  const backwards = allNewestFirst(reviewDecisions);
  const newest = prepare('decisions_newest', (db) =>
    db
      .select(fields)
      .from(reviewDecisions)
      .where(backwards.rows)
      .orderBy(...backwards.order)
      .limit(sql.placeholder('limit')),
  );

  return {
    /** Lists decisions about one item, newest first, with numbers below `before`. */
    *list(orgId: string, itemId: string, limit: number, before?: number): Op<DecisionInTime[]> {
      return yield* page(before === undefined ? 'first' : 'next')({ orgId, itemId, limit, before });
    },
    /** Lists decisions about all items since a time, newest first, from a position on. */
    *newest(orgId: string, since: number, limit: number, before: TimePosition): Op<DecisionInTime[]> {
      return yield* newest(newestFirstValues(orgId, since, limit, before));
    },
  };
}

function decisionChanges({ prepare, tables: { reviewDecisions } }: Engine) {
  const add = prepare('decision_add', (db) =>
    db
      .insert(reviewDecisions)
      .values({ ...fillColumns(reviewDecisions, 'number'), number: nextDecision(reviewDecisions, sql`${sql.placeholder('itemId')}`) }),
  );

  return {
    /** Records a decision. The caller has locked the item, so that each number is given once. */
    *add(decision: Omit<ReviewDecision, 'number'>): Op<void> {
      yield* add({ ...decision });
    },
  };
}

/** Number after the last decision about an item. */
export function nextDecision(decisions: Tables['reviewDecisions'], item: SQL): SQL<number> {
  return sql<number>`(select coalesce(max(${decisions.number}), 0) + 1 from ${decisions}
    where ${decisions.orgId} = ${sql.placeholder('orgId')} and ${decisions.itemId} = ${item})`;
}
