import { testEngines } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { createAccessWatch } from '../../gateway/callers/access-watch.ts';
import { createFakeServices, fakeTool } from '../../testing/fake-services.ts';
import { createWorld, type Loose } from '../../testing/test-world.ts';

describe.each(testEngines())('set_agents_read_only (D85) on $name', ({ dialect, missing }) => {
  it.skipIf(missing)('makes every key of the organization a read key, and still lets people write', async () => {
    await using world = await createWorld({ engine: dialect });
    const member = await world.addPerson('member@acme.test');
    const keys = [await world.key(world.owner, 'write'), await world.key(member, 'write')];
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan' });
    expect(await world.ok(world.owner, 'set_agents_read_only', { readOnly: true })).toEqual({ readOnly: true });
    for (const key of keys) {
      expect(await world.refused(key, 'append_doc', { docId, text: 'x' })).toBe('forbidden/agents_read_only');
      expect(await world.ok(key, 'read_doc', { docId })).toMatchObject({ title: 'Plan' });
      const scopes = ['workspace:read', 'services:read'];
      expect(await world.ok(key, 'whoami')).toMatchObject({ accessLevel: 'read', agentsReadOnly: true, scopes });
    }
    expect(await world.refused(await world.key(world.owner, 'read'), 'append_doc', { docId, text: 'x' })).toBe('forbidden');
    await world.ok(member, 'append_doc', { docId, text: 'by a person' });
    expect(await world.ok(member, 'whoami')).toMatchObject({ accessLevel: 'write', agentsReadOnly: true });
    await world.ok(world.owner, 'set_agents_read_only', { readOnly: false });
    for (const key of keys) await world.ok(key, 'append_doc', { docId, text: 'x' });
    expect(await world.ok(keys[0]!, 'whoami')).toMatchObject({ accessLevel: 'write', agentsReadOnly: false });
  });

  it.skipIf(missing)('notifies streams of a key that its tools have changed, and ends none of them', async () => {
    await using world = await createWorld({ engine: dialect });
    const fail = (error: unknown) => expect.unreachable(String(error));
    const access = createAccessWatch({ store: world.store, clock: () => world.clock.now, report: fail });
    const told: string[] = [];
    const watch = async (level: 'read' | 'write') =>
      await access.watch(
        { type: 'key', key: await world.key(world.owner, level) },
        fail,
        (isNarrower) => void told.push(`${level} ${isNarrower}`),
      );
    const stops = [await watch('read'), await watch('write')];
    await world.ok(world.owner, 'set_agents_read_only', { readOnly: true });
    await expect.poll(() => told).toEqual(['write false']);
    await world.ok(world.owner, 'set_agents_read_only', { readOnly: true });
    await world.ok(world.owner, 'set_agents_read_only', { readOnly: false });
    await expect.poll(() => told).toEqual(['write false', 'write false']);
    for (const stop of stops) await stop();
  });
});

describe('agents restricted to reading (D85)', () => {
  it('run tools of services that read, and none that change data', async () => {
    const services = createFakeServices([
      fakeTool('list_issues', { annotations: { readOnlyHint: true } }),
      fakeTool('create_issue', { annotations: { readOnlyHint: false } }),
    ]);
    await using world = await createWorld({ services });
    const place = { kind: 'mcp-http', url: 'https://mcp.example.test/mcp' };
    await world.ok(world.owner, 'add_connection', { service: 'github', name: 'GitHub', visibility: 'organization', ...place });
    const key = await world.key(world.owner, 'write');
    await world.ok(world.owner, 'set_agents_read_only', { readOnly: true });
    const run = (toolSlug: string) => ({ toolSlug, arguments: { repo: 'a' } });
    await world.ok(key, 'execute_service_tool', run('github__list_issues'));
    expect(await world.refused(key, 'execute_service_tool', run('github__create_issue'))).toBe('forbidden/agents_read_only');
  });

  it('get an explanation, with the remedy for people who may change the setting', async () => {
    await using world = await createWorld();
    const member = await world.addPerson('member@acme.test');
    const { id: agentId } = await world.ok(member, 'create_agent', { name: 'robot' });
    const { keyId } = await world.ok(member, 'create_key', { agentId, access: 'write' });
    await world.ok(world.owner, 'set_agents_read_only', { readOnly: true });
    const explain = async (person: typeof member): Promise<Loose> =>
      await world.ok(person, 'explain_access', { keyId, tool: 'create_doc' });
    expect(await explain(world.owner)).toMatchObject({
      refusal: { check: 'access', code: 'forbidden', reason: 'agents_read_only' },
      change: { operation: 'set_agents_read_only', arguments: { readOnly: false } },
    });
    expect((await explain(member)).change).toMatchObject({ operation: null, description: expect.stringContaining('owner or admin') });
  });

  it('is only for owners and admins', async () => {
    await using world = await createWorld();
    const member = await world.addPerson('member@acme.test');
    expect(await world.refused(member, 'set_agents_read_only', { readOnly: true })).toBe('forbidden');
    const key = await world.key(world.owner, 'write');
    expect(await world.refused(key, 'set_agents_read_only', { readOnly: false })).toBe('not_found');
  });
});
