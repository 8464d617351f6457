import { parseExactly } from '@gatehouse/domain';
import type { ServiceTool } from '@gatehouse/storage';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EntranceKind, entranceKinds } from '../entrances/index.ts';
import { type CreatedKey, type Loose, openWorld, type World } from '../kit/world.ts';
import { listen } from '../mcp/listen.ts';

const reading = 'github__list_issues';
const writing = 'github__create_issue';
const repo = { repo: 'acme/site' };

interface Case {
  name: string;
  tool?: string;
  given?: object | undefined;
  access?: 'read' | 'write';
  /** Changes something before the calls. Returns a function that undoes it. */
  prepare?: (world: World, key: CreatedKey) => Promise<() => Promise<unknown>>;
}

let world: World;
let connectionId: string;

/** Changes a stored tool. Returns a function that restores it. */
async function alterTool(tool: string, change: Partial<ServiceTool>) {
  const { store, orgId } = world;
  const name = tool.slice('github__'.length);
  const before = (await store.read(() => store.serviceTools.find(orgId, connectionId, name))) as ServiceTool;
  const put = (row: ServiceTool) => store.perform(() => store.serviceTools.put(row), { changes: true });
  await put({ ...before, ...change });
  return () => put(before);
}

const cases: Case[] = [
  { name: 'a read by a write key', tool: reading, given: repo },
  { name: 'a read by a read key', tool: reading, given: repo, access: 'read' },
  { name: 'a write', given: { ...repo, title: 'Fix' } },
  { name: 'no arguments', given: undefined },
  { name: 'a missing argument', given: { title: 'Fix' } },
  { name: 'a null argument', given: { repo: null } },
  { name: 'an argument named like ours', given: { ...repo, toolSlug: 'github__list_issues', toolkitSlug: 'x', connectionId: 'conn_x' } },
  { name: 'a number that no double holds', given: { ...repo, big: 12_345_678_901_234 } },
  { name: 'a service that fails', given: { ...repo, fail: true } },
  { name: 'a structured answer', given: { ...repo, answer: { content: [], structuredContent: { a: [1] }, headers: { etag: '"x"' } } } },
  {
    name: 'agents that may only read',
    given: repo,
    async prepare({ as, owner }) {
      await as(owner, 'set_agents_read_only', { readOnly: true });
      return () => as(owner, 'set_agents_read_only', { readOnly: false });
    },
  },
  { name: 'a held tool', given: repo, prepare: () => alterTool(writing, { heldFor: 'changed' }) },
  { name: 'a tool that is switched off', given: repo, prepare: () => alterTool(writing, { isOff: true }) },
  { name: 'a tool that the service removed', given: repo, prepare: () => alterTool(writing, { removedAt: 1 }) },
  {
    name: 'a paused connection',
    given: repo,
    async prepare({ as, owner }) {
      await as(owner, 'pause_connection', { connectionId });
      return () => as(owner, 'resume_connection', { connectionId });
    },
  },
  ...['search', reading].map((tool) => ({
    name: `limits to ${tool}`,
    given: repo,
    prepare: async ({ as, owner }: World, { keyId }: CreatedKey) => {
      await as(owner, 'edit_key', { keyId, tools: [tool] });
      return () => as(owner, 'edit_key', { keyId, clear: ['tools'] });
    },
  })),
  {
    name: 'limits to no connection',
    given: repo,
    prepare: async ({ as, owner }: World, { keyId }: CreatedKey) => {
      await as(owner, 'edit_key', { keyId, connections: [] });
      return () => as(owner, 'edit_key', { keyId, clear: ['connections'] });
    },
  },
];

beforeAll(async () => {
  world = await openWorld();
  const github = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp', visibility: 'organization' };
  ({ connectionId } = await world.as(world.owner, 'add_connection', github));
});
afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world[Symbol.asyncDispose]();
});

/** Log row of the newest call, without the fields that differ between calls. */
async function newestRow(): Promise<Loose> {
  const [row] = await world.activity();
  const { id, at, requestId, durationMicros, serviceMicros, argumentBytes, ...same } = row as Loose;
  return same;
}

async function makeKey({ tool = writing, access = 'write' }: Case): Promise<CreatedKey> {
  return await world.createKey(world.owner, access, { directTools: [{ toolSlug: tool }] });
}

describe.each(entranceKinds)('a direct tool through $name (D76)', (kind: EntranceKind) => {
  it.each(cases)('returns and logs the same as execute_service_tool for $name', async (one) => {
    const { tool = writing, given, prepare } = one;
    await using entrance = kind.open(world);
    const key = await makeKey(one);
    const restore = await prepare?.(world, key);
    const said = ({ code, reason, message, value }: Loose) => ({ code, reason, message, value });
    const [direct, row] = [said(await entrance.call(tool, given, key)), await newestRow()];
    const [executed, other] = [
      said(await entrance.call('execute_service_tool', { toolSlug: tool, arguments: given }, key)),
      await newestRow(),
    ];
    await restore?.();
    expect(direct).toEqual(executed);
    expect(row).toEqual(other);
    expect(row.tool).toBe('execute_service_tool');
  });

  it('runs once for an idempotency key that is used with both names of the tool', async () => {
    await using entrance = kind.open(world);
    const { key } = await makeKey({ name: '' });
    const idempotencyKey = crypto.randomUUID();
    const given = { ...repo, title: kind.name };
    expect(await entrance.call(writing, given, { key, idempotencyKey })).toMatchObject({ code: 'ok', isReplay: false });
    const executed = { toolSlug: writing, arguments: given };
    expect(await entrance.call('execute_service_tool', executed, { key, idempotencyKey })).toMatchObject({ code: 'ok', isReplay: true });
    expect(await entrance.call(writing, { ...given, title: 'Other' }, { key, idempotencyKey })).toMatchObject({ code: 'invalid_request' });
  });

  it('refuses arguments that are not an object like every tool', async () => {
    await using entrance = kind.open(world);
    const { key } = await makeKey({ name: '' });
    for (const given of [5, [repo], parseExactly('12345678901234567890')]) {
      const refused = await entrance.call('search', given, { key });
      expect(refused).toMatchObject({ message: expect.stringContaining('must be a JSON object') });
      expect(await entrance.call(writing, given, { key })).toMatchObject({ code: refused.code, message: refused.message });
    }
  });

  it('does not exist for a key that does not list it, and the log shows the name as called', async () => {
    await using entrance = kind.open(world);
    const { key } = await world.createKey(world.owner, 'write', { directTools: [{ toolSlug: reading }] });
    expect(await entrance.call(writing, repo, { key })).toMatchObject({ code: 'not_found', message: expect.stringContaining(writing) });
    expect(await newestRow()).toMatchObject({ tool: writing, outcome: 'not_found' });
  });
});

describe('lists of direct tools (D76)', () => {
  const overHttp = async (key: string) => {
    const response = await fetch(`${world.url}/v1/tools`, { headers: { Authorization: `Bearer ${key}` } });
    return ((await response.json()) as Loose).tools as Loose[];
  };
  const overMcp = async (key: string) => {
    const client = new Client({ name: 'e2e', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { requestInit: { headers: { Authorization: `Bearer ${key}` } } }),
    );
    const { tools } = await client.listTools();
    await client.close();
    return tools as Loose[];
  };

  it('contain direct tools after all others, with Gatehouse annotations and no output schema; the OpenAPI document has none', async () => {
    const directTools = [{ toolSlug: writing }, { toolSlug: reading, connectionId }];
    const { key } = await world.createKey(world.owner, 'write', { directTools });
    const plain = await world.createKey(world.owner, 'write');
    const writes = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
    for (const list of [overHttp, overMcp]) {
      const tools = await list(key);
      expect(tools.slice(0, -2)).toEqual(await list(plain.key));
      expect(tools.slice(-2)).toMatchObject([
        { name: writing, description: 'Open a new issue.', annotations: writes },
        { name: reading, inputSchema: { type: 'object', required: ['repo'] }, annotations: { readOnlyHint: true, openWorldHint: true } },
      ]);
      for (const tool of tools.slice(-2)) expect(tool).not.toHaveProperty('outputSchema');
    }
    const document = (await (await fetch(`${world.url}/v1/openapi.json`)).json()) as Loose;
    expect(Object.keys(document.paths)).not.toContain(`/v1/tools/${writing}`);
  });

  it.each(cases.filter(({ name }) => !/by a|^a write|argument|number|fails|answer|paused/.test(name)))(
    'leave out a tool in this case: $name',
    async (one) => {
      const key = await makeKey(one);
      const names = async () => (await overMcp(key.key)).map(({ name }) => name);
      expect(await names()).toContain(writing);
      const restore = await one.prepare?.(world, key);
      expect(await names()).not.toContain(writing);
      expect((await overHttp(key.key)).map(({ name }) => name)).not.toContain(writing);
      await restore?.();
      expect(await names()).toContain(writing);
    },
  );

  it('are announced after a tool is switched or the choice changes, and only to keys that list the tool', async () => {
    const chosen = await world.createKey(world.owner, 'write', { directTools: [{ toolSlug: writing }] });
    const stream = await listen(`${world.url}/mcp`, chosen.key, [], undefined, { toolsListChanged: true });
    const changed = { method: 'notifications/tools/list_changed' };
    await stream.next?.();
    const tool = 'create_issue';
    await world.as(world.owner, 'switch_service_tool', { connectionId, tool, on: false });
    expect(await stream.next?.()).toMatchObject(changed);
    await world.as(world.owner, 'switch_service_tool', { connectionId, tool: 'list_issues', on: false });
    await world.as(world.owner, 'switch_service_tool', { connectionId, tool: 'list_issues', on: true });
    await world.as(world.owner, 'switch_service_tool', { connectionId, tool, on: true });
    expect(await stream.next?.()).toMatchObject(changed);
    await world.as(world.owner, 'edit_key', { keyId: chosen.keyId, directTools: [] });
    expect(await stream.next?.()).toMatchObject(changed);
  });
});
