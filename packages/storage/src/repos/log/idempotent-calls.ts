import { and, eq, gte, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, setColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** A call that its agent can repeat, with its answer. // D70 */
export type IdempotentCall = Tables['idempotentCalls']['$inferSelect'];

/** Name of such a call. */
export type IdempotentCallName = Pick<IdempotentCall, 'orgId' | 'agentId' | 'tool' | 'callKey'>;

export type BegunCall = Omit<IdempotentCall, 'state' | 'status' | 'answer' | 'sealedWith'>;

export type RecordedCall = Omit<IdempotentCall, 'state' | 'runsUntil' | 'sealedWith'>;

export type AnsweredCall = IdempotentCallName & Pick<IdempotentCall, 'status' | 'answer' | 'sealedWith' | 'itemType' | 'itemId'>;

export type IdempotentCallQueries = ReturnType<typeof idempotentCallQueries>;

/** Bytes that the calls of an agent take. */
export interface KeptByAgent {
  agentId: string;
  nameBytes: number;
  bytes: number;
}

/** Approximate bytes of a row besides its answer. */
const rowBytes = 512;
/** Bytes counted for a row without an answer. */
const nameBytes = 64;

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
    /** False if a call of this name exists. Waits for one that is about to end. */
    *begin(call: BegunCall): Op<boolean> {
      const row = { ...call, state: 'begun', status: null, answer: null, sealedWith: null };
      return (yield* begin(row)).length > 0;
    },
    /** Records a call with its answer. If two calls of one name do so at the same time, one is rolled back and runs again. */
    *record(call: RecordedCall): Op<void> {
      yield* record({ ...call, state: 'answered', runsUntil: null, sealedWith: null });
    },
    *find(name: IdempotentCallName): Op<IdempotentCall | undefined> {
      return (yield* find({ ...name }))[0];
    },
    *answer(call: AnsweredCall): Op<void> {
      yield* save({ ...call });
    },
    /** Records that the call is still running. */
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
    /** Calls whose answer was sealed with a different secret. At most `limit`. */
    *ofOtherSecrets(secret: string, limit: number): Op<IdempotentCall[]> {
      return yield* ofOtherSecrets({ secret, limit });
    },
  };
}

function removalQueries({ prepare, tables: { idempotentCalls } }: Engine) {
  const { orgId, agentId, at, answer } = idempotentCalls;
  const size = sql`octet_length(${answer})`;
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
  const keptByAgent = prepare('idempotent_calls_kept_by_agent', (db) =>
    db
      .select({
        agentId,
        nameBytes: sql<number>`count(*) * ${sql.raw(`${nameBytes}`)}`.mapWith(Number),
        bytes:
          sql<number>`sum(case when ${answer} is null then ${sql.raw(`${nameBytes}`)} else ${sql.raw(`${rowBytes}`)} + ${size} end)`.mapWith(
            Number,
          ),
      })
      .from(idempotentCalls)
      .where(eq(orgId, sql.placeholder('orgId')))
      .groupBy(agentId)
      .orderBy(agentId),
  );
  const ofAgent = and(eq(orgId, sql.placeholder('orgId')), eq(agentId, sql.placeholder('agentId')), isNotNull(answer));
  const smallestToDrop = prepare('idempotent_calls_smallest_to_drop', (db) => {
    const freed = sql<number>`sum(${sql.raw(`${rowBytes - nameBytes}`)} + ${size}) over (order by ${size} desc, tool, call_key)`;
    const largestFirst = db
      .select({ size: sql<number>`${size}`.as('size'), freed: freed.as('freed') })
      .from(idempotentCalls)
      .where(ofAgent)
      .as('largest_first');
    return db
      .select({ size: sql<number>`${largestFirst.size}`.mapWith(Number) })
      .from(largestFirst)
      .where(gte(largestFirst.freed, sql.placeholder('bytes')))
      .orderBy(sql`${largestFirst.freed}`)
      .limit(1);
  });
  const drop = prepare('idempotent_calls_drop', (db) =>
    db
      .update(idempotentCalls)
      .set({ state: 'begun', runsUntil: 0, status: null, answer: null, sealedWith: null })
      .where(and(ofAgent, gte(size, sql.placeholder('size')))),
  );

  return {
    /** Removes calls that began then or earlier, about `most` in one step. True if there are more. */
    *removeOld(before: number, most: number): Op<boolean> {
      const [next] = yield* nextOld({ before, most });
      yield* removeOld({ before: next?.at ?? before });
      return next !== undefined;
    },
    /** Bytes that each agent of an organization takes, with its answers and without them. */
    *keptByAgent(orgId: string): Op<KeptByAgent[]> {
      return yield* keptByAgent({ orgId });
    },
    /** Drops an agent's largest answers until enough bytes are free or none is left. Their calls stay known, as begun. */
    *dropLargest(orgId: string, agentId: string, bytes: number): Op<void> {
      const [last] = yield* smallestToDrop({ orgId, agentId, bytes });
      yield* drop({ orgId, agentId, size: last?.size ?? 0 });
    },
  };
}
