import { testEngines } from '@gatehouse/storage/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFakeServices, type FakeServices } from '../../testing/fake-services.ts';
import { callOn, createWorld, type Loose, type World } from '../../testing/test-world.ts';
import { createGateway } from '../pipeline/gateway.ts';
import type { Answer } from './call.ts';
import { partOfEach } from './kept-answers.ts';

const mebibyte = 1024 * 1024;
const place = { service: 'bank', name: 'Bank', kind: 'mcp-http', url: 'https://mcp.example.test/mcp', visibility: 'organization' };

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`answers stored for repeated calls, on ${engine.name} (D70.4)`, () => {
    let world: World;
    let services: FakeServices;
    beforeAll(async () => {
      services = createFakeServices();
      world = await createWorld({ engine: engine.dialect, services });
      await world.ok(world.owner, 'add_connection', place);
    });
    afterAll(async () => await world[Symbol.asyncDispose]());

    const once = (key: string, idempotencyKey: string, tool: string, input: object): Promise<Answer> =>
      callOn(world.gateway, key, tool, input, { idempotencyKey });
    const pay = (key: string, name: string, letters = 10) => {
      services.answer = async () => ({ content: [{ type: 'text', text: 'x'.repeat(letters) }] });
      return once(key, name, 'execute_service_tool', { toolSlug: 'bank__create_issue', arguments: { repo: name } });
    };
    const outcomeOf = (answer: Answer) =>
      answer.ok ? (answer.isReplay ? 'replayed' : 'made') : `${answer.error.status} ${answer.error.reason}`;
    /** The gateway of another process. */
    function openOther(key: string) {
      const { store, registry, settings, clock } = world.gateway;
      const gateway = createGateway({ store, registry, settings, clock, services, report: () => {} });
      return (idempotencyKey: string, tool: string, input: object) => callOn(gateway, key, tool, input, { idempotencyKey });
    }
    const kept = async (): Promise<Loose[]> => await world.store.read(() => world.store.idempotentCalls.keptByAgent(world.orgId));

    it('are dropped from the agent with the most, largest first, and no call is made twice', { timeout: 600_000 }, async () => {
      const [olga, mia] = [await world.key(world.owner, 'write'), await world.key(await world.addPerson('mia@acme.test'), 'write')];
      expect([outcomeOf(await pay(olga, 'invoice-4711')), outcomeOf(await once(olga, 'task-1', 'create_task', { title: 'Ship' }))]).toEqual(
        ['made', 'made'],
      );
      expect(outcomeOf(await pay(mia, 'small'))).toBe('made');
      for (let count = 0; count < 24; count++) expect(outcomeOf(await pay(mia, `large-${count}`, 900_000 + count))).toBe('made');
      const taken = (await kept()).map(({ bytes }) => bytes).sort((one, other) => one - other);
      expect(taken[1]).toBeGreaterThan(14 * mebibyte);
      expect(taken[1]).toBeLessThanOrEqual(20 * mebibyte);

      const reached = services.reached.length;
      expect(outcomeOf(await pay(olga, 'invoice-4711'))).toBe('replayed');
      expect(outcomeOf(await once(olga, 'task-1', 'create_task', { title: 'Ship' }))).toBe('replayed');
      expect(outcomeOf(await pay(mia, 'small'))).toBe('replayed');
      const outcomes = [];
      for (let count = 0; count < 24; count++) outcomes.push(outcomeOf(await pay(mia, `large-${count}`, 900_000 + count)));
      expect(new Set(outcomes)).toEqual(new Set(['502 outcome_unknown', 'replayed']));
      expect(services.reached.length).toBe(reached);
      expect(await world.ok(olga, 'list_tasks', {})).toHaveLength(1);
    });

    it('give outcome_unknown for a repeated workspace call once dropped, and free their idempotency keys after a day', async () => {
      const key = await world.key(await world.addPerson('ada@acme.test'), 'write');
      const make = () => once(key, 'note-1', 'create_task', { title: 'Note' });
      await make();
      const { agentId } = (await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 1 })))[0] as Loose;
      await world.store.perform(() => world.store.idempotentCalls.dropLargest(world.orgId, agentId, 1), { changes: true });
      expect(outcomeOf(await make())).toBe('502 outcome_unknown');
      const tasks = (await world.ok(key, 'list_tasks', {})).length;
      world.clock.now += 24 * 60 * 60 * 1000;
      expect(outcomeOf(await make())).toBe('made');
      expect(await world.ok(key, 'list_tasks', {})).toHaveLength(tasks + 1);
    });

    it('refuse new idempotency keys of an agent with a full share, until there is room', async () => {
      const key = await world.key(await world.addPerson('eve@acme.test'), 'write');
      const make = (name: string) => once(key, name, 'create_task', { title: 'Full' });
      const reached = services.reached.length;
      expect(outcomeOf(await make('first'))).toBe('made');
      const { agentId } = (await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 1 })))[0] as Loose;
      const full = vi.spyOn(world.store.idempotentCalls, 'keptByAgent').mockImplementation(
        // biome-ignore lint/correctness/useYield: it asks the store for nothing
        function* () {
          return [{ agentId, nameBytes: 16 * mebibyte, bytes: 16 * mebibyte }];
        },
      );
      // Imitates another process, which has counted nothing yet.
      const other = openOther(key);
      expect(outcomeOf(await other('second', 'create_task', { title: 'Full' }))).toBe('503 overloaded');
      expect(outcomeOf(await other('third', 'execute_service_tool', { toolSlug: 'bank__create_issue', arguments: { repo: 'x' } }))).toBe(
        '503 overloaded',
      );
      expect(outcomeOf(await other('first', 'create_task', { title: 'Full' }))).toBe('replayed');
      expect(services.reached.length).toBe(reached);
      full.mockRestore();
      world.clock.now += 60_000;
      expect(outcomeOf(await other('second', 'create_task', { title: 'Full' }))).toBe('made');
    });

    it('leave calls in progress alone: no other process makes them again', async () => {
      const key = await world.key(await world.addPerson('kim@acme.test'), 'write');
      await once(key, 'first', 'create_task', { title: 'Note' });
      const { agentId } = (await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 1 })))[0] as Loose;
      const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      services.answer = async () => {
        begun.resolve();
        await end.promise;
        return { content: [] };
      };
      const reached = services.reached.length;
      const input = { toolSlug: 'bank__create_issue', arguments: { repo: 'paid' } };
      const running = once(key, 'invoice-1', 'execute_service_tool', input);
      await begun.promise;
      await world.store.perform(() => world.store.idempotentCalls.dropLargest(world.orgId, agentId, 1e9), { changes: true });
      const again = openOther(key)('invoice-1', 'execute_service_tool', input);
      // By the time this is answered, the other call has looked for the first one.
      await openOther(key)('second', 'create_task', { title: 'Note' });
      end.resolve();
      expect([outcomeOf(await running), outcomeOf(await again), services.reached.length - reached]).toEqual(['made', 'replayed', 1]);
    });
  });
}

it('limits an agent to a quarter of the space, and to less if many agents store much (D70.6)', () => {
  const partOf = (...bytes: number[]) =>
    partOfEach(
      bytes.map((one) => ({ bytes: one })),
      64,
      16,
    );
  expect(partOf()).toBe(16);
  expect(partOf(100)).toBe(16);
  expect(partOf(16, 16, 16, 16)).toBe(16);
  expect(partOf(20, 20, 20, 20, 1)).toBe(15);
  expect(partOf(...Array.from({ length: 64 }, () => 20))).toBe(1);
});
