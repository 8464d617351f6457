import { takesIdempotencyKey } from '@gatehouse/domain';
import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceError } from '../../services/calling/service-error.ts';
import { createFakeServices, type FakeServices, fakeTool } from '../../testing/fake-services.ts';
import { callOn, createWorld, type Loose, type World } from '../../testing/test-world.ts';
import { createGateway } from '../pipeline/gateway.ts';
import type { Answer } from './call.ts';
import { sweepRepeatable } from './kept-answers.ts';
import { hashArguments } from './repeatable-call.ts';

const dayMs = 24 * 60 * 60 * 1000;
const github = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp', visibility: 'organization' };
const issue = { toolSlug: 'github__create_issue', arguments: { repo: 'site' } };

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`a call with an idempotency key on ${engine.name} (D70)`, () => {
    let world: World;
    let services: FakeServices;
    let key: string;
    beforeEach(async () => {
      services = createFakeServices();
      world = await createWorld({ engine: engine.dialect, services });
      key = await world.key(world.owner, 'write');
    });
    afterEach(async () => await world[Symbol.asyncDispose]());

    const once = (tool: string, input: object, idempotencyKey: unknown = 'retry-1', as = key, gateway = world.gateway): Promise<Answer> =>
      callOn(gateway, as, tool, input, { idempotencyKey });
    /** A gateway of another process. */
    async function openOther() {
      const store = await world.openAnother();
      const { registry, settings, clock } = world.gateway;
      return createGateway({ store, registry, settings, clock, report: () => {} });
    }
    const reasonOf = (answer: Answer) => (answer.ok ? 'ok' : `${answer.error.code}/${answer.error.reason}`);
    const tasks = async (): Promise<Loose[]> => await world.ok(key, 'list_tasks', {});
    const log = async (): Promise<Loose[]> => await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 1 }));

    it('gets the answer of the first one, is counted, and is logged as a repetition', async () => {
      const first = await once('create_task', { title: 'Ship', notes: null });
      expect(await log()).toMatchObject([{ outcome: 'ok', reason: null }]);
      world.clock.now += 5000;
      const again = await once('create_task', { title: 'Ship' });
      expect(again).toMatchObject({ ok: true, isReplay: true, json: (first as Loose).json });
      expect(await tasks()).toHaveLength(1);
      await once('create_task', { title: 'Ship' });
      expect(await log()).toMatchObject([{ outcome: 'ok', reason: 'replayed', status: 200, itemType: 'task' }]);
      expect((again.rate as Loose).remaining).toBe((first.rate as Loose).remaining - 1);
    });

    it('with other arguments is refused, and changes nothing', async () => {
      await once('create_task', { title: 'Ship' });
      expect(reasonOf(await once('create_task', { title: 'Sail' }))).toBe('invalid_request/idempotency_mismatch');
      expect(await tasks()).toHaveLength(1);
    });

    it('is a new call for another tool, for another agent and after a day, but not after a rotation of the key', async () => {
      const { id: agentId } = await world.ok(world.owner, 'create_agent', { name: 'robot' });
      const { key: own, keyId } = await world.ok(world.owner, 'create_key', { agentId, access: 'write' });
      await once('create_task', { title: 'Ship' });
      const first = await once('create_task', { title: 'Ship' }, 'retry-1', own);
      expect(first.isReplay).toBeUndefined();
      expect((await once('create_folder', { name: 'Ship' })).isReplay).toBeUndefined();
      const { key: rotated } = await world.ok(world.owner, 'rotate_key', { keyId });
      expect(await once('create_task', { title: 'Ship' }, 'retry-1', rotated)).toMatchObject({
        isReplay: true,
        value: (first as Loose).value,
      });
      world.clock.now += dayMs - 1;
      expect(await once('create_task', { title: 'Ship' }, 'retry-1', rotated)).toMatchObject({ isReplay: true });
      world.clock.now += 1;
      expect((await once('create_task', { title: 'Ship' }, 'retry-1', rotated)).isReplay).toBeUndefined();
      expect(await tasks()).toHaveLength(3);
    });

    it('can be made again after a refusal, with other arguments too', async () => {
      const { docId } = await world.ok(key, 'create_doc', { title: 'Plan', bodyMarkdown: 'a' });
      expect(reasonOf(await once('edit_doc', { docId, oldText: 'x', newText: 'b' }))).toBe('invalid_request/text_not_found');
      expect(await once('edit_doc', { docId, oldText: 'a', newText: 'b' })).toMatchObject({ ok: true });
    });

    it('is answered only while its caller can see the item, including in the trash', async () => {
      const ada = await world.addPerson('ada@acme.test');
      const adas = await world.key(ada, 'write');
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Board' });
      await world.ok(world.owner, 'share_folder', { folderId, email: 'ada@acme.test' });
      const input = { title: 'Minutes', folderId };
      const made = await once('create_doc', input, 'a', adas);
      const { docId } = (made as Loose).value;
      const gone = await once('delete_doc', { docId }, 'b', adas);
      expect(await once('delete_doc', { docId }, 'b', adas)).toMatchObject({ isReplay: true, value: (gone as Loose).value });
      expect(await once('create_doc', input, 'a', adas)).toMatchObject({ isReplay: true });
      await world.ok(world.owner, 'unshare_folder', { folderId, email: 'ada@acme.test' });
      for (const [tool, given, name] of [
        ['create_doc', input, 'a'],
        ['delete_doc', { docId }, 'b'],
      ] as const)
        expect(reasonOf(await once(tool, given, name, adas))).toBe('invalid_request/no_such_item');
    });

    it.each(['', 'two words', 'ü', 'x'.repeat(256), 7])('%j is not a valid idempotency key, and read-only tools ignore it', async (bad) => {
      const answer = await once('create_task', { title: 'Ship' }, bad);
      expect(reasonOf(answer)).toBe('invalid_request/invalid_argument');
      expect(await once('list_tasks', {}, bad)).toMatchObject({ ok: true, value: [] });
    });

    it('is made once if sent many times concurrently to two processes', async () => {
      const other = await openOther();
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => once('create_task', { title: 'Ship' }, 'x', key, index % 2 ? other : world.gateway)),
      );
      expect(new Set(answers.map((answer) => (answer as Loose).json)).size).toBe(1);
      expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
      expect(await tasks()).toHaveLength(1);
    });

    it('is made once by a tool that refuses a second time, if sent many times concurrently to two processes', async () => {
      const other = await openOther();
      for (let round = 0; round < 5; round++) {
        const { docId } = await world.ok(key, 'create_doc', { title: 'Plan', bodyMarkdown: 'a' });
        const answers = await Promise.all([world.gateway, other].map((each) => once('delete_doc', { docId }, `x${round}`, key, each)));
        expect(answers.map(({ ok, isReplay = false }) => [ok, isReplay]).sort()).toEqual([
          [true, false],
          [true, true],
        ]);
        expect(new Set(answers.map((answer) => (answer as Loose).json)).size).toBe(1);
      }
    });

    it('is made once by two processes, even if a large text is first merged on a thread (D66.11)', async () => {
      const lines = (word: string) => Array.from({ length: 4000 }, (_, index) => `${word} of a line with the number ${index}\n\n`);
      const { docId } = await world.ok(key, 'create_doc', { title: 'Plan', bodyMarkdown: lines('text').join('') });
      const [first = '', , ...rest] = lines('text');
      await world.ok(key, 'edit_doc', { docId, oldText: first, newText: `run ${first}` });
      world.clock.now++;
      await world.ok(world.owner, 'append_doc', { docId, text: 'of the owner' });
      world.clock.now++;
      const other = await openOther();
      const answers = await Promise.all([world.gateway, other].map((each) => once('take_back', {}, 'merge', key, each)));
      expect(answers.map(({ ok, isReplay = false }) => [ok, isReplay]).sort()).toEqual([
        [true, false],
        [true, true],
      ]);
      expect(new Set(answers.map((answer) => (answer as Loose).json)).size).toBe(1);
      const { bodyMarkdown, versionCount } = await world.ok(key, 'read_doc', { docId });
      expect([bodyMarkdown.startsWith(first), bodyMarkdown.endsWith(`${rest.at(-1)}of the owner`), versionCount]).toEqual([true, true, 4]);
    });

    it('is made once after a day, even if two processes receive it at the same time', async () => {
      const other = await openOther();
      for (let day = 0; day < 3; day++) {
        const answers = await Promise.all([world.gateway, other].map((each) => once('create_task', { title: 'Ship' }, 'daily', key, each)));
        expect(answers.filter(({ ok, isReplay }) => ok && !isReplay)).toHaveLength(1);
        expect(await tasks()).toHaveLength(day + 1);
        world.clock.now += dayMs;
      }
    });

    it('is forgotten after a day', async () => {
      await once('create_task', { title: 'Ship' });
      const name = { orgId: world.orgId, agentId: (await log())[0].agentId, tool: 'create_task', callKey: 'retry-1' };
      const found = () => world.store.read(() => world.store.idempotentCalls.find(name));
      await sweepRepeatable(world.store, world.clock.now + dayMs - 1);
      expect(await found()).toMatchObject({ status: 200, itemType: 'task' });
      await sweepRepeatable(world.store, world.clock.now + dayMs);
      expect(await found()).toBeUndefined();
    });

    describe('for a service tool', () => {
      beforeEach(async () => {
        await world.ok(world.owner, 'add_connection', github);
      });

      it('reaches the service once, and its answer is encrypted', async () => {
        const first = await once('execute_service_tool', issue);
        expect(await once('execute_service_tool', issue)).toMatchObject({ isReplay: true, json: (first as Loose).json });
        expect(services.reached).toHaveLength(1);
        expect(await log()).toMatchObject([{ outcome: 'ok', reason: 'replayed', service: 'github' }]);
        const [row] = await world.store.read(() => world.store.idempotentCalls.ofOtherSecrets('none', 10));
        expect(row).toMatchObject({ status: 200, state: 'answered' });
        expect(row?.answer?.includes('create_issue')).toBe(false);
      });

      describe('with the header Idempotency-Key in its document', () => {
        const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
        const pay = (more: object = {}) => ({ toolSlug: 'bank__pay', arguments: { repo: 'a', ...more } });
        const sent = () => services.reached.map(({ arguments: given }) => given['Idempotency-Key']);

        beforeEach(async () => {
          const properties = { repo: { type: 'string' }, 'Idempotency-Key': { type: 'string' } };
          const inputSchema = { type: 'object', properties, required: ['repo', 'Idempotency-Key'] };
          services.tools = [fakeTool('pay', { inputSchema }), fakeTool('ask')];
          await world.ok(world.owner, 'add_connection', { ...github, service: 'bank', name: 'Bank' });
        });

        it('sends a key derived from that of the call, and a different one for each call (D70.7)', async () => {
          await once('execute_service_tool', pay(), 'first');
          await once('execute_service_tool', pay({ repo: 'b' }), 'second');
          // Its answer is gone, so the call is made again.
          world.clock.now += dayMs;
          await once('execute_service_tool', pay(), 'first');
          const [first, second, again] = sent();
          expect(first).toMatch(uuid);
          expect(again).toBe(first);
          expect(second).toMatch(uuid);
          expect(second).not.toBe(first);
          expect(JSON.stringify(services.reached)).not.toContain('"first"');
        });

        it("sends another key for another agent's call", async () => {
          await once('execute_service_tool', pay(), 'first');
          const { id: agentId } = await world.ok(world.owner, 'create_agent', { name: 'robot' });
          await once('execute_service_tool', pay(), 'first', (await world.ok(world.owner, 'create_key', { agentId, access: 'write' })).key);
          expect(new Set(sent()).size).toBe(2);
        });

        it("prefers the caller's own argument, and sends no key without one or to other operations", async () => {
          await once('execute_service_tool', pay({ 'Idempotency-Key': 'own' }), 'first');
          await once('execute_service_tool', { toolSlug: 'bank__ask', arguments: { repo: 'a' } }, 'second');
          expect(sent()).toEqual(['own', undefined]);
          const refused = await world.call(key, 'execute_service_tool', pay());
          expect(refused).toMatchObject({ ok: false, error: { reason: 'invalid_service_arguments' } });
        });
      });

      it('stores a failure of the service', async () => {
        services.answer = async () => Promise.reject(serviceError('service_failed', 'it failed'));
        const first = await once('execute_service_tool', issue);
        const again = await once('execute_service_tool', issue);
        expect([reasonOf(first), reasonOf(again), again.isReplay, services.reached.length]).toEqual([
          'service_error/service_failed',
          'service_error/service_failed',
          true,
          1,
        ]);
      });

      it('is refused if nothing was sent, and can be made again', async () => {
        expect(reasonOf(await once('execute_service_tool', { ...issue, arguments: {} }))).toBe('invalid_request/invalid_service_arguments');
        expect(await once('execute_service_tool', issue)).toMatchObject({ ok: true });
      });

      it('waits for the first one, and continues after its caller has disconnected', async () => {
        const away = Promise.withResolvers<object>();
        services.answer = () => away.promise;
        const gone = new AbortController();
        const first = callOn(world.gateway, key, 'execute_service_tool', issue, { idempotencyKey: 'retry-1', signal: gone.signal });
        const store = await world.openAnother();
        const { registry, settings, clock } = world.gateway;
        const other = createGateway({ store, registry, settings, clock, services, report: () => {} });
        while (services.reached.length === 0) await new Promise((resolve) => setImmediate(resolve));
        const again = [once('execute_service_tool', issue), once('execute_service_tool', issue, 'retry-1', key, other)];
        gone.abort();
        away.resolve({ content: [{ type: 'text', text: 'made' }] });
        const answers = await Promise.all([first, ...again]);
        expect(new Set(answers.map((answer) => (answer as Loose).json)).size).toBe(1);
        expect(services.reached).toHaveLength(1);
        expect(services.reached[0]?.signal.aborted).toBe(false);
      });

      it('is never repeated if its process ended, and its outcome is reported as unknown', async () => {
        services.answer = () => new Promise(() => {});
        void once('execute_service_tool', issue);
        while (services.reached.length === 0) await new Promise((resolve) => setImmediate(resolve));
        const store = await world.openAnother();
        const { registry, settings, clock } = world.gateway;
        const next = createGateway({ store, registry, settings, clock, services, report: () => {} });
        world.clock.now += 60_000;
        expect(reasonOf(await once('execute_service_tool', issue, 'retry-1', key, next))).toBe('service_error/outcome_unknown');
        expect(await log()).toMatchObject([{ outcome: 'service_error', reason: 'outcome_unknown', status: 502, service: 'github' }]);
        expect(services.reached).toHaveLength(1);
      });

      it('is not answered to a caller who can no longer run the tool', async () => {
        const { id: agentId } = await world.ok(world.owner, 'create_agent', { name: 'robot' });
        const writer = (await world.ok(world.owner, 'create_key', { agentId, access: 'write' })).key;
        const reader = (await world.ok(world.owner, 'create_key', { agentId, access: 'read' })).key;
        await once('execute_service_tool', issue, 'x', writer);
        expect(await once('execute_service_tool', issue, 'x', reader)).toMatchObject({ ok: false, error: { code: 'forbidden' } });
        const { connections } = await world.ok(key, 'list_connected_services');
        await world.ok(world.owner, 'remove_connection', { connectionId: connections[0].connectionId });
        expect(reasonOf(await once('execute_service_tool', issue, 'x', writer))).toBe('invalid_request/no_such_item');
      });
    });
  });
}

it('arguments are equal in any order, and without nulls (D70)', () => {
  const hash = (given: unknown) => hashArguments(given).toString('hex');
  expect(hash({ a: 1, b: { c: [1, 2], d: null } })).toBe(hash({ b: { d: null, c: [1, 2] }, a: 1, e: null }));
  expect(hash(undefined)).toBe(hash({}));
  for (const other of [{ a: 1 }, { b: { c: [2, 1], d: null }, a: 1 }, { a: 1, b: { c: [1, 2] } }])
    expect(hash(other)).not.toBe(hash({ a: 1, b: { c: [1, 2], d: null } }));
});

it('agent tools that may change something accept an idempotency key (D70)', () => {
  expect(['create_task', 'execute_service_tool', 'move_item'].filter(takesIdempotencyKey)).toHaveLength(3);
  expect(['list_tasks', 'read_doc', 'execute_service_read_tool', 'add_connection', 'toString'].filter(takesIdempotencyKey)).toEqual([]);
});
