import { and, desc, eq, gt, lt, lte, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** A step of a client on its way to sign in. */
export type ConnectStepRow = Tables['connectSteps']['$inferSelect'];

export type ConnectStepQueries = ReturnType<typeof connectStepQueries>;

/** Maximum steps of known people, and of all others together, so that visitors never use up the room of people. */
export const maxConnectSteps = 1000;

export function connectStepQueries({ prepare, tables: { connectSteps } }: Engine) {
  const insert = prepare('connect_step_insert', (db) => db.insert(connectSteps).values(fillColumns(connectSteps)));
  const newer = prepare('connect_steps_after', (db) =>
    db
      .select()
      .from(connectSteps)
      .where(gt(connectSteps.createdAt, sql.placeholder('after')))
      .orderBy(desc(connectSteps.id))
      .limit(sql.placeholder('limit')),
  );
  const removeOld = prepare('connect_steps_remove_old', (db) =>
    db.delete(connectSteps).where(lte(connectSteps.createdAt, sql.placeholder('before'))),
  );
  const trim = (isKnown: boolean) =>
    prepare(`connect_steps_trim_${isKnown ? 'known' : 'unknown'}`, (db) => {
      const isOne = eq(connectSteps.isKnown, isKnown);
      const oldest = sql`(select id from ${connectSteps} where ${isOne} order by id desc limit 1 offset ${sql.raw(`${maxConnectSteps - 1}`)})`;
      return db.delete(connectSteps).where(and(isOne, lt(connectSteps.id, oldest)));
    });
  const [trimKnown, trimUnknown] = [trim(true), trim(false)];

  return {
    *create(step: ConnectStepRow): Op<void> {
      yield* insert({ ...step });
    },
    /** Steps after a time, oldest first. No more are stored than `maxConnectSteps` allows. */
    *list(after: number): Op<ConnectStepRow[]> {
      return (yield* newer({ after, limit: 2 * maxConnectSteps })).reverse();
    },
    /** Removes the oldest of those that are too many. */
    *trim(): Op<void> {
      yield* trimKnown({});
      yield* trimUnknown({});
    },
    *removeOld(before: number): Op<void> {
      yield* removeOld({ before });
    },
  };
}
