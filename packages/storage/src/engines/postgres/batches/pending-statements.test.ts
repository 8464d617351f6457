import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Op } from '../../../kernel/ops.ts';
import { postgresMissing } from '../../../testing/index.ts';
import { openPostgresWithAcme, type PostgresWithAcme } from '../../../testing/postgres-with-acme.ts';
import { acme, createSample, owner, sampleActivity } from '../../../testing/sample-rows.ts';
import type { Attempt, Store } from '../../store.ts';
import { cutOff } from '../pipeline/graceful-close.ts';

describe.skipIf(postgresMissing() !== undefined)('changes that are sent without waiting for their answers on Postgres', () => {
  let opened: PostgresWithAcme;
  let store: Store;
  let runs = 0;

  beforeAll(async () => {
    opened = await openPostgresWithAcme();
    store = opened.store;
  });
  afterAll(async () => {
    await opened[Symbol.asyncDispose]();
  });

  const goOn = function* (): Op<void> {};
  const waitForAnother = function* (): Op<void> {
    yield* store.items.visible(owner, 'doc', 'doc_none');
  };

  /** A call whose attempt ends as `finish` says after a statement that Postgres refuses in the first runs; logged as calls are. */
  async function call(requestId: string, refusedRuns: number, finish: () => Op<void>): Promise<Attempt<void>> {
    runs = 0;
    return await store.perform(
      function* () {
        const isRefused = ++runs <= refusedRuns;
        const outcome = yield* store.attempt(function* () {
          // The first statement is awaited. Those after it are sent ahead.
          yield* waitForAnother();
          yield* createSample(store, { id: `doc_${requestId}_${runs}`, ...(isRefused && { mimeType: null as never }) });
          yield* finish();
        });
        yield* store.activity.record(sampleActivity({ requestId, outcome: outcome.ok ? 'ok' : 'internal_error' }));
        return outcome;
      },
      { changes: true },
    );
  }

  const logged = async (requestId: string) =>
    (await store.read(() => store.activity.list({ orgId: acme.id, limit: 1000 })))
      .filter((row) => row.requestId === requestId)
      .map(({ outcome }) => outcome);
  const refuse = function* (): Op<void> {
    yield* goOn();
    throw new Error('refused by the program');
  };

  it.each([
    ['goes on to its end', goOn],
    ['waits for the answer of another', waitForAnother],
  ])('run again if one is refused and the program %s, and the call is logged once', async (what, finish) => {
    const outcome = await call(`once ${what}`, 1, finish);
    expect(runs).toBe(2);
    expect(outcome.ok).toBe(true);
    expect(await logged(`once ${what}`)).toEqual(['ok']);
  });

  it('fail their attempt if one is refused each time', async () => {
    const outcome = await call('always', 2, waitForAnother);
    expect(runs).toBe(2);
    expect(outcome).toMatchObject({ ok: false, error: { code: '23502' } });
    expect(await logged('always')).toEqual(['internal_error']);
  });

  it('are all rolled back if one of them cannot be sent', async () => {
    const cannotBeSent = {
      toPostgres() {
        throw new Error('no value for Postgres');
      },
    };
    runs = 0;
    const program = function* (): Op<void> {
      runs++;
      yield* createSample(store, { id: `doc_unsent_${runs}` });
      yield* waitForAnother();
      yield* createSample(store, { id: `doc_unsent_${runs}_later`, description: cannotBeSent as never });
    };
    await expect(store.perform(program, { changes: true })).rejects.toThrow();
    expect(await opened.database.run("select id from items where id like 'doc_unsent%'")).toEqual([]);
    // The connections of the store are as good as before.
    expect(await call('after it', 0, goOn)).toMatchObject({ ok: true });
  });

  it('run again if their connection is lost during the rollback', async () => {
    const realQuery = pg.Client.prototype.query;
    const query = vi.spyOn(pg.Client.prototype, 'query');
    let lost = 0;
    query.mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      if (runs === 2 && lost === 0 && (given[0] as { text?: string }).text === 'rollback') {
        lost++;
        cutOff(this);
      }
      return Reflect.apply(realQuery, this, given);
    });
    try {
      expect(await call('lost', 9, goOn)).toMatchObject({ ok: false, error: { code: '23502' } });
    } finally {
      query.mockRestore();
    }
    expect(lost).toBe(1);
    expect(await logged('lost')).toEqual(['internal_error']);
  });

  it('leave one row of a call that the program itself refused', async () => {
    for (const refusedRuns of [0, 1]) {
      const requestId = `refused after ${refusedRuns}`;
      expect(await call(requestId, refusedRuns, refuse)).toMatchObject({ ok: false, error: { message: 'refused by the program' } });
      expect(await logged(requestId)).toEqual(['internal_error']);
    }
  });
});
