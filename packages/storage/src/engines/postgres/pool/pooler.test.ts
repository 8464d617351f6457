import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresMissing, startPostgres, type ThrowAwayPostgres } from '../../../testing/index.ts';
import { acme, createAcme, createSample, createSampleKey, owner, sampleActivity, sampleKeyHash } from '../../../testing/sample-rows.ts';
import { poolerMissing, startPooler } from '../../../testing/start-pooler.ts';
import { noticesCome } from '../notices/notices-come.ts';
import { openPostgres } from '../store.ts';

const missing = postgresMissing() ?? poolerMissing();

describe.skipIf(missing !== undefined)(`a store behind a real PgBouncer${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  let server: ThrowAwayPostgres;

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server.stop();
  });

  it('works in session mode with its own settings, prepared statements, locks and notices', async () => {
    await using pooler = await startPooler(server, 'session');
    const store = await openPostgres({ url: pooler.url });
    try {
      await store.perform(
        function* () {
          yield* createAcme(store);
          yield* createSampleKey(store, 'key_1');
        },
        { changes: true },
      );
      const call = (number: number) =>
        store.perform(
          function* () {
            const admission = yield* store.admissions.take(sampleKeyHash('key_1'), { calls: 30, windowMs: 60_000 }, 0);
            const made = yield* store.attempt(() => createSample(store, { id: `doc_${number}`, body: 'text' }));
            yield* store.activity.record(sampleActivity({ requestId: `call ${number}` }));
            return admission.slot?.admitted === true && made.ok;
          },
          { changes: true },
        );
      const admitted = await Promise.all(Array.from({ length: 40 }, (_, number) => call(number)));
      expect(admitted.filter(Boolean)).toHaveLength(30);
      expect(await store.read(() => store.activity.list({ orgId: acme.id, limit: 100 }))).toHaveLength(40);
      expect(await store.read(() => store.items.visible(owner, 'doc', 'doc_7'))).toMatchObject({ id: 'doc_7' });
      expect(await noticesCome(pooler.url)).toBe(true);
    } finally {
      await store.close();
    }
  });

  it('is reported if each transaction gets another session', async () => {
    await using pooler = await startPooler(server, 'transaction');
    await expect(openPostgres({ url: pooler.url })).rejects.toThrow('session mode');
  });
});
