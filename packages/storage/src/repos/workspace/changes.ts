import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { omitColumns } from '../../query/columns.ts';
import { type Engine, queryVariants } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';
import type { TimePosition } from '../../schema/take-back.ts';
import {
  inTimeOrder,
  type LookedThrough,
  type NewestOf,
  newestFirst,
  newestFirstValues,
  newestOfValues,
  type OrderedRows,
  type TimeStretch,
  timeOrderValues,
} from './time-order.ts';

/** A change of an item, folder or task besides its body (D65). Only `history.ts` writes these rows. */
export type Change = Omit<Tables['changes']['$inferSelect'], 'orgId'>;

/** Change in a list ordered by time. */
export type ChangeInTime = Omit<Change, 'subjectId'> & TimePosition;

export type ChangeQueries = ReturnType<typeof changeQueries>;

/** Maximum deletions read of one item. No item has more in practice. */
export const maxOfItem = 1000;

export function changeQueries({ prepare, tables: { changes } }: Engine) {
  const ofSubject = and(eq(changes.orgId, sql.placeholder('orgId')), eq(changes.subjectId, sql.placeholder('subjectId')));
  const trashMoves = prepare('changes_trash', (db) =>
    db
      .select(omitColumns(changes, 'orgId'))
      .from(changes)
      .where(and(ofSubject, inArray(changes.what, ['deleted', 'restored'])))
      .orderBy(sql`${changes.number} desc`)
      .limit(sql.placeholder('limit')),
  );
  const table = { ...changes, itemId: changes.subjectId };
  const inTime = { ...omitColumns(changes, 'orgId', 'subjectId'), itemId: changes.subjectId };
  const inOrder = (name: string, { rows, order }: OrderedRows) =>
    prepare(name, (db) =>
      db
        .select(inTime)
        .from(changes)
        .where(rows)
        .orderBy(...order)
        .limit(sql.placeholder('limit')),
    );
  const look = queryVariants((looked: LookedThrough) => inOrder(`changes_look_${looked}`, inTimeOrder(table, looked)));
  const newestOf = queryVariants((looked: LookedThrough) => inOrder(`changes_newest_${looked}`, newestFirst(table, looked)));
  const page = queryVariants((shape: 'first' | 'next') => {
    const rows = and(ofSubject, shape === 'next' ? lt(changes.number, sql.placeholder('before')) : undefined);
    return inOrder(`changes_page_${shape}`, { rows, order: [desc(changes.number)] });
  });
  const newest = inOrder('changes_newest', newestFirst(table));

  return {
    /** Changes of one subject, newest first, below `before`. */
    *list(orgId: string, subjectId: string, limit: number, before?: number): Op<ChangeInTime[]> {
      return yield* page(before === undefined ? 'first' : 'next')({ orgId, subjectId, limit, before });
    },
    /** Changes by one key, agent or person, newest first. */
    *newestOf(of: NewestOf): Op<ChangeInTime[]> {
      return yield* newestOf(of.madeBy.maker)(newestOfValues(of));
    },
    /** Changes that moved an item into the trash or out of it, in order. */
    *trashMoves(orgId: string, itemId: string): Op<Change[]> {
      return (yield* trashMoves({ orgId, subjectId: itemId, limit: maxOfItem })).reverse();
    },
    /** Changes of everything since a time, newest first, from a position on. */
    *newest(orgId: string, since: number, limit: number, before: TimePosition): Op<ChangeInTime[]> {
      return yield* newest(newestFirstValues(orgId, since, limit, before));
    },
    /** All changes by time, or those of one key, agent, person, call or trace. */
    *look(orgId: string, stretch: TimeStretch): Op<ChangeInTime[]> {
      return yield* look(stretch.madeBy?.maker ?? 'all')(timeOrderValues(orgId, stretch));
    },
  };
}
