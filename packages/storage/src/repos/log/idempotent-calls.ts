import { and, desc, eq, gt, isNotNull, lte, ne, sql } from 'drizzle-orm';
import { fillColumns, setColumns } from '../../columns.ts';
import type { Engine } from '../../engine.ts';
import type { Op } from '../../ops.ts';
import type { Tables } from '../../schema.ts';

/** A call that its agent may repeat, and what it was answered (D70). */
export type IdempotentCall = Tables['idempotentCalls']['$inferSelect'];

/** What names such a call. */
export type IdempotentCallName = Pick<IdempotentCall, 'orgId' | 'agentId' | 'tool' | 'callKey'>;

export type BegunCall = Omit<IdempotentCall, 'state' | 'status' | 'answer' | 'sealedWith'>;

export type RecordedCall = Omit<IdempotentCall, 'state' | 'runsUntil' | 'sealedWith'>;

export type AnsweredCall = IdempotentCallName & Pick<IdempotentCall, 'status' | 'answer' | 'sealedWith' | 'itemType' | 'itemId'>;

export type IdempotentCallQueries = ReturnType<typeof idempotentCallQueries>;

/** What a row takes beside its answer, about. Bytes. */
const rowBytes = 512;

export function idempotentCallQueries(engine: Engine) {
  return { ...callQueries(engine), ...removalQueries(engine) };
}

function callQueries({ prepare, tables: { idempotentCalls } }: Engine) {
  const { orgId, agentId, tool, callKey, at, sealedWith } = idempotentCalls;
  const isThis = and(
    eq(orgId, sql.placeholder('orgId')),
    eq(agentId, sql.placeholder('agentId')),
    eq(tool, sql.placeholder('tool')),
    eq(callKey, sql.placeholder('callKey')),
  );
  const begin = prepare('idempotent_call_begin', (db) =>
    db.insert(idempotentCalls).values(fillColumns(idempotentCalls)).onConflictDoNothing().returning({ at }),
  );
  // Without a conflict clause it only adds a row, so on Postgres it is sent together with the rows of other calls.
  const record = prepare('idempotent_call_record', (db) => db.insert(idempotentCalls).values(fillColumns(idempotentCalls)));
  const find = prepare('idempotent_call_find', (db) => db.select().from(idempotentCalls).where(isThis));
  const save = prepare('idempotent_call_answer', (db) =>
    db
      .update(idempotentCalls)
      .set({
        ...setColumns(idempotentCalls, 'status', 'answer', 'sealedWith', 'itemType', 'itemId'),
        state: 'answered',
        runsUntil: null,
      })
      .where(isThis),
  );
  const extend = prepare('idempotent_call_extend', (db) =>
    db
      .update(idempotentCalls)
      .set(setColumns(idempotentCalls, 'runsUntil'))
      .where(and(isThis, eq(idempotentCalls.state, 'begun'))),
  );
  const remove = prepare('idempotent_call_remove', (db) => db.delete(idempotentCalls).where(isThis));
  const removeBefore = prepare('idempotent_call_remove_before', (db) =>
    db.delete(idempotentCalls).where(and(isThis, lte(at, sql.placeholder('before')))),
  );
  const ofOtherSecrets = prepare('idempotent_calls_of_other_secrets', (db) =>
    db
      .select()
      .from(idempotentCalls)
      .where(and(isNotNull(sealedWith), ne(sealedWith, sql.placeholder('secret'))))
      .limit(sql.placeholder('limit')),
  );

  return {
    /** False where there is one of this name; a call of this name that is about to end is waited for. */
    *begin(call: BegunCall): Op<boolean> {
      const row = { ...call, state: 'begun', status: null, answer: null, sealedWith: null };
      return (yield* begin(row)).length > 0;
    },
    /** Records a call with its answer. If two calls of one name do so at once, one is rolled back and runs again. */
    *record(call: RecordedCall): Op<void> {
      yield* record({ ...call, state: 'answered', runsUntil: null, sealedWith: null });
    },
    *find(name: IdempotentCallName): Op<IdempotentCall | undefined> {
      return (yield* find({ ...name }))[0];
    },
    *answer(call: AnsweredCall): Op<void> {
      yield* save({ ...call });
    },
    /** It still runs. */
    *extend(name: IdempotentCallName, runsUntil: number): Op<void> {
      yield* extend({ ...name, runsUntil });
    },
    *remove(name: IdempotentCallName): Op<void> {
      yield* remove({ ...name });
    },
    /** Removes the call if it began at or before that time: another process may have reused its name since. */
    *removeBefore(name: IdempotentCallName, before: number): Op<void> {
      yield* removeBefore({ ...name, before });
    },
    /** Those whose answer was sealed with another secret than this one; at most `limit`. */
    *ofOtherSecrets(secret: string, limit: number): Op<IdempotentCall[]> {
      return yield* ofOtherSecrets({ secret, limit });
    },
  };
}

function removalQueries({ prepare, tables: { idempotentCalls } }: Engine) {
  const { orgId, at, answer } = idempotentCalls;
  const removeOld = prepare('idempotent_calls_remove_old', (db) => db.delete(idempotentCalls).where(lte(at, sql.placeholder('before'))));
  const nextOld = prepare('idempotent_calls_next_old', (db) =>
    db
      .select({ at })
      .from(idempotentCalls)
      .where(lte(at, sql.placeholder('before')))
      .orderBy(at)
      .limit(1)
      .offset(sql.placeholder('most')),
  );
  const beyond = prepare('idempotent_calls_beyond', (db) => {
    const taken = sql<number>`sum(${sql.raw(`${rowBytes}`)} + coalesce(octet_length(${answer}), 0)) over (order by at desc, agent_id, tool, call_key)`;
    const newestFirst = db
      .select({ at, taken: taken.as('taken') })
      .from(idempotentCalls)
      .where(eq(orgId, sql.placeholder('orgId')))
      .as('newest_first');
    return db
      .select({ at: newestFirst.at })
      .from(newestFirst)
      .where(gt(newestFirst.taken, sql.placeholder('bytes')))
      .orderBy(desc(newestFirst.at))
      .limit(1);
  });
  const removeUpTo = prepare('idempotent_calls_remove_up_to', (db) =>
    db.delete(idempotentCalls).where(and(eq(orgId, sql.placeholder('orgId')), lte(at, sql.placeholder('before')))),
  );

  return {
    /** Removes those that began then or before, about so many of them at once; true when there are more. */
    *removeOld(before: number, most: number): Op<boolean> {
      const [next] = yield* nextOld({ before, most });
      yield* removeOld({ before: next?.at ?? before });
      return next !== undefined;
    },
    /** Removes the oldest of an organization until all of it takes at most so many bytes. */
    *trim(orgId: string, bytes: number): Op<void> {
      const [last] = yield* beyond({ orgId, bytes });
      if (last) yield* removeUpTo({ orgId, before: last.at });
    },
  };
}
