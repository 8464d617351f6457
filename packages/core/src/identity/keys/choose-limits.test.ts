import { serviceGates } from '@gatehouse/domain';
import { describe, expect, it } from 'vitest';
import { agentTools } from '../../gateway/tools/all-tools.ts';
import { createFakeServices } from '../../testing/fake-services.ts';
import { createWorld, type World } from '../../testing/test-world.ts';

const openWorld = () => createWorld({ services: createFakeServices() });

async function connect(world: World, person = world.owner, more: object = {}): Promise<string> {
  const connection = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.com/', access: { type: 'none' } };
  return (await world.ok(person, 'add_connection', { ...connection, visibility: 'private', ...more })).connectionId;
}

async function complaint(world: World, ownerEmail: string, limits: object, asker = world.owner): Promise<string> {
  const agent = await world.ok(world.owner, 'create_agent', { name: 'limited', ownerEmail });
  const answer = await world.call(asker, 'create_key', { agentId: agent.id, access: 'read', ...limits });
  return answer.ok ? 'made' : `${answer.error.reason}: ${answer.error.message}`;
}

describe('the limits of a new key (D49)', () => {
  it('are shown with the key as given, each name once', async () => {
    await using world = await openWorld();
    const connection = await connect(world);
    const agent = await world.ok(world.owner, 'create_agent', { name: 'limited' });
    const limits = { tools: ['read_doc', 'github__list_issues', 'read_doc'], connections: [connection, connection] };
    const shown = { tools: ['read_doc', 'github__list_issues'], connections: [connection] };
    expect(await world.ok(world.owner, 'create_key', { agentId: agent.id, access: 'read', ...limits })).toMatchObject(shown);
    world.clock.now++;
    await world.ok(world.owner, 'create_key', { agentId: agent.id, access: 'read' });
    expect((await world.ok(world.owner, 'list_keys')).keys).toMatchObject([shown, { tools: null, connections: null }]);
  });

  it('name existing tools, or the key is not created', async () => {
    await using world = await openWorld();
    const connection = await connect(world);
    const refused = (tools: string[], more: object = {}) => complaint(world, 'owner@acme.test', { tools, ...more });
    expect(await refused(['read_docs'])).toMatch(/^invalid_argument: .*"read_docs", which this key cannot use; did you mean "read_doc"\?$/);
    expect(await refused(['create_key'])).toContain('"create_key", which this key');
    expect(await refused(['github__list_issue'])).toContain('did you mean "github__list_issues"?');
    expect(await refused(['slack__post'])).toContain('which this key cannot use');
    expect(await refused(['__list_issues'])).toContain('must be <service>__<tool>');
    expect(await refused(['github__list_issues'], { connections: [] })).toContain('which this key cannot use');
    expect(await refused([])).toContain('invalid_argument');
    await world.ok(world.owner, 'switch_service_tool', { connectionId: connection, tool: 'list_issues', on: false });
    expect(await refused(['github__list_issues'])).toContain('which this key cannot use');
    expect((await world.ok(world.owner, 'list_keys')).keys).toEqual([]);
  });

  it('name connections that the creator sees and the key could use', async () => {
    await using world = await openWorld();
    const member = await world.addPerson('bob@acme.test');
    const [own, others] = [await connect(world), await connect(world, member)];
    const refused = (limits: object) => complaint(world, 'bob@acme.test', limits);
    expect(await refused({ connections: [others] })).toMatch(/^no_such_item: /);
    expect(await refused({ connections: ['conn_none'] })).toBe(await refused({ connections: [others] }));
    expect(await refused({ connections: [own] })).toContain(`names ${own}, which keys of bob@acme.test cannot use: it is private`);
    // The message does not reveal tools of another person's private connection.
    expect(await refused({ tools: ['github__list_issues'] })).toContain('which this key');
    expect(await complaint(world, 'bob@acme.test', { connections: [others], tools: ['github__list_issues'] }, member)).toBe('made');
  });

  it('do not apply to whoami, which every key lists and which answers with the limits', async () => {
    await using world = await openWorld();
    const connection = await connect(world);
    const agent = await world.ok(world.owner, 'create_agent', { name: 'limited' });
    const toolsOf = async (limits: object) => {
      const { key } = await world.ok(world.owner, 'create_key', { agentId: agent.id, access: 'read', ...limits });
      const listed = world.gateway.registry.describe(await world.gateway.identify({ type: 'key', key }));
      return { ...(await world.ok(key, 'whoami')), isListed: listed.some(({ name }) => name === 'whoami') };
    };
    expect(await toolsOf({ tools: ['search', 'github__list_issues'], connections: [connection] })).toMatchObject({
      limits: { tools: ['search', 'github__list_issues'], connections: [connection] },
      isListed: true,
    });
    expect(await toolsOf({})).toMatchObject({ limits: { tools: null, connections: null }, isListed: true });
  });

  it('allow the tools that lead to allowed tools of services', () => {
    const names = agentTools.map(({ name }) => name);
    expect(names.filter((name) => /service/.test(name))).toEqual([...serviceGates]);
    expect(names.filter((name) => name.includes('__'))).toEqual([]);
  });
});
