import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Op } from '../../../kernel/ops.ts';
import { postgresMissing } from '../../../testing/index.ts';
import { openPostgresWithAcme, type PostgresWithAcme } from '../../../testing/postgres-with-acme.ts';
import { acme, nobodyAt, sampleActivity, sampleTask } from '../../../testing/sample-rows.ts';
import type { Store } from '../../store.ts';

describe.skipIf(postgresMissing() !== undefined)('programs that only add rows on Postgres', () => {
  let opened: PostgresWithAcme;
  let store: Store;

  beforeAll(async () => {
    opened = await openPostgresWithAcme();
    store = opened.store;
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
  });

  let number = 0;
  function* addTask(id: string, title: unknown = id): Op<void> {
    yield* store.tasks.create(sampleTask(++number, { id, title: title as string, source: 'manual' }), null, nobodyAt(1));
  }

  /** A call as the core makes it: an attempt, and a log row that says how it went. */
  const call = (id: string, program: () => Op<void>) =>
    store.perform(
      function* () {
        const outcome = yield* store.attempt(program);
        yield* store.activity.record(sampleActivity({ requestId: id, outcome: outcome.ok ? 'ok' : 'internal_error' }));
        return outcome.ok;
      },
      { changes: true },
    );
  const rowsOf = (sql: string) => opened.database.run(sql);
  const outcomesOf = async (ids: string) =>
    (await rowsOf(`select outcome from activity where request_id like '${ids}' order by request_id`)).map(({ outcome }) => outcome);

  it('are committed together, each with its own row of the log', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `together_${index}`);
    expect(await Promise.all(ids.map((id) => call(id, () => addTask(id))))).toEqual(ids.map(() => true));
    const transactions = await rowsOf(
      "select t.xmin::text as task, a.xmin::text as row from tasks t join activity a on a.request_id = t.id where t.id like 'together_%'",
    );
    expect(transactions).toHaveLength(20);
    expect(transactions.every(({ task, row }) => task === row)).toBe(true);
    // One waited for the event loop to come round; the others are in few transactions.
    expect(new Set(transactions.map(({ task }) => task)).size).toBeLessThan(5);
  });

  it('are not affected if Postgres refuses one of them', async () => {
    const ids = Array.from({ length: 9 }, (_, index) => `beside_${index}`);
    const answers = await Promise.all(ids.map((id, index) => call(id, () => addTask(id, index === 4 ? null : id))));
    expect(answers).toEqual(ids.map((_, index) => index !== 4));
    expect(await rowsOf("select id from tasks where id like 'beside_%'")).toHaveLength(8);
    expect(await outcomesOf('beside_%')).toEqual(ids.map((_, index) => (index === 4 ? 'internal_error' : 'ok')));
  });

  it('are not affected if one of them cannot be sent', async () => {
    const cannotBeSent = {
      toPostgres() {
        throw new Error('no value for Postgres');
      },
    };
    const ids = Array.from({ length: 5 }, (_, index) => `unsent_${index}`);
    const answers = await Promise.allSettled(ids.map((id, index) => call(id, () => addTask(id, index === 2 ? cannotBeSent : id))));
    expect(answers.map(({ status }) => status)).toEqual(ids.map((_, index) => (index === 2 ? 'rejected' : 'fulfilled')));
    expect(await rowsOf("select id from tasks where id like 'unsent_%'")).toHaveLength(4);
    expect(await call('after unsent', () => addTask('after_unsent'))).toBe(true);
  });

  it('leave nothing of an attempt that adds something and then refuses', async () => {
    const refuse = function* (): Op<void> {
      yield* addTask('refused_0');
      throw new Error('refused by the program');
    };
    expect(await call('refused_0', refuse)).toBe(false);
    expect(await rowsOf("select id from tasks where id like 'refused_%'")).toEqual([]);
    expect(await outcomesOf('refused_%')).toEqual(['internal_error']);
  });

  it('roll back an inner attempt and keep rows added around it', async () => {
    const around = function* (): Op<void> {
      yield* addTask('around_1');
      const inner = yield* store.attempt(function* () {
        yield* addTask('around_2');
        throw new Error('refused by the program');
      });
      expect(inner.ok).toBe(false);
      yield* addTask('around_3');
    };
    expect(await call('around', around)).toBe(true);
    expect((await rowsOf("select id from tasks where id like 'around_%' order by id")).map(({ id }) => id)).toEqual([
      'around_1',
      'around_3',
    ]);
    expect(await outcomesOf('around')).toEqual(['ok']);
  });

  it('read rows that they have added', async () => {
    const answer = await store.perform(
      function* () {
        yield* addTask('own');
        return yield* store.tasks.find(acme.id, 'own');
      },
      { changes: true },
    );
    expect(answer).toMatchObject({ id: 'own' });
  });
});
