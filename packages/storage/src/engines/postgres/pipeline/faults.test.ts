import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../kernel/ops.ts';
import { postgresMissing, runStatement, startPostgres, type ThrowAwayPostgres } from '../../../testing/index.ts';
import { openNetwork } from '../../../testing/network.ts';
import { acme, createAcme, createSample, createSampleKey, owner, sampleActivity, sampleKeyHash } from '../../../testing/sample-rows.ts';
import type { Store } from '../../store.ts';
import { openPostgres } from '../store.ts';

describe.skipIf(postgresMissing() !== undefined)('a store on a Postgres that fails', () => {
  let server: ThrowAwayPostgres;
  let store: Store;

  beforeAll(async () => {
    server = await startPostgres({ durable: true, settings: ['deadlock_timeout=100ms', 'wal_writer_delay=10s'] });
    store = await openPostgres({ url: server.url(), poolSize: 4, statementTimeoutMs: 1000, connectTimeoutMs: 1000 });
    const create = function* () {
      yield* createAcme(store);
      const callers = Array.from({ length: 8 }, (_, caller) => `key_${caller}`);
      for (const id of [...callers, 'key_deadlock', 'key_network']) yield* createSampleKey(store, id);
    };
    await store.perform(create, { changes: true });
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
  });

  const record = (requestId: string, changes: boolean) =>
    store.perform(() => store.activity.record(sampleActivity({ requestId })), { changes });
  const logged = async () =>
    (await store.read(() => store.activity.list({ orgId: acme.id, limit: 10_000 }))).map(({ requestId }) => requestId);

  it('loses no answered change if the server is killed, and continues by itself after the restart (D14.1)', async () => {
    const answered: { id: string; changes: boolean }[] = [];
    let failed = 0;
    let running = true;
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      for (let call = 0; running; call++) {
        const id = `${caller} ${call}`;
        const program = function* () {
          yield* store.admissions.take(sampleKeyHash(`key_${caller}`), { calls: 1_000_000, windowMs: 60_000 }, 0);
          if (caller % 2 === 0) yield* store.attempt(() => createSample(store, { id: `doc ${id}`, body: 'text' }));
          yield* store.activity.record(sampleActivity({ requestId: id }));
        };
        await store.perform(program, { changes: caller % 2 === 0 }).then(
          () => answered.push({ id, changes: caller % 2 === 0 }),
          () => failed++,
        );
      }
    });
    for (let crash = 0; crash < 2; crash++) {
      const before = answered.length;
      await until(() => answered.length > before + 100);
      await server.crash();
      await server.restart();
      const after = answered.length;
      await until(() => answered.length > after + 100);
    }
    running = false;
    await Promise.all(callers);
    const rows = await logged();
    // A call that changed nothing may have lost its row with the server.
    expect(answered.filter(({ id, changes }) => changes && !rows.includes(id))).toEqual([]);
    expect(new Set(rows).size).toBe(rows.length);
    // Only calls whose commit was on its way may fail: of eight callers, at most eight at each crash.
    expect(failed).toBeLessThanOrEqual(16);
  });

  it('forgets positions from before a crash, and reports that to followers of the log (D44.7)', async () => {
    await record('before the crash', false);
    const log = await store.read(() => store.activity.follow({ orgId: acme.id }));
    await record('seen', false);
    expect((await store.read(() => log.news()))?.map(({ requestId }) => requestId)).toEqual(['seen']);
    const missedTo = async (position: string) => await store.read(() => store.activity.missed(acme.id, log.position, position));
    expect(await missedTo(log.position)).toBeDefined();
    await server.crash();
    await server.restart();
    await record('after the crash', true);
    const { position } = await store.read(() => store.activity.follow({ orgId: acme.id }));
    expect(await missedTo(position)).toBeUndefined();
    expect(await store.read(() => log.news())).toBeUndefined();
    await server.shutDown();
    await server.restart();
    expect(await store.read(() => store.activity.missed(acme.id, position, position))).toBeDefined();
  });

  it('commits rows of calls that changed nothing without waiting for the disk, and all others on disk (D14.1)', async () => {
    const position = async (name: 'insert' | 'flush'): Promise<bigint> => {
      const statement = `select pg_current_wal_${name}_lsn() - '0/0' as bytes`;
      return BigInt(String((await runStatement(server.url(), statement))[0]?.bytes));
    };
    /** True if the disk has more of the log than existed before the call, and so its commit. */
    const isOnDiskAfter = async (call: string, changes: boolean): Promise<boolean> => {
      const before = await position('insert');
      await record(call, changes);
      return (await position('flush')) > before;
    };
    expect(await isOnDiskAfter('a change', true)).toBe(true);
    // The server flushes its log at any time, for reasons of its own, so one call of several is enough.
    let reads = 0;
    await until(async () => !(await isOnDiskAfter(`read ${++reads}`, false)));
    expect(await isOnDiskAfter('another change', true)).toBe(true);
  });

  it('waits for a server that is starting', async () => {
    await server.shutDown();
    const pending = Promise.all([
      record('read while away', false),
      record('change while away', true),
      store.read(() => store.organizations.find(acme.id)),
    ]);
    await server.restart();
    expect((await pending)[2]?.name).toBe('Acme');
    expect(await logged()).toEqual(expect.arrayContaining(['read while away', 'change while away']));
  });

  it('runs a program again after a deadlock, and counts its call only once', async () => {
    for (const id of ['doc_left', 'doc_right']) await store.perform(() => createSample(store, { id }), { changes: true });
    const arrived = Promise.withResolvers<void>();
    let waiting = 0;
    const lockBoth = (first: string, second: string) =>
      store.perform(
        function* () {
          const { slot } = yield* store.admissions.take(sampleKeyHash('key_deadlock'), { calls: 10, windowMs: 60_000 }, 0);
          yield* store.items.visibleForChange(owner, 'doc', first);
          if (++waiting === 2) arrived.resolve();
          yield* ask(() => arrived.promise);
          yield* store.items.visibleForChange(owner, 'doc', second);
          return slot;
        },
        { changes: true },
      );
    const slots = await Promise.all([lockBoth('doc_left', 'doc_right'), lockBoth('doc_right', 'doc_left')]);
    expect(waiting).toBe(3);
    expect(slots.map((slot) => slot?.admitted && slot.remaining).sort()).toEqual([8, 9]);
  });

  it('fails only the call whose statement runs too long', async () => {
    const blocker = new pg.Client({ connectionString: server.url() });
    await blocker.connect();
    await blocker.query("begin; select 1 from items where id = 'doc_left' for update");
    const outcome = await store.perform(
      function* () {
        const late = yield* store.attempt(() => store.items.visibleForChange(owner, 'doc', 'doc_left'));
        yield* store.activity.record(sampleActivity({ requestId: 'too late' }));
        return late;
      },
      { changes: true },
    );
    await blocker.end();
    expect(outcome).toMatchObject({ ok: false, error: { message: expect.stringContaining('statement timeout') } });
    expect(await logged()).toContain('too late');
  });

  it('waits for a connection while all are taken, returns an error in the end, and recovers', async () => {
    const small = await openPostgres({ url: server.url(), poolSize: 2, connectTimeoutMs: 500 });
    const free = Promise.withResolvers<void>();
    const hold = function* (id: string) {
      yield* createSample(small, { id });
      yield* small.items.visibleForChange(owner, 'doc', id);
      yield* ask(() => free.promise);
    };
    const add = (id: string) => small.perform(() => createSample(small, { id }), { changes: true });
    const holders = ['doc_holder_1', 'doc_holder_2'].map((id) => small.perform(() => hold(id), { changes: true }));
    await expect(add('doc_refused')).rejects.toMatchObject({ name: 'UnavailableError', isBusy: true });
    // Longer than a try to connect may take.
    const waiting = add('doc_waited');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    free.resolve();
    await Promise.all([...holders, waiting]);
    const found = await small.read(() => small.items.visible(owner, 'doc', 'doc_waited'));
    expect(found?.id).toBe('doc_waited');
    await small.close();
  });

  it('connects again after an attempt to connect gets no answer', async () => {
    const network = await openNetwork(server.url());
    const behind = await openPostgres({ url: network.url });
    network.cut();
    network.mend('lost');
    network.cut();
    const found = behind.read(() => behind.organizations.find(acme.id));
    await network.tried();
    network.mend('silent');
    expect((await found)?.name).toBe('Acme');
    await behind.close();
    await network.close();
  });

  it.each([
    ['it is starting', '57P03'],
    ['it has no connection to spare', '53300'],
  ])('waits for a server that reports %s, and opens when the server is ready', async (_, code) => {
    const network = await openNetwork(server.url());
    const behind = await openPostgres({ url: network.url, poolSize: 4 });
    network.refuse(code);
    const requestId = `refused ${code}`;
    const pending = Promise.all([
      behind.read(() => behind.organizations.find(acme.id)),
      behind.perform(() => behind.activity.record(sampleActivity({ requestId })), { changes: false }),
      behind.perform(() => createSample(behind, { id: `doc_${code}` }), { changes: true }),
      openPostgres({ url: network.url }),
    ]);
    for (let tries = 0; tries < 10; tries++) await network.tried();
    network.refuse(undefined);
    const [organization, , item, opened] = await pending;
    expect([organization?.name, item.id]).toEqual(['Acme', `doc_${code}`]);
    expect(await logged()).toContain(requestId);
    await Promise.all([behind.close(), opened.close()]);
    await network.close();
  });

  it('waits until a standby is the primary, and does not read from it before', async () => {
    const network = await openNetwork(server.url());
    const behind = await openPostgres({ url: network.url, poolSize: 4 });
    await server.shutDown();
    await server.restartAsStandby();
    let isPrimary = false;
    const answeredBy = async (answer: Promise<unknown>) => {
      await answer;
      return isPrimary ? 'primary' : 'standby';
    };
    const pending = Promise.all([
      answeredBy(behind.read(() => behind.organizations.find(acme.id))),
      answeredBy(behind.perform(() => behind.activity.record(sampleActivity({ requestId: 'on a standby' })), { changes: false })),
      answeredBy(behind.perform(() => createSample(behind, { id: 'doc_standby' }), { changes: true })),
      answeredBy(openPostgres({ url: network.url }).then((opened) => opened.close())),
    ]);
    for (let tries = 0; tries < 10; tries++) await network.tried();
    isPrimary = true;
    await server.run('select pg_promote()');
    expect(await pending).toEqual(Array(4).fill('primary'));
    expect((await logged()).filter((id) => id === 'on a standby')).toHaveLength(1);
    await behind.close();
    await network.close();
  });

  it('reports in the end that nothing has happened, for reads, changes and inserts alike', async () => {
    await server.shutDown();
    const calls = await Promise.allSettled([
      store.read(() => store.organizations.find(acme.id)),
      record('read, never', false),
      record('change, never', true),
      store.perform(() => createSample(store, { id: 'doc_never' }), { changes: true }),
      store.perform(() => store.items.visibleForChange(owner, 'doc', 'doc_left'), { changes: true }),
    ]);
    await server.restart();
    for (const call of calls) expect(call).toMatchObject({ status: 'rejected', reason: { name: 'UnavailableError', isBusy: false } });
    expect(await logged()).not.toEqual(expect.arrayContaining([expect.stringContaining('never')]));
  });

  it('is opened if the server is available a moment later', async () => {
    await server.shutDown();
    const opening = openPostgres({ url: server.url() });
    await server.restart();
    const opened = await opening;
    expect((await opened.read(() => opened.organizations.find(acme.id)))?.name).toBe('Acme');
    await opened.close();
  });

  it('waits through a network outage, and continues when it ends', async () => {
    const network = await openNetwork(server.url());
    const behind = await openPostgres({ url: network.url, poolSize: 4, statementTimeoutMs: 500, connectTimeoutMs: 500 });
    const call = (id: string, changes: boolean) =>
      behind.perform(
        function* () {
          yield* behind.admissions.take(sampleKeyHash('key_network'), { calls: 1000, windowMs: 60_000 }, 0);
          yield* behind.attempt(() => behind.items.visibleForChange(owner, 'doc', 'doc_left'));
          yield* behind.activity.record(sampleActivity({ requestId: id }));
        },
        { changes },
      );
    await call('before the cut', true);
    network.cut();
    const during = Promise.all([call('read in the cut', false), call('change in the cut', true)]);
    // Longer than a statement may take: its connection is given up, and the next one cannot be made.
    await new Promise((resolve) => setTimeout(resolve, 2500));
    network.mend('lost');
    await during;
    await call('after the cut', true);
    expect(await logged()).toEqual(expect.arrayContaining(['read in the cut', 'change in the cut', 'after the cut']));
    await behind.close();
    await network.close();
  });

  it('reports a database without its disk or its write rights as not writable', async () => {
    const admin = new pg.Client({ connectionString: server.url() });
    await admin.connect();
    await admin.query('alter system set default_transaction_read_only = on; ');
    await admin.query('select pg_reload_conf()');
    await expect(untilRejected(() => store.checkWritable())).rejects.toThrow('read-only');
    await admin.query('set default_transaction_read_only = off');
    await admin.query('alter system reset default_transaction_read_only');
    await admin.query('select pg_reload_conf()');
    await admin.end();
  });
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A reloaded configuration reaches the sessions one after the other. */
async function untilRejected(work: () => Promise<void>): Promise<never> {
  for (;;) {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
