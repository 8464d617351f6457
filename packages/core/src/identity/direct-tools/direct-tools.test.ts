import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeServices, fakeTool } from '../../testing/fake-services.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

const github = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp', visibility: 'organization' };
const tools = [
  fakeTool('create_issue'),
  fakeTool('list_issues', { annotations: { readOnlyHint: true } }),
  fakeTool('either', { inputSchema: { type: 'object', anyOf: [] } }),
  fakeTool('with.point'),
  fakeTool('large', { description: 'x'.repeat(17_000) }),
];
const create = { toolSlug: 'github__create_issue', connectionId: null };
const list = { toolSlug: 'github__list_issues', connectionId: null };

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`direct tools of a key on ${engine.name} (D76)`, () => {
    let world: World;
    let connectionId: string;
    beforeEach(async () => {
      world = await createWorld({ engine: engine.dialect, services: createFakeServices(tools) });
      ({ connectionId } = await world.ok(world.owner, 'add_connection', github));
    });
    afterEach(async () => await world[Symbol.asyncDispose]());

    async function make(given: object = {}, person = world.owner): Promise<Loose> {
      const agent = await world.ok(person, 'create_agent', { name: 'robot' });
      return await world.ok(person, 'create_key', { agentId: agent.id, access: 'write', ...given });
    }

    const edit = (keyId: string, change: object, person = world.owner) => world.ok(person, 'edit_key', { keyId, ...change });
    const shown = async (keyId: string) => {
      const { bytes, tools: states } = await world.ok(world.owner, 'list_direct_tools', { keyId });
      expect(bytes).toBe(states.reduce((sum: number, one: Loose) => sum + one.bytes, 0));
      return Object.fromEntries(states.map(({ toolSlug, mode, unlisted }: Loose) => [toolSlug, unlisted?.reason ?? mode]));
    };

    it('are chosen when the key is created or edited, and stay when it is limited or rotated', async () => {
      const { keyId, directTools } = await make({ directTools: [{ toolSlug: create.toolSlug }] });
      expect(directTools).toEqual([create]);
      const chosen = [list, { ...create, connectionId }];
      const given = [{ toolSlug: list.toolSlug }, { toolSlug: create.toolSlug, connectionId }];
      expect(await edit(keyId, { directTools: given })).toMatchObject({ directTools: chosen });
      expect(await edit(keyId, { tools: ['search', list.toolSlug] })).toMatchObject({ directTools: chosen });
      expect(await shown(keyId)).toEqual({ [list.toolSlug]: 'read', [create.toolSlug]: 'limits' });
      const rotated = await world.ok(world.owner, 'rotate_key', { keyId });
      expect(rotated.directTools).toEqual(chosen);
      await edit(keyId, { directTools: [] });
      expect(await shown(rotated.keyId)).toEqual({});
    });

    it.each([
      ['an unknown tool', { toolSlug: 'github__nothing' }, 'does not list it'],
      ['a service that is not connected', { toolSlug: 'gitlab__create_issue' }, 'sees no such connection'],
      ['a schema that clients refuse', { toolSlug: 'github__either' }, 'anyOf at the top'],
      ['a name that clients refuse', { toolSlug: 'github__with.point' }, 'its name must be'],
      ['a tool that fills the list', { toolSlug: 'github__large' }, 'at most 16384'],
      ['a tool of the workspace', { toolSlug: 'search' }, 'must be <service>__<tool>'],
    ])('refuse %s and give the reason', async (_what, given, why) => {
      const { keyId } = await make();
      const answer = await world.call(world.owner, 'edit_key', { keyId, directTools: [given] });
      if (given.toolSlug.includes('__'))
        expect(await world.ok(world.owner, 'list_direct_tools', { keyId, candidate: given })).toMatchObject({
          tools: [],
          candidate: { ...given, bytes: 0, unlisted: { message: expect.stringContaining(why) } },
        });
      expect(answer).toMatchObject({ ok: false, error: { reason: 'invalid_argument', message: expect.stringContaining(why) } });
    });

    it('refuse tools outside the access or limits of the key, connections of other services, and duplicate names', async () => {
      const agent = await world.ok(world.owner, 'create_agent', { name: 'robot' });
      const refused = async (given: object) =>
        await world.refused(world.owner, 'create_key', {
          agentId: agent.id,
          access: 'write',
          directTools: [{ toolSlug: create.toolSlug }],
          ...given,
        });
      const invalid = 'invalid_request/invalid_argument';
      expect(await refused({ access: 'read' })).toBe(invalid);
      expect(await refused({ tools: ['search'] })).toBe(invalid);
      expect(await refused({ connections: [] })).toBe(invalid);
      const other = await world.ok(world.owner, 'add_connection', { ...github, service: 'other' });
      expect(await refused({ directTools: [{ toolSlug: create.toolSlug, connectionId: other.connectionId }] })).toBe(invalid);
      expect(await refused({ directTools: [{ toolSlug: create.toolSlug }, { toolSlug: create.toolSlug, connectionId }] })).toBe(invalid);
      expect(await refused({ directTools: [{ toolSlug: create.toolSlug, connectionId: 'conn_none' }] })).toBe(
        'invalid_request/no_such_item',
      );
    });

    it('keep chosen tools that later become unavailable, and show the reason', async () => {
      const { keyId, key } = await make({ directTools: [{ toolSlug: create.toolSlug }, { toolSlug: list.toolSlug }] });
      await world.ok(world.owner, 'switch_service_tool', { connectionId, tool: 'list_issues', on: false });
      await world.ok(world.owner, 'remove_connection', { connectionId });
      const given = [{ toolSlug: create.toolSlug }, { toolSlug: list.toolSlug }];
      expect(await edit(keyId, { directTools: given })).toMatchObject({ directTools: [create, list] });
      expect(await shown(keyId)).toEqual({ [create.toolSlug]: 'connection', [list.toolSlug]: 'connection' });
      ({ connectionId } = await world.ok(world.owner, 'add_connection', github));
      await world.ok(world.owner, 'switch_service_tool', { connectionId, tool: 'list_issues', on: false });
      expect(await shown(keyId)).toEqual({ [create.toolSlug]: 'write', [list.toolSlug]: 'off' });
      await world.ok(world.owner, 'set_agents_read_only', { readOnly: true });
      expect(await shown(keyId)).toEqual({ [create.toolSlug]: 'access', [list.toolSlug]: 'off' });
      expect(await world.refused(key, create.toolSlug, { repo: 'a' })).toBe('forbidden/agents_read_only');
    });

    it('of a person who left are not shown', async () => {
      const member = await world.addPerson('member@acme.test');
      const { keyId } = await make({ directTools: [{ toolSlug: create.toolSlug }] }, member);
      expect(await shown(keyId)).toEqual({ [create.toolSlug]: 'write' });
      await world.ok(world.owner, 'remove_person', { email: 'member@acme.test' });
      expect(await world.refused(world.owner, 'list_direct_tools', { keyId })).toBe('invalid_request/no_such_item');
    });

    it('hide private connections from other people, and name the connection that a call uses', async () => {
      const member = await world.addPerson('member@acme.test');
      // The newest connection is the default.
      world.clock.now += 1000;
      const own = await world.ok(member, 'add_connection', { ...github, visibility: 'private' });
      const { keyId } = await make(
        { directTools: [{ toolSlug: create.toolSlug, connectionId: own.connectionId }, { toolSlug: list.toolSlug }] },
        member,
      );
      expect(await shown(keyId)).toEqual({ [create.toolSlug]: 'connection', [list.toolSlug]: 'connection' });
      const explained = await world.ok(member, 'explain_access', { keyId, tool: create.toolSlug });
      expect(explained).toMatchObject({ allowed: true, connectionId: own.connectionId, directTool: { listed: true, message: null } });
      await world.ok(member, 'switch_service_tool', { connectionId: own.connectionId, tool: 'create_issue', on: false });
      expect(await world.ok(member, 'explain_access', { keyId, tool: create.toolSlug })).toMatchObject({
        allowed: false,
        directTool: { listed: false, message: 'it is switched off' },
      });
      expect(await world.ok(member, 'explain_access', { keyId, tool: 'search' })).toMatchObject({ directTool: null });
    });
  });
}
