import { setTimeout as wait } from 'node:timers/promises';
import { postgresMissing, runStatement } from '@gatehouse/storage/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Running } from '../cli/command.ts';
import { until } from '../kit/until.ts';
import { openConnection } from '../replicas/connection.ts';
import { type FaultReport, type FaultyWorld, isReady, openFaultyWorld, underLoad } from './faulty-world.ts';
import { holdDocument } from './hold-document.ts';

const missing = postgresMissing();
/** Recovery takes a second or two on an idle machine. The limit leaves room for a busy one. */
const recoversWithinMs = 60_000;

/** Short faults only. Run `node e2e/src/postgres-faults/run.ts` for longer ones: cuts of 10 s, a statement of 30 s, more crashes. */
describe.skipIf(missing !== undefined)(`a gateway whose Postgres fails${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let world: FaultyWorld;
  beforeAll(async () => {
    world = await openFaultyWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('loses no answered call when the server is killed under load, reports that in /readyz, and continues by itself when the server is back', async () => {
    const { postgres } = world;
    expectWell(await underLoad(world, postgres.crash, postgres.restart));
  });

  it.each([
    { how: 'late', what: 'what waited in it arrives late' },
    { how: 'lost', what: 'the connections from before are gone' },
  ] as const)('waits through a network outage, when $what', async ({ how }) => {
    const { network } = world;
    const cut = async () => network.cut();
    expectWell(await underLoad(world, cut, async () => network.mend(how)));
  });

  it('answers calls without a transaction while others of the key wait for a lock, and 503 after too long a wait for one', async () => {
    const { body } = await world.call('create_doc', { title: 'Held' });
    const held = await holdDocument(world, body.docId);
    const waiting = held.appendMany(20);
    for (let turn = 0; turn < 20; turn++) {
      expect((await world.call('read_doc', { docId: body.docId })).status).toBe(200);
      await wait(300);
    }
    expect(await isReady(world)).toBe(true);
    await held.release();
    const statuses = (await waiting).map(({ status }) => status);
    // Twelve calls waited for the lock on three quarters of the connections. The last quarter is for other callers, so the rest waited five
    // seconds for a connection (D51).
    expect(statuses.toSorted()).toEqual([...Array(12).fill(200), ...Array(8).fill(503)]);
    const released = performance.now();
    expect((await world.call('append_doc', { docId: body.docId, text: 'after' })).body).toEqual({ versionCount: 14 });
    expect(performance.now() - released).toBeLessThan(recoversWithinMs);
  });

  it('answers reads of other tables while too many reads wait for a locked one', async () => {
    const { body: doc } = await world.call('create_doc', { title: 'Free' });
    const url = world.postgres.url();
    const locking = runStatement(url, 'begin; lock table tasks; select pg_sleep(600)').catch((error: unknown) => error);
    const isLocked = "select 1 from pg_locks where relation = 'tasks'::regclass and granted and mode = 'AccessExclusiveLock'";
    await until('the table is locked', async () => (await runStatement(url, isLocked)).length > 0);
    const answered: string[] = [];
    const call = async (tool: string, input: object): Promise<number> => {
      using connection = openConnection(world.gateway.url);
      const { status } = await connection.call(tool, input, world.gateway.key);
      answered.push(tool);
      return status;
    };
    const held = Array.from({ length: 8 }, () => call('list_tasks', {}));
    const free = Array.from({ length: 40 }, () => call('read_doc', { docId: doc.docId }));
    expect(new Set(await Promise.all(free))).toEqual(new Set([200]));
    expect(answered).not.toContain('list_tasks');
    await runStatement(url, "select pg_terminate_backend(pid) from pg_stat_activity where query like 'begin; lock table tasks%'");
    expect(await locking).toMatchObject({ code: '57P01' });
    expect(new Set(await Promise.all(held))).toEqual(new Set([200]));
  });

  it('answers 503 with Retry-After, through both entrances, while the database is unavailable for longer than calls wait', async () => {
    const { postgres, gateway } = world;
    const { body: doc } = await world.call('create_doc', { title: 'Not now' });
    await postgres.crash();
    const asked = { headers: { Authorization: `Bearer ${gateway.key}` } };
    const [read, changed, listed, listedOverMcp] = await Promise.all([
      world.callThroughBoth('read_doc', { docId: doc.docId }),
      world.callThroughBoth('append_doc', { docId: doc.docId, text: 'later' }),
      // The key of these is looked for before there is a call.
      fetch(`${gateway.url}/v1/tools`, asked),
      fetch(`${gateway.url}/mcp`, { ...asked, method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }),
    ]);
    await postgres.restart();
    for (const reply of [...read, ...changed])
      expect(reply).toMatchObject({ code: 'internal_error', reason: 'database_unavailable', retryAfter: 1 });
    for (const { status, headers } of [listed, listedOverMcp]) expect([status, headers.get('Retry-After')]).toEqual([503, '1']);
    expect((await world.call('append_doc', { docId: doc.docId, text: 'now' })).body).toEqual({ versionCount: 2 });
  });

  const overLostConnections = async (rounds: number) => {
    const { postgres, network, gateway } = world;
    await using direct = await world.startDirect();
    const { body: doc } = await world.call('create_doc', { title: 'Read again' });
    const title = `Over ${rounds} lost connections`;
    const codes = async (asked: Running) => {
      const calls = [
        world.callThroughBoth('read_doc', { docId: doc.docId }, asked),
        world.callThroughBoth('create_task', { title }, asked),
      ];
      return (await Promise.all(calls)).flat().map(({ code, raw }) => (code === 'ok' ? code : raw));
    };
    const allAnswered = ['ok', 'ok', 'ok', 'ok'];
    for (let round = 0; round < rounds; round++) {
      // The server says that it ends a connection, so that calls which are under way are answered too.
      const ended = runStatement(
        postgres.url(),
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gatehouse'",
      );
      expect(await codes(direct)).toEqual(allAnswered);
      await ended;
      network.cut();
      network.mend('lost');
      expect(await codes(gateway)).toEqual(allAnswered);
    }
    const [count] = await runStatement(postgres.url(), `select count(*)::int as tasks from tasks where title = '${title}'`);
    expect(Number(count?.tasks)).toBe(4 * rounds);
  };

  it('answers each of 20 reads and 20 changes over 20 lost connections, through both entrances', () => overLostConnections(10));

  it('answers each of 100 reads and 100 changes over 100 lost connections', { tags: ['nightly'] }, () => overLostConnections(50));

  it('runs a call again that Postgres rolled back in favor of another one, and counts it once (D13)', async () => {
    await runStatement(
      world.postgres.url(),
      `
      create sequence tries;
      create function refuse_twice() returns trigger language plpgsql as $$ begin
        if nextval('tries') <= 2 then raise exception 'could not serialize access' using errcode = 'serialization_failure'; end if;
        return new;
      end $$;
      create trigger refuse_twice before insert on tasks for each row execute function refuse_twice();`,
    );
    const before = await world.call('whoami', {});
    const { status, body, requestId, headers } = await world.call('create_task', { title: 'Taken back twice' });
    expect(status).toBe(200);
    expect(remaining(headers)).toBe(remaining(before.headers) - 1);
    const { body: tasks } = await world.call('list_tasks', { limit: 200 });
    const found = (tasks as { taskId: string; title: string }[]).filter(({ title }) => title === 'Taken back twice');
    expect(found.map(({ taskId }) => taskId)).toEqual([body.taskId]);
    const [organization] = await world.store.read(() => world.store.organizations.list());
    const log = await world.store.read(() => world.store.activity.list({ orgId: organization?.id as string, requestId, limit: 10 }));
    expect(log.map(({ tool, outcome }) => [tool, outcome])).toEqual([['create_task', 'ok']]);
    await runStatement(world.postgres.url(), 'drop trigger refuse_twice on tasks; drop function refuse_twice; drop sequence tries;');
  });
});

function expectWell({ lost, broken, refused, longestMs, recoveredMs }: FaultReport): void {
  expect(lost).toEqual([]);
  expect(broken).toBe(0);
  for (const { status, body } of refused)
    expect({ status, body }).toEqual({ status: expect.toBeOneOf([500, 503]), body: expect.stringContaining('internal_error') });
  expect(longestMs).toBeLessThan(100_000);
  expect(recoveredMs).toBeLessThan(recoversWithinMs);
}

function remaining(headers: Record<string, unknown>): number {
  return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
}
