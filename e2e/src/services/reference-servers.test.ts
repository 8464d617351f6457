import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpEntrance, mcpLegacyEntrance, mcpModernEntrance } from '../entrances/index.ts';
import type { Loose, World } from '../kit/world.ts';
import { openServiceWorld, resultOf, type ServiceWorld } from './service-world.ts';
import { everythingScript, filesystemScript, startEverything, type Upstream } from './upstreams.ts';

/** Tools that are compared separately, because their answers depend on the machine or on earlier calls, or are refusals. */
const comparedApart = ['get-env', 'toggle-simulated-logging', 'toggle-subscriber-updates'];

const callsOfEverything: Record<string, object> = {
  echo: { message: 'hällo 🚪' },
  'get-annotated-message': { messageType: 'error', includeImage: true },
  'get-resource-links': { count: 3 },
  'get-resource-reference': { resourceType: 'Text', resourceId: 2 },
  'get-structured-content': { location: 'Chicago' },
  'get-sum': { a: 2, b: 40 },
  'get-tiny-image': {},
  'gzip-file-as-resource': { name: 'note.txt.gz', data: 'data:text/plain,hello', outputType: 'resource' },
  'trigger-long-running-operation': { duration: 0.2, steps: 2 },
};

async function direct(transport: Transport): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'direct', version: '1' });
  await client.connect(transport);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** Calls a tool through every entrance and directly, and compares content and structuredContent. */
async function compareCall(world: ServiceWorld, service: string, client: Client, name: string, given: object): Promise<void> {
  const { content, structuredContent } = await client.callTool({ name, arguments: given as Record<string, unknown> });
  const expected = { content, ...(structuredContent ? { structuredContent } : {}) };
  for (const kind of [httpEntrance, mcpModernEntrance, mcpLegacyEntrance]) {
    await using entrance = kind.open(world as unknown as World);
    const input = { toolSlug: `${service}__${name}`, arguments: given };
    const reply = await entrance.call('execute_service_tool', input, { key: world.writeKey });
    expect({ through: kind.name, name, code: reply.code, message: reply.message, value: withoutTimes(reply.value) }).toEqual({
      through: kind.name,
      name,
      code: 'ok',
      message: undefined,
      value: withoutTimes(expected),
    });
  }
}

/** Replaces times of day, which differ in every call. */
function withoutTimes(value: Loose): Loose {
  return JSON.parse(JSON.stringify(value ?? null).replaceAll(/\d{1,2}:\d{2}:\d{2}( [AP]M)?/g, 'TIME'));
}

async function compareListing(world: ServiceWorld, service: string, client: Client): Promise<string[]> {
  const { tools } = await client.listTools();
  const listed = await world.as(world.owner, 'list_service_tools', { service, limit: 200 });
  const shown: unknown[] = [];
  for (const { toolSlug } of listed.tools) {
    const [tool] = (await world.as(world.owner, 'list_service_tools', { toolSlug })).tools;
    shown.push([tool.toolSlug, tool.description, tool.mode, tool.inputSchema]);
  }
  // A tool that can be called as a task only is left out.
  const offered = tools.filter((tool) => (tool as Loose).execution?.taskSupport !== 'required');
  expect((listed.leftOut ?? []).map(({ operation }: Loose) => operation)).toEqual(
    tools.filter((tool) => !offered.includes(tool)).map(({ name }) => name),
  );
  const expected = offered
    .map((tool) => [
      `${service}__${tool.name}`,
      tool.description ?? '',
      tool.annotations?.readOnlyHint ? 'read' : 'write',
      tool.inputSchema,
    ])
    .sort(([left], [right]) => ((left as string) < (right as string) ? -1 : 1));
  expect(shown).toEqual(expected);
  return offered.map((tool) => tool.name);
}

describe('server-everything', () => {
  let upstream: Upstream;
  let older: Upstream;
  let world: ServiceWorld;
  beforeAll(async () => {
    [upstream, older] = await Promise.all([startEverything(), startEverything(undefined, 'sse')]);
    world = await openServiceWorld();
    await world.addHttp('over-sse', older.url);
    await world.addHttp('over-http', upstream.url);
    await world.addCommand('over-stdio', [everythingScript, 'stdio']);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
    await older[Symbol.asyncDispose]();
    expect(world.faults).toEqual([]);
  });

  const transports: [string, () => Transport][] = [
    ['over-http', () => new StreamableHTTPClientTransport(new URL(upstream.url))],
    ['over-sse', () => new SSEClientTransport(new URL(older.url))],
    ['over-stdio', () => new StdioClientTransport({ command: process.execPath, args: [everythingScript, 'stdio'], stderr: 'ignore' })],
  ];

  it.each(transports)('returns the listing and results of the server itself, %s (D35)', async (service, transport) => {
    await using client = await direct(transport());
    const names = await compareListing(world, service, client);
    expect(names.sort()).toEqual([...Object.keys(callsOfEverything), ...comparedApart].sort());
    for (const [name, given] of Object.entries(callsOfEverything)) await compareCall(world, service, client, name, given);
  });

  it.each(transports)('returns the same results of tools that switch a mode, and the same refusals, %s', async (service, transport) => {
    await using client = await direct(transport());
    const ofSession = (text: string) => text.replaceAll(/session [\w-]+/g, 'session S').replaceAll(/\s+/g, ' ');
    const directly = async (name: string) => {
      const { content } = await client.callTool({ name, arguments: {} });
      return ofSession((content as Loose)[0].text);
    };
    for (const kind of [httpEntrance, mcpModernEntrance, mcpLegacyEntrance]) {
      await using entrance = kind.open(world as unknown as World);
      const call = (name: string, given: object) =>
        entrance.call('execute_service_tool', { toolSlug: `${service}__${name}`, arguments: given }, { key: world.writeKey });
      for (const name of ['toggle-simulated-logging', 'toggle-subscriber-updates']) {
        const expected = [await directly(name), await directly(name)];
        const given = [await call(name, {}), await call(name, {})];
        expect(given.map((reply) => ofSession(reply.value.content[0].text))).toEqual(expected);
      }
    }
    const environment = await world.run(`${service}__get-env`);
    const { content } = await client.callTool({ name: 'get-env', arguments: {} });
    expect(JSON.parse(resultOf(environment).content[0].text).PATH).toBe(JSON.parse((content as Loose)[0].text).PATH);
  });

  it.each(['over-http', 'over-sse', 'over-stdio'])('passes progress on to the caller, %s', async (service) => {
    const progress: Loose[] = [];
    const given = { duration: 0.3, steps: 3 };
    await world.run(`${service}__trigger-long-running-operation`, given, { onProgress: (step) => progress.push(step) });
    expect(progress.map(({ progress: done, total }) => [done, total])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  it.each(['legacy', 'auto'] as const)('passes progress on to callers through MCP, %s', async (mode) => {
    const client = new Client({ name: 'caller', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${world.writeKey}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { requestInit }));
    const steps: number[] = [];
    const given = { toolSlug: 'over-stdio__trigger-long-running-operation', arguments: { duration: 0.3, steps: 3 } };
    const result = await client.callTool(
      { name: 'execute_service_tool', arguments: given },
      { onprogress: ({ progress }) => void steps.push(progress) },
    );
    await client.close();
    expect(result.isError).toBeFalsy();
    expect(steps).toEqual([1, 2, 3]);
  });

  it.each(['over-http', 'over-sse', 'over-stdio'])('runs many calls over one connection, each with its own answer, %s', async (service) => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => world.run(`${service}__echo`, { message: String(index) })));
    expect(answers.map((answer) => (answer.ok ? (answer.value as Loose).content[0].text : answer.error.message))).toEqual(
      Array.from({ length: 60 }, (_, index) => `Echo: ${index}`),
    );
  });

  it('stops waiting when the caller disconnects', async () => {
    const caller = new AbortController();
    const started = performance.now();
    const running = world.run('over-stdio__trigger-long-running-operation', { duration: 200, steps: 2 }, { signal: caller.signal });
    await world.run('over-stdio__echo', { message: 'the call before this one has begun' });
    caller.abort();
    expect((await running).ok).toBe(false);
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  it('passes a command only the given environment', async () => {
    process.env.GATEHOUSE_TEST_LEAK = 'must not be seen';
    try {
      await world.addCommand('with-env', [everythingScript, 'stdio'], { env: { GIVEN: 'yes' } });
      const seen = JSON.parse(resultOf(await world.run('with-env__get-env')).content[0].text);
      expect(Object.keys(seen)).not.toContain('GATEHOUSE_TEST_LEAK');
      expect(Object.keys(seen)).toContain('GIVEN');
    } finally {
      delete process.env.GATEHOUSE_TEST_LEAK;
    }
  });
});

describe('server-filesystem', () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-files-')));
  let world: ServiceWorld;
  beforeAll(async () => {
    writeFileSync(path.join(folder, 'note.txt'), 'first\nsecond\n');
    writeFileSync(path.join(folder, 'dot.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
    world = await openServiceWorld();
    await world.addCommand('files', [filesystemScript, folder]);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it('returns the listing and results of the server itself, for every tool', async () => {
    await using client = await direct(
      new StdioClientTransport({ command: process.execPath, args: [filesystemScript, folder], stderr: 'ignore' }),
    );
    const file = path.join(folder, 'note.txt');
    const calls: Record<string, object> = {
      read_file: { path: file },
      read_text_file: { path: file, head: 1 },
      read_media_file: { path: path.join(folder, 'dot.png') },
      read_multiple_files: { paths: [file] },
      write_file: { path: path.join(folder, 'new.txt'), content: 'text' },
      edit_file: { path: file, edits: [{ oldText: 'second', newText: 'second' }], dryRun: true },
      create_directory: { path: path.join(folder, 'inner') },
      list_directory: { path: folder },
      list_directory_with_sizes: { path: folder },
      directory_tree: { path: folder },
      search_files: { path: folder, pattern: '**/*.txt' },
      get_file_info: { path: file },
      list_allowed_directories: {},
    };
    const names = await compareListing(world, 'files', client);
    expect(names.sort()).toEqual([...Object.keys(calls), 'move_file'].sort());
    await client.callTool({ name: 'write_file', arguments: { path: path.join(folder, 'new.txt'), content: 'text' } });
    await client.callTool({ name: 'create_directory', arguments: { path: path.join(folder, 'inner') } });
    for (const [name, given] of Object.entries(calls)) await compareCall(world, 'files', client, name, given);
    const move = (from: string, to: string) => ({ source: path.join(folder, from), destination: path.join(folder, to) });
    const { content } = await client.callTool({ name: 'move_file', arguments: move('new.txt', 'moved.txt') });
    const moved = resultOf(await world.run('files__move_file', move('moved.txt', 'new.txt')));
    const namesApart = (text: string) => text.replaceAll(/(new|moved)\.txt/g, 'FILE');
    expect(namesApart(moved.content[0].text)).toBe(namesApart((content as Loose)[0].text));
    expect(existsSync(path.join(folder, 'new.txt'))).toBe(true);
  });

  it('lets a read key read but not write', async () => {
    const input = { toolSlug: 'files__write_file', arguments: { path: path.join(folder, 'no.txt'), content: 'x' } };
    const answer = await world.call(world.readKey, 'execute_service_tool', input);
    expect(answer).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    const read = { toolSlug: 'files__read_text_file', arguments: { path: path.join(folder, 'note.txt') } };
    expect((await world.call(world.readKey, 'execute_service_read_tool', read)).ok).toBe(true);
  });
});
