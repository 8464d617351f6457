import { agentTools } from '@gatehouse/core';
import { takesIdempotencyKey } from '@gatehouse/domain';
import { describe, expect, it } from 'vitest';
import { forEachEntrance, httpEntrance, mcpModernEntrance } from '../entrances/index.ts';
import { openWorld } from '../kit/world.ts';
import { validInput } from '../matrix/cases.ts';
import { createSurroundings } from '../matrix/named-items.ts';

const repeatable = agentTools.filter(({ name }) => takesIdempotencyKey(name));

forEachEntrance((kind) => {
  describe('calls with an idempotency key (D70)', () => {
    it('every tool that may change something does so once, and returns the same answer again', async () => {
      await using world = await openWorld();
      await using entrance = kind.open(world);
      const surroundings = await createSurroundings(world);
      const { key } = await world.createKey(surroundings.caller, 'write');
      for (const definition of repeatable) {
        const input = await validInput(definition)(surroundings);
        const call = () => entrance.call(definition.name, input, { key, idempotencyKey: 'once' });
        const [first, again] = [await call(), await call()];
        expect([definition.name, first.code, first.isReplay, again.code, again.isReplay]).toEqual([
          definition.name,
          'ok',
          false,
          'ok',
          true,
        ]);
        expect(again.value).toEqual(first.value);
        if (kind === httpEntrance) expect(again.raw).toBe(first.raw);
        const [replayed, made] = await world.activity();
        expect([made, replayed]).toMatchObject([
          { tool: definition.name, outcome: 'ok', reason: null, entrance: kind.tag },
          { tool: definition.name, outcome: 'ok', reason: 'replayed', status: 200, itemId: made?.itemId },
        ]);
        // The gateway needs the item to check that it is still visible.
        expect([definition.name, made?.itemId]).not.toEqual([definition.name, null]);
      }
      expect(repeatable.length).toBeGreaterThan(15);
      expect(world.faults).toEqual([]);
    });

    it('refuses other arguments and a malformed key, and stores no refusal', async () => {
      await using world = await openWorld();
      await using entrance = kind.open(world);
      const { key } = await world.createKey(world.owner, 'write');
      const call = async (input: object, idempotencyKey: string) => {
        const { code, reason, isReplay } = await entrance.call('create_task', input, { key, idempotencyKey });
        return [code, reason, isReplay];
      };
      expect(await call({ title: '' }, 'a')).toEqual(['invalid_request', 'invalid_argument', false]);
      expect(await call({ title: 'Ship' }, 'a')).toEqual(['ok', undefined, false]);
      expect(await call({ title: 'Sail' }, 'a')).toEqual(['invalid_request', 'idempotency_mismatch', false]);
      expect(await call({ title: 'Ship' }, 'two words')).toEqual(['invalid_request', 'invalid_argument', false]);
      expect((await entrance.call('list_tasks', {}, { key, idempotencyKey: 'two words' })).value).toHaveLength(1);
    });

    it('stores a failure of a service', async () => {
      await using world = await openWorld();
      await using entrance = kind.open(world);
      const service = {
        service: 'github',
        name: 'GitHub',
        kind: 'mcp-http',
        url: 'https://service.example/mcp',
        visibility: 'organization',
      };
      await world.as(world.owner, 'add_connection', service);
      const { key } = await world.createKey(world.owner, 'write');
      const input = { toolSlug: 'github__create_issue', arguments: { repo: 'a', fail: true } };
      const call = async () => await entrance.call('execute_service_tool', input, { key, idempotencyKey: 'a' });
      const [first, again] = [await call(), await call()];
      expect([first.isReplay, again.isReplay, again.message]).toEqual([false, true, first.message]);
      expect([again.code, again.reason]).toEqual(['service_error', 'service_failed']);
      expect((await world.activity()).slice(0, 2)).toMatchObject([
        { outcome: 'service_error', reason: 'replayed', status: 502 },
        { outcome: 'service_error', reason: 'service_failed', status: 502 },
      ]);
    });
  });
});

it('a call is repeated through another entrance (D70)', async () => {
  await using world = await openWorld();
  const { key } = await world.createKey(world.owner, 'write');
  const options = { key, idempotencyKey: 'a' };
  const first = await httpEntrance.open(world).call('create_task', { title: 'Ship' }, options);
  const again = await mcpModernEntrance.open(world).call('create_task', { title: 'Ship' }, options);
  expect([again.isReplay, again.value]).toEqual([true, first.value]);
});

it('a person who lost access does not learn that a call was answered before (D70, D5)', async () => {
  await using world = await openWorld();
  const http = httpEntrance.open(world);
  const ada = await world.addPerson('ada@acme.test');
  const { key } = await world.createKey(ada, 'write');
  const { id: folderId } = await world.as(world.owner, 'create_folder', { name: 'Board' });
  await world.as(world.owner, 'share_folder', { folderId, email: 'ada@acme.test' });
  const call = (input: object) => http.call('write_file', input, { key, idempotencyKey: 'a' });
  const input = { name: 'minutes.txt', content: 'secret plan', folderId };
  const { value } = await call(input);
  await world.as(world.owner, 'unshare_folder', { folderId, email: 'ada@acme.test' });
  const refused = await call(input);
  expect([refused.code, refused.reason, refused.isReplay]).toEqual(['invalid_request', 'no_such_item', false]);
  expect(refused.raw).not.toContain(value.id);
});
