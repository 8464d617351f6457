import { execFileSync } from 'node:child_process';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Op } from '../../../kernel/ops.ts';
import { postgresMissing, runStatement, startPostgres, type ThrowAwayPostgres } from '../../../testing/index.ts';
import { type Network, openNetwork } from '../../../testing/network.ts';
import { acme, createAcme, createSample, createSampleKey, owner, sampleActivity, sampleKeyHash } from '../../../testing/sample-rows.ts';
import type { Store } from '../../store.ts';
import { openPostgres } from '../store.ts';
import { connectAlone } from './connect.ts';
import { isConnectionFault } from './faults.ts';

/** Point that a call has reached when every connection is lost. */
type Place = 'before' | 'admitted' | 'done' | 'recorded';

const key = { calls: 1_000_000, windowMs: 60_000 };
const ofGateway = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gatehouse'";

describe.skipIf(postgresMissing() !== undefined)('a call whose connections are lost', () => {
  let server: ThrowAwayPostgres;
  let network: Network;
  let store: Store;

  beforeAll(async () => {
    server = await startPostgres();
    network = await openNetwork(server.url());
    store = await openPostgres({ url: network.url, poolSize: 4 });
    const fill = function* () {
      yield* createAcme(store);
      yield* createSampleKey(store, 'key');
      yield* createSample(store, { id: 'doc_1' });
    };
    await store.perform(fill, { changes: true });
  });
  afterAll(async () => {
    await store.close();
    await network.close();
    await server.stop();
  });

  /** A call like the gateway's, which waits at each place. */
  function call(id: string, changes: boolean, reach: (place: Place) => Promise<void>): Promise<void> {
    const at = (place: Place) => ask<void>(() => reach(place));
    const work = function* (): Op<void> {
      if (changes) yield* createSample(store, { id });
      else if (!(yield* store.items.visible(owner, 'doc', 'doc_1'))) throw new Error('the document is gone');
    };
    return store.perform(
      function* () {
        yield* at('before');
        yield* store.admissions.take(sampleKeyHash('key'), key, 0);
        yield* at('admitted');
        const done = yield* store.attempt(work);
        if (!done.ok) throw done.error;
        yield* at('done');
        yield* store.activity.record(sampleActivity({ requestId: id }));
        yield* at('recorded');
      },
      { changes },
    );
  }

  /** Breaks all connections when a call first reaches a place. */
  function losingAt(place: Place, lose: () => Promise<void>): (reached: Place) => Promise<void> {
    let lost: Promise<void> | undefined;
    return async (reached) => {
      if (reached === place) await (lost ??= lose());
    };
  }

  const cutNetwork = async () => {
    network.cut();
    network.mend('lost');
  };
  const terminate = async () => void (await runStatement(server.url(), ofGateway));
  /** Ends the connections while this process is blocked, so that it sends to connections that no longer exist. */
  const terminateUnseen = async () => {
    const script = `import pg from 'pg'; const client = new pg.Client({ connectionString: process.argv[1] }); await client.connect(); await client.query(process.argv[2]); await client.end();`;
    execFileSync(process.execPath, ['--input-type=module', '-e', script, server.url(), ofGateway], { cwd: import.meta.dirname });
  };

  async function logged(): Promise<string[]> {
    const rows = await store.read(() => store.activity.list({ orgId: acme.id, limit: 10_000 }));
    return rows.map(({ requestId }) => requestId).sort();
  }

  const loseConnections = async (rounds: number) => {
    const everywhere: Place[] = ['before', 'admitted', 'done', 'recorded'];
    const answered: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const place = everywhere[round % everywhere.length] as Place;
      for (const [how, lose] of Object.entries({ cutNetwork, terminate })) {
        for (const changes of [false, true]) {
          const id = `${how} ${round} ${changes}`;
          // Statements sent into a cut network may have arrived: see below.
          const where = changes && how === 'cutNetwork' ? 'before' : place;
          await call(id, changes, losingAt(where, lose));
          answered.push(id);
        }
      }
    }
    expect(answered).toHaveLength(4 * rounds);
    expect(await logged()).toEqual(answered.sort());
  };

  it('is answered and logged once, for reads and for changes, in 32 of 32 runs', () => loseConnections(8));

  it('is answered and logged once in 400 of 400 runs', { tags: ['nightly'], timeout: 3_600_000 }, () => loseConnections(100));

  it.each([['before'], ['admitted'], ['done'], ['recorded']] as [Place][])(
    'is answered if the server ended its connections unnoticed, %s',
    async (place) => {
      for (const changes of [false, true]) await call(`unseen ${place} ${changes}`, changes, losingAt(place, terminateUnseen));
      expect(await logged()).toEqual(expect.arrayContaining([`unseen ${place} false`, `unseen ${place} true`]));
    },
  );

  it('runs again if it only reads, even if it went on to its row in the log after the fault', async () => {
    const holder = await connectAlone(server.url(), 'test');
    await holder.query('begin; lock table texts');
    const waits = "select 1 from pg_stat_activity where application_name = 'gatehouse' and wait_event_type = 'Lock'";
    let runs = 0;
    const answered = store.perform(
      function* () {
        runs++;
        let text: string | undefined;
        try {
          text = yield* store.contents.text(acme.id, 'doc_1');
        } catch {
          // A tool that fails is logged too.
        }
        yield* store.activity.record(sampleActivity({ requestId: 'went on' }));
        return text;
      },
      { changes: false },
    );
    while ((await runStatement(server.url(), waits)).length === 0);
    await cutNetwork();
    await holder.query('commit');
    await holder.end();
    expect(await answered).toBe('');
    expect(runs).toBe(2);
    expect((await logged()).filter((id) => id === 'went on')).toHaveLength(1);
  });

  it('does not run again if its commit may have arrived', async () => {
    let runs = 0;
    const lost = call('in doubt', true, async (place) => {
      if (place === 'before') runs++;
      if (place !== 'recorded') return;
      network.cut();
      void turns(10).then(() => network.mend('lost'));
    });
    await expect(lost).rejects.toSatisfy(isConnectionFault);
    expect(runs).toBe(1);
    expect((await logged()).filter((id) => id === 'in doubt').length).toBeLessThanOrEqual(1);
  });

  it('has one row in the log if it reads, even if the row had arrived before the connection was lost', async () => {
    // Loses the answer to the row, which is written while no answers arrive.
    const arrived = async () => {
      for (;;) {
        const [row] = await runStatement(server.url(), "select count(*)::int as rows from activity where request_id = 'arrived'");
        if (Number(row?.rows) === 1) return network.mend('lost');
      }
    };
    await call('connected', false, async () => {});
    let cut: Promise<void> | undefined;
    await call('arrived', false, async (place) => {
      if (place !== 'done' || cut) return;
      network.silence();
      cut = arrived();
    });
    await cut;
    expect((await logged()).filter((id) => id === 'arrived')).toEqual(['arrived']);
  });
});

/** Waits a few turns of the event loop, after which the commit of an ended program is on its way. */
async function turns(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) await turn();
}
