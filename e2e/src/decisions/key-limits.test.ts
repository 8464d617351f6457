import { agentTools } from '@gatehouse/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entranceKinds, httpEntrance, type Reply } from '../entrances/index.ts';
import { type Loose, openWorld, type World } from '../kit/world.ts';
import { listen } from '../mcp/listen.ts';
import { post, postModern } from '../mcp/raw.ts';

const toolNames = agentTools.map(({ name }) => name);
/** Every key can call whoami, whatever its limits. */
const limitable = toolNames.filter((name) => name !== 'whoami');
const allBut = (name: string) => toolNames.filter((other) => other !== name);

/** The names that each list of tools shows to a key. */
async function listedTools({ url }: World, key: string): Promise<Record<string, string[]>> {
  const names = ({ tools }: Loose): string[] => tools.map(({ name }: { name: string }) => name);
  const catalogue = await fetch(`${url}/v1/tools`, { headers: { Authorization: `Bearer ${key}` } });
  const modern = await postModern(`${url}/mcp`, key, 'tools/list');
  const legacy = await post(`${url}/mcp`, key, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  return {
    'GET /v1/tools': names(await catalogue.json()),
    'tools/list 2026': names(((await modern.json()) as Loose).result),
    'tools/list 2025': names(((await legacy.json()) as Loose).result),
  };
}

describe('a key that is limited to some tools (D49)', () => {
  let world: World;
  const keys = new Map<string, string>();
  beforeAll(async () => {
    world = await openWorld();
    // Fills the caches of lists that all keys share.
    const { key } = await world.createKey(world.owner, 'write');
    for (let time = 0; time < 2; time++) await listedTools(world, key);
    for (const name of limitable) keys.set(name, (await world.createKey(world.owner, 'write', { tools: allBut(name) })).key);
  });
  afterAll(async () => {
    expect(world.faults).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  it.each(entranceKinds)('is refused every other tool through $name, before its arguments are read', async (kind) => {
    await using entrance = kind.open(world);
    const outcomes: Record<string, string> = {};
    for (const name of limitable) {
      const { code, reason } = await entrance.call(name, { noSuchArgument: 1 }, { key: keys.get(name) });
      outcomes[name] = reason === undefined ? code : `${code}/${reason}`;
    }
    expect(outcomes).toEqual(Object.fromEntries(limitable.map((name) => [name, 'forbidden'])));
  });

  it('sees only tools that it can call', async () => {
    for (const name of limitable) {
      const listed = await listedTools(world, keys.get(name) as string);
      for (const [list, names] of Object.entries(listed)) expect({ list, names }).toEqual({ list, names: allBut(name) });
    }
  });

  it('calls allowed tools, and its refusals are in the log like all others', async () => {
    const { key, keyId } = await world.createKey(world.owner, 'write', { tools: ['create_doc', 'read_doc'] });
    const http = httpEntrance.open(world);
    const { docId } = (await http.call('create_doc', { title: 'Plan' }, { key })).value;
    expect((await http.call('read_doc', { docId }, { key })).code).toBe('ok');
    expect(await http.call('update_doc', { docId, bodyMarkdown: 'x' }, { key })).toMatchObject({
      code: 'forbidden',
      message: 'this key is limited to other tools than update_doc; use a key that can call it',
    });
    const rows = (await world.activity()).filter((row) => row.keyId === keyId);
    expect(rows.map(({ tool, outcome }) => `${tool} ${outcome}`)).toEqual(['update_doc forbidden', 'read_doc ok', 'create_doc ok']);
  });

  it('is also limited by its access', async () => {
    const { key } = await world.createKey(world.owner, 'read', { tools: ['create_doc', 'read_doc'] });
    expect((await httpEntrance.open(world).call('create_doc', { title: 'Plan' }, { key })).code).toBe('forbidden');
    for (const names of Object.values(await listedTools(world, key))) expect(names).toEqual(['whoami', 'read_doc']);
  });
});

describe('MCP resources, for a key that may not call their tool (D49)', () => {
  it('are not listed, read or announced', async () => {
    await using world = await openWorld();
    const { docId } = await world.as(world.owner, 'create_doc', { title: 'Plan', bodyMarkdown: 'old' });
    const skill = await world.as(world.owner, 'write_skill', { name: 'release', description: 'How.', content: 'Do.' });
    const uris = { doc: `gatehouse://docs/${docId}`, skill: `gatehouse://skills/${skill.id}` };
    const without = async (...names: string[]) =>
      (await world.createKey(world.owner, 'read', { tools: toolNames.filter((name) => !names.includes(name)) })).key;
    const ask = async (key: string, method: string, params?: object): Promise<Loose> =>
      await (await postModern(`${world.url}/mcp`, key, method, params as never)).json();
    const shown = async (key: string) => ({
      templates: (await ask(key, 'resources/templates/list')).result.resourceTemplates.map(({ name }: Loose) => name),
      resources: await everyResource(key),
      prompts: (await ask(key, 'prompts/list')).result.prompts.map(({ name }: Loose) => name).sort(),
    });

    async function everyResource(key: string): Promise<string[]> {
      const found: string[] = [];
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const { result } = await ask(key, 'resources/list', cursor === undefined ? {} : { cursor });
        found.push(...result.resources.map(({ uri }: Loose) => uri).filter((uri: string) => Object.values(uris).includes(uri)));
        cursor = result.nextCursor;
      }
      return found;
    }

    const both = { templates: ['document', 'skill'], resources: [uris.doc, uris.skill], prompts: ['gatehouse', 'release'] };
    expect(await shown(await without())).toEqual(both);
    const noDocs = await without('read_doc');
    expect(await shown(noDocs)).toEqual({ ...both, templates: ['skill'], resources: [uris.skill] });
    expect(await shown(await without('list_docs'))).toEqual({ ...both, resources: [uris.skill] });
    const noFiles = await without('read_file');
    expect(await shown(noFiles)).toEqual({ templates: ['document'], resources: [uris.doc], prompts: [] });
    expect(await shown(await without('list_skills'))).toEqual({ ...both, resources: [uris.doc], prompts: [] });
    expect(await shown(await without('search'))).toEqual({ ...both, prompts: [] });
    expect(await shown(await without('read_doc', 'read_file'))).toEqual({ templates: [], resources: [], prompts: [] });

    const refused = { error: { message: expect.stringContaining('forbidden') } };
    expect(await ask(noDocs, 'resources/read', { uri: uris.doc })).toMatchObject(refused);
    expect(await ask(noFiles, 'resources/read', { uri: uris.skill })).toMatchObject(refused);
    expect(await ask(noFiles, 'prompts/get', { name: 'release' })).toMatchObject(refused);

    const streams = await Promise.all([noDocs, noFiles].map((key) => listen(`${world.url}/mcp`, key, Object.values(uris))));
    for (const stream of streams) await stream.next?.();
    await world.as(world.owner, 'edit_doc', { docId, oldText: 'old', newText: 'new' });
    await world.as(world.owner, 'edit_skill', { fileId: skill.id, oldText: 'Do.', newText: 'Do it.' });
    expect(await streams[0]?.next?.()).toMatchObject({ params: { uri: uris.skill } });
    expect(await streams[1]?.next?.()).toMatchObject({ params: { uri: uris.doc } });
  });
});

describe('MCP resources and downloads, for a key limited to folders (D49.5)', () => {
  it('are listed, read, downloaded and announced only within its folders', async () => {
    await using world = await openWorld();
    const { id: folderId } = await world.as(world.owner, 'create_folder', { name: 'Plans' });
    const inside = await world.as(world.owner, 'create_doc', { title: 'Inside', bodyMarkdown: 'old', folderId });
    const outside = await world.as(world.owner, 'create_doc', { title: 'Outside', bodyMarkdown: 'old' });
    const file = await world.as(world.owner, 'write_file', { name: 'a.bin', contentBase64: 'AAECAw==', folderId });
    const { key } = await world.createKey(world.owner, 'write', { folders: [{ folderId, access: 'read' }] });
    const ask = async (method: string, params: object = {}): Promise<Loose> =>
      await (await postModern(`${world.url}/mcp`, key, method, params as never)).json();
    const uriOf = ({ docId }: Loose) => `gatehouse://docs/${docId}`;

    const listed = (await ask('resources/list')).result.resources.map(({ uri }: Loose) => uri);
    expect(listed.filter((uri: string) => uri.startsWith('gatehouse://docs/'))).toEqual([uriOf(inside)]);
    expect((await ask('prompts/list')).result.prompts).toEqual([]);
    expect((await ask('resources/read', { uri: uriOf(inside) })).result.contents[0].text).toBe('old');
    expect((await ask('resources/read', { uri: uriOf(outside) })).error).toBeDefined();

    const stream = await listen(`${world.url}/mcp`, key, [uriOf(outside), uriOf(inside)]);
    await stream.next?.();
    await world.as(world.owner, 'edit_doc', { docId: outside.docId, oldText: 'old', newText: 'new' });
    await world.as(world.owner, 'edit_doc', { docId: inside.docId, oldText: 'old', newText: 'new' });
    expect(await stream.next?.()).toMatchObject({ params: { uri: uriOf(inside) } });

    const { downloadUrl } = (await httpEntrance.open(world).call('read_file', { fileId: file.id }, { key })).value;
    expect((await fetch(downloadUrl)).status).toBe(200);
    await world.as(world.owner, 'move_item', { fileId: file.id, outOfFolders: true });
    expect((await fetch(downloadUrl)).status).toBe(404);
  });
});

/** Answers to a caller and rows of the log for a call, without the parts that differ in every request. */
async function learned(world: World, key: string, tool: string, input: object): Promise<unknown> {
  const replies: Reply[] = [];
  for (const kind of entranceKinds) {
    await using entrance = kind.open(world);
    replies.push(await entrance.call(tool, input, { key }));
  }
  const rows = await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: replies.length }));
  const raws = replies.map(({ raw }) => raw.replaceAll(/\breq_[0-9a-z]{26}\b/g, 'req').replaceAll(/"id":\d+/g, '"id":0'));
  const notes = rows.map(({ outcome, reason, itemType, itemId, service, connectionId, serviceTool }) => [
    outcome,
    reason,
    itemType,
    itemId,
    service,
    connectionId,
    serviceTool,
  ]);
  return { raws, notes };
}

const connect = (world: World, more: object = {}) => {
  world.clock.now++;
  const connection = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.com/' };
  return world.as(world.owner, 'add_connection', { ...connection, visibility: 'organization', ...more });
};

/** Calls by which a key can run or see a tool of a service. */
const meetings: [tool: string, input: object][] = [
  ['execute_service_tool', { toolSlug: 'github__create_issue', arguments: { repo: 'a' } }],
  ['execute_service_tool', { toolSlug: 'github__create_isue', arguments: { repo: 'a' } }],
  ['execute_service_tool', { toolSlug: 'slack__create_issue', arguments: { repo: 'a' } }],
  ['execute_service_read_tool', { toolSlug: 'github__create_issue' }],
  ['list_service_tools', {}],
  ['list_service_tools', { toolSlug: 'github__create_issue' }],
  ['list_service_tools', { query: 'issue', limit: 1 }],
  ['list_service_tools', { service: 'slack' }],
  ['list_connected_services', {}],
];

async function met(world: World, key: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const [tool, input] of meetings) all.push(await learned(world, key, tool, input));
  return all;
}

describe('service tools that a key may not use (D49)', () => {
  it('give the same answer as missing ones, byte for byte, and so does a service without usable tools', async () => {
    await using world = await openWorld();
    const github = await connect(world);
    const slack = await connect(world, { service: 'slack', name: 'Slack' });
    const limited = await world.createKey(world.owner, 'write', { tools: [...toolNames, 'github__list_issues'] });
    const whole = await world.createKey(world.owner, 'write');
    const seen = await met(world, limited.key);
    expect(seen).not.toEqual(await met(world, whole.key));
    await world.as(world.owner, 'remove_connection', { connectionId: slack.connectionId });
    await world.store.perform(() => world.store.serviceTools.setRemoved(world.orgId, github.connectionId, 'create_issue', 5), {
      changes: true,
    });
    expect(seen).toEqual(await met(world, whole.key));
  });

  it('look missing to everyone while a person has disabled them', async () => {
    await using world = await openWorld();
    const { connectionId } = await connect(world);
    const { key } = await world.createKey(world.owner, 'write');
    const before = await met(world, key);
    await world.as(world.owner, 'switch_service_tool', { connectionId, tool: 'create_issue', on: false });
    const [{ tools }, { connections }] = [
      await world.as(world.owner, 'list_connection_tools', { connectionId }),
      await world.as(world.owner, 'list_connections'),
    ];
    expect(tools.map(({ name, isOff }: Loose) => [name, isOff])).toEqual([
      ['create_issue', true],
      ['list_issues', false],
    ]);
    expect(connections).toMatchObject([{ toolsCount: 1, offCount: 1 }]);
    const off = await met(world, key);
    // A listing of the service does not switch it on.
    await world.as(world.owner, 'test_connection', { connectionId });
    expect(await met(world, key)).toEqual(off);
    await world.store.perform(() => world.store.serviceTools.setRemoved(world.orgId, connectionId, 'create_issue', 5), { changes: true });
    expect(await met(world, key)).toEqual(off);
    await world.store.perform(() => world.store.serviceTools.setRemoved(world.orgId, connectionId, 'create_issue', null), {
      changes: true,
    });
    await world.as(world.owner, 'switch_service_tool', { connectionId, tool: 'create_issue', on: true });
    expect(await met(world, key)).toEqual(before);
  });

  it('are disabled and enabled only by managers of the connection', async () => {
    await using world = await openWorld();
    const member = await world.addPerson('bob@acme.test');
    const { connectionId } = await connect(world);
    const off = { connectionId, tool: 'create_issue', on: false };
    await expect(world.as(member, 'switch_service_tool', off)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(world.as(world.owner, 'switch_service_tool', { ...off, tool: 'x' })).rejects.toMatchObject({ reason: 'no_such_item' });
    await world.as(world.owner, 'switch_service_tool', off);
    expect((await world.activity())[0]).toMatchObject({ tool: 'switch_service_tool', connectionId, serviceTool: 'create_issue' });
  });
});

describe('a key that is limited to some connections (D49)', () => {
  it('sees only those, and its default connection is one of them', async () => {
    await using world = await openWorld();
    const [first, second] = [await connect(world, { label: 'first' }), await connect(world, { label: 'second' })];
    const { key } = await world.createKey(world.owner, 'write', { connections: [first.connectionId] });
    const http = httpEntrance.open(world);
    const run = (connectionId?: string) =>
      http.call('execute_service_tool', { toolSlug: 'github__list_issues', connectionId, arguments: { repo: 'a' } }, { key });
    expect((await run()).code).toBe('ok');
    expect((await world.activity())[0]).toMatchObject({ connectionId: first.connectionId });
    expect((await http.call('list_connected_services', {}, { key })).value.connections).toMatchObject([
      { connectionId: first.connectionId },
    ]);
    const seen = [
      await learned(world, key, 'execute_service_tool', { toolSlug: 'github__list_issues', connectionId: second.connectionId }),
    ];
    seen.push(await learned(world, key, 'list_service_tools', { connectionId: second.connectionId }));
    await world.as(world.owner, 'remove_connection', { connectionId: second.connectionId });
    expect(seen).toEqual([
      await learned(world, key, 'execute_service_tool', { toolSlug: 'github__list_issues', connectionId: second.connectionId }),
      await learned(world, key, 'list_service_tools', { connectionId: second.connectionId }),
    ]);
  });

  it('may have no connections', async () => {
    await using world = await openWorld();
    await connect(world);
    const { key } = await world.createKey(world.owner, 'write', { connections: [] });
    const http = httpEntrance.open(world);
    expect((await http.call('list_connected_services', {}, { key })).value).toEqual({ connected: [], connections: [] });
    expect((await http.call('list_service_tools', {}, { key })).value.tools).toEqual([]);
    expect(await http.call('execute_service_tool', { toolSlug: 'github__list_issues' }, { key })).toMatchObject({ reason: 'no_such_item' });
  });
});
