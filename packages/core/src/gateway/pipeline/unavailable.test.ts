import { OverdueError, type Store, UnavailableError } from '@gatehouse/storage';
import { describe, expect, it } from 'vitest';
import { createFakeServices } from '../../testing/fake-services.ts';
import { createWorld } from '../../testing/test-world.ts';

const fault = new Error('connect ECONNREFUSED');

/** The next transaction cannot be had; nothing of it happens. */
function takeAway(store: Store, options?: { isBusy: boolean }): void {
  const { perform } = store;
  store.perform = async () => {
    store.perform = perform;
    throw new UnavailableError(fault, options);
  };
}

describe('a call without an available database', () => {
  it('is answered 503 with a retry, and is reported', async () => {
    await using world = await createWorld();
    takeAway(world.store);
    const answer = await world.call(world.owner, 'create_doc', { title: 'Plan' });
    expect(answer).toMatchObject({ ok: false, error: { status: 503, reason: 'database_unavailable', retryAfterSeconds: 1 } });
    expect(world.reported).toMatchObject([{ cause: { cause: fault } }]);
    expect((await world.ok(world.owner, 'list_activity', { tool: 'create_doc' })).activity).toEqual([]);
  });

  it('is in the log if only the connections for changes are all taken (D14)', async () => {
    await using world = await createWorld();
    takeAway(world.store, { isBusy: true });
    expect(await world.refused(world.owner, 'create_doc', { title: 'Plan' })).toBe('internal_error/database_unavailable');
    const { activity } = await world.ok(world.owner, 'list_activity', { tool: 'create_doc' });
    expect(activity).toMatchObject([{ outcome: 'internal_error', reason: 'database_unavailable', status: 503 }]);
  });

  it('is answered 503 without a fault if it waited too long, and is in the log (D51)', async () => {
    await using world = await createWorld();
    const { perform } = world.store;
    world.store.perform = async () => {
      world.store.perform = perform;
      throw new OverdueError();
    };
    expect(await world.refused(world.owner, 'create_doc', { title: 'Plan' })).toBe('internal_error/overloaded');
    expect(world.reported).toEqual([]);
    const { activity } = await world.ok(world.owner, 'list_activity', { tool: 'create_doc' });
    expect(activity).toMatchObject([{ outcome: 'internal_error', reason: 'overloaded', status: 503 }]);
  });

  it('is not reported if it was answered in the end', async () => {
    await using world = await createWorld();
    const { store } = world;
    const { perform } = store;
    const { find } = store.organizations;
    let isLost = true;
    store.organizations.find = (id) => {
      if (isLost) throw fault;
      return find(id);
    };
    // Repeats the program, as on Postgres after a lost connection.
    store.perform = async (program, options) => {
      await perform(program, options);
      isLost = false;
      return await perform(program, options);
    };
    expect(await world.ok(world.owner, 'whoami')).toMatchObject({ orgId: world.orgId });
    expect(world.reported).toEqual([]);
  });

  it('suggests no retry if the service has received it', async () => {
    const services = createFakeServices();
    await using world = await createWorld({ services });
    const github = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp', visibility: 'organization' };
    await world.ok(world.owner, 'add_connection', github);
    const key = await world.key(world.owner, 'write');
    const { answer } = services;
    services.answer = (request) => {
      takeAway(world.store);
      return answer(request);
    };
    const call = { toolSlug: 'github__create_issue', arguments: { repo: 'a' } };
    const refused = await world.call(key, 'execute_service_tool', call);
    expect(services.reached).toHaveLength(1);
    expect(refused).toMatchObject({ ok: false, error: { status: 500, reason: undefined, cause: fault } });
  });
});
