import { type AnyDefinition, defineServiceTool } from '@gatehouse/core';
import { createBodies } from '@gatehouse/entrance';
import { createMcpEntrance } from '@gatehouse/mcp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Loose } from '../kit/world.ts';
import { initialize, sessionIdOf } from './initialize.ts';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';
import { legacyCall, modernRequest, post, postModern } from './raw.ts';

let world: McpWorld;
let stopped: PromiseWithResolvers<void>;
let started: PromiseWithResolvers<void>;

beforeAll(async () => {
  world = await openMcpWorld({
    tools: [outsideTool('test_wait', waitUntilStopped), outsideTool('test_fault', failInside), outsideTool('test_steps', tellSteps)],
  });
});

afterAll(() => world.close());

interface Answer {
  result?: {
    isError?: boolean;
    content: { text: string }[];
    structuredContent?: unknown;
    _meta?: Record<string, { code: string; requestId: string }>;
  };
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** One tool call in either era. */
const eras = {
  '2026-07-28': async (name: string, input?: unknown, key = world.writeKey) =>
    (await (await postModern(world.url, key, 'tools/call', { name, ...(input !== undefined && { arguments: input }) })).json()) as Answer,
  '2025-11-25': async (name: string, input?: unknown, key = world.writeKey) =>
    (await (await post(world.url, key, legacyCall(name, input))).json()) as Answer,
};

const lastRow = async () => (await world.activity()).at(-1);
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

describe.each(Object.entries(eras))('a call in the era of %s', (_era, call) => {
  it.each([
    ['an unknown argument', 'read_doc', { docID: 'x' }, 'invalid_request', 'unknown_argument'],
    ['a missing argument', 'read_doc', undefined, 'invalid_request', 'invalid_argument'],
    ['arguments that are an array', 'read_doc', [1], 'invalid_request', 'invalid_argument'],
    ['arguments that are a text', 'read_doc', 'docId', 'invalid_request', 'invalid_argument'],
    ['a __proto__', 'read_doc', JSON.parse('{"docId":"x","__proto__":{}}'), 'invalid_request', 'unknown_argument'],
    ['an unknown item', 'read_doc', { docId: 'doc_none' }, 'invalid_request', 'no_such_item'],
    ['arguments nested deeper than 64 levels', 'read_doc', { docId: nested(64) }, 'invalid_request', 'malformed_body'],
    [
      'more than 4 MiB for a tool that takes no more',
      'create_task',
      { title: 'x'.repeat(4 * 1024 * 1024) },
      'invalid_request',
      'too_large',
    ],
  ])('with %s is refused and logged (D1, D2, D3, D4)', async (_fault, tool, input, code, reason) => {
    const { result } = await call(tool, input);
    const requestId = expect.stringMatching(/^req_/);
    expect(result?.content[0]?.text).toMatch(new RegExp(`^${code}/${reason}: \\w`));
    expect(result).toMatchObject({ isError: true, _meta: { 'gatehouse/error': { code, reason, requestId } } });
    expect(result?.structuredContent).toBeUndefined();
    expect(await lastRow()).toMatchObject({
      tool,
      outcome: code,
      reason,
      entrance: 'mcp',
      requestId: result?._meta?.['gatehouse/error']?.requestId,
    });
  });

  it('of a write tool with a read key is forbidden, for any arguments (D1)', async () => {
    const { result } = await call('create_task', { nonsense: 1 }, world.readKey);
    expect(result).toMatchObject({ isError: true, _meta: { 'gatehouse/error': { code: 'forbidden' } } });
    expect(await lastRow()).toMatchObject({ tool: 'create_task', outcome: 'forbidden' });
  });

  it.each(['nope', '__proto__', 'create_key'])('of %s, which is not a tool for keys, is logged', async (name) => {
    const { error } = await call(name);
    expect(error).toMatchObject({ code: -32602, data: { code: 'not_found' } });
    expect(await lastRow()).toMatchObject({ tool: name, outcome: 'not_found' });
  });

  it('accepts 25 MiB for write_file (D17)', async () => {
    const { result } = await call('write_file', {
      name: `${crypto.randomUUID()}.bin`,
      contentBase64: Buffer.alloc(25 * 1024 * 1024).toString('base64'),
    });
    expect(result).toMatchObject({ structuredContent: { sizeBytes: 25 * 1024 * 1024 } });
  });

  it('reveals nothing of an internal fault', async () => {
    const { result } = await call('test_fault');
    expect(JSON.stringify(result)).not.toContain('secret');
    expect(result).toMatchObject({ isError: true, _meta: { 'gatehouse/error': { code: 'internal_error' } } });
    expect(world.faults.splice(0)).toHaveLength(1);
  });

  it('counts the bytes of its arguments', async () => {
    await call('search', { query: 'ä' });
    expect(await lastRow()).toMatchObject({ tool: 'search', argumentBytes: Buffer.byteLength('{"query":"ä"}') });
  });
});

it('counts and logs every call of a batch', async () => {
  const { key, keyId } = await world.createKey('read');
  const response = await post(
    world.url,
    key,
    Array.from({ length: 100 }, (_, id) => legacyCall('whoami', {}, id)),
  );
  expect(await response.json()).toHaveLength(100);
  const rows = (await world.activity()).filter((row) => row.keyId === keyId);
  expect([rows.length, new Set(rows.map((row) => row.requestId)).size]).toEqual([100, 100]);
});

it("records the trace and the client's own name", async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const { body, headers } = modernRequest('tools/call', { name: 'whoami', arguments: {}, _meta: { traceparent } });
  await post(world.url, world.readKey, body, { ...headers, 'User-Agent': 'agent-host/3.1 (linux)' });
  expect(await lastRow()).toMatchObject({
    sdkName: 'raw',
    sdkVersion: '7',
    client: 'agent-host/3.1 (linux)',
    traceId: '0af7651916cd43dd8448eb211c80319c',
  });
  await post(world.url, world.readKey, legacyCall('whoami'), { 'User-Agent': 'agent-host/3.1 (linux)' });
  expect(await lastRow()).toMatchObject({ sdkName: 'agent-host', sdkVersion: '3.1' });
});

it('records the trace of a traceparent header, unless the message has its own', async () => {
  const traceOf = (digit: string) => digit.repeat(32);
  const traceparent = `00-${traceOf('a')}-b7ad6b7169203331-01`;
  await post(world.url, world.readKey, legacyCall('whoami'), { traceparent });
  expect((await lastRow())?.traceId).toBe(traceOf('a'));
  const { body, headers } = modernRequest('tools/call', { name: 'whoami', arguments: {} });
  await post(world.url, world.readKey, body, { ...headers, traceparent, 'X-Other': 'x' });
  expect((await lastRow())?.traceId).toBe(traceOf('a'));
  const own = modernRequest('tools/call', {
    name: 'whoami',
    arguments: {},
    _meta: { traceparent: `00-${traceOf('c')}-b7ad6b7169203331-01` },
  });
  await post(world.url, world.readKey, own.body, { ...own.headers, traceparent });
  expect((await lastRow())?.traceId).toBe(traceOf('c'));
});

describe('a client of the 2025 revisions (D15)', () => {
  const headersWith = (id: string) => ({ 'User-Agent': 'node', 'MCP-Protocol-Version': '2025-06-18', 'Mcp-Session-Id': id });

  it.each([
    ['plain calls', legacyCall('whoami')],
    ['calls in a batch', [legacyCall('whoami')]],
    ['calls with progress', { ...legacyCall('whoami'), params: { name: 'whoami', _meta: { progressToken: 1 } } }],
  ])('is logged with its name from initialize, in another process too: %s', async (_what, body) => {
    const id = await sessionIdOf(world.url, world.readKey, { name: 'Grüße 😀', version: '1.2' });
    const other = createMcpEntrance({
      gateway: world.gateway,
      bodies: createBodies(),
      version: '1',
      report: (error) => world.faults.push(error),
    });
    for (const send of [fetch, (url: string, init: RequestInit) => other.handle(new Request(url, init))]) {
      const response = await post(world.url, world.readKey, body, { Host: 'localhost', ...headersWith(id) }, send);
      expect([response.status, response.headers.get('mcp-session-id')]).toEqual([200, null]);
      await response.text();
      expect(await lastRow()).toMatchObject({ tool: 'whoami', sdkName: 'Grüße 😀', sdkVersion: '1.2', client: 'node' });
    }
    await other.close();
  });

  it.each(['', 'foreign', crypto.randomUUID()])('may send a session id that this gateway did not issue: %j', async (id) => {
    expect((await post(world.url, world.readKey, legacyCall('whoami'), headersWith(id))).status).toBe(200);
    expect(await lastRow()).toMatchObject({ tool: 'whoami', sdkName: 'node', sdkVersion: null });
  });

  it('gets an id only from a successful initialize', async () => {
    const answers = [
      await post(world.url, world.readKey, initialize()),
      await post(world.url, world.readKey, initialize({ version: '1' })),
      await post(world.url, world.readKey, [initialize(), legacyCall('whoami')]),
      await post(world.url, world.readKey, legacyCall('whoami')),
      await post(world.url, undefined, initialize()),
    ];
    expect(answers.map(({ headers }) => headers.has('mcp-session-id'))).toEqual([true, false, false, false, false]);
  });

  it('is told on DELETE that there is nothing to end, and can continue', async () => {
    const id = await sessionIdOf(world.url, world.readKey);
    const headers = { ...headersWith(id), Authorization: `Bearer ${world.readKey}` };
    expect((await fetch(world.url, { method: 'DELETE', headers })).status).toBe(405);
    expect((await post(world.url, world.readKey, legacyCall('whoami'), headersWith(id))).status).toBe(200);
    expect(await lastRow()).toMatchObject({ sdkName: 'named-before', sdkVersion: '4.5' });
  });
});

it.each(['2026-07-28', '2025-11-25'])('stops the work of a %s call whose socket closes', async (era) => {
  started = Promise.withResolvers();
  stopped = Promise.withResolvers();
  const { body, headers } =
    era === '2026-07-28'
      ? modernRequest('tools/call', { name: 'test_wait', arguments: {} })
      : { body: legacyCall('test_wait'), headers: {} };
  const controller = new AbortController();
  const init = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${world.writeKey}`,
    ...headers,
  };
  const sent = fetch(world.url, { method: 'POST', headers: init, body: JSON.stringify(body), signal: controller.signal });
  await started.promise;
  controller.abort();
  await expect(sent).rejects.toThrow();
  await stopped.promise;
});

it.each([
  ['2025-11-25', {}],
  ['2025-11-25', { _meta: { progressToken: 'p' } }],
  ['2026-07-28', {}],
] as const)('stops the work of a %s call that its client cancels with another request, %j', async (era, more) => {
  started = Promise.withResolvers();
  stopped = Promise.withResolvers();
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  const isModern = era === '2026-07-28';
  const session = async () => (isModern ? {} : { 'Mcp-Session-Id': await sessionIdOf(world.url, world.writeKey) });
  const [ours, theirs] = [await session(), await session()];
  const call = isModern
    ? modernRequest('tools/call', { name: 'test_wait', arguments: {} })
    : { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'test_wait', arguments: {}, ...more } }, headers: ours };
  let isStopped = false;
  void stopped.promise.then(() => (isStopped = true));
  const sent = post(world.url, world.writeKey, { ...call.body, id: 1 }, call.headers);
  await started.promise;
  // Neither another key's nor another session's.
  await post(world.url, world.readKey, cancelled, ours);
  if (!isModern) await post(world.url, world.writeKey, cancelled, theirs);
  await post(world.url, world.writeKey, { ...cancelled, params: { requestId: 2 } }, ours);
  expect(isStopped).toBe(false);
  await post(world.url, world.writeKey, cancelled, ours);
  await stopped.promise;
  await (await sent).text();
});

it('refuses a cursor of tools/list, which never issues one, and names the missing part of a call without a name', async () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'abc' } };
  const refused = (await (await post(world.url, world.readKey, list, {})).json()) as Loose;
  expect(refused.error).toMatchObject({ code: -32602, message: expect.stringContaining('"cursor"') });
  for (const params of [{}, { arguments: {} }, { name: 5 }, undefined]) {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', ...(params && { params }) };
    const answer = (await (await post(world.url, world.readKey, call, {})).json()) as Loose;
    expect(answer.error).toMatchObject({ code: -32602, message: expect.stringContaining('the call names no tool: give "name"') });
  }
});

it.each(['2026-07-28', '2025-11-25'])('reports the progress of a %s call on request', async (era) => {
  const params = { name: 'test_steps', arguments: {}, _meta: { progressToken: 'p' } };
  const { body, headers } =
    era === '2026-07-28'
      ? modernRequest('tools/call', params)
      : { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers: {} };
  const response = await post(world.url, world.writeKey, body, headers);
  const messages = (await response.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as object] : []));
  expect(messages).toMatchObject([
    { method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 2 } },
    { method: 'notifications/progress', params: { progressToken: 'p', progress: 2, total: 2, message: 'half' } },
    { id: 1, result: { structuredContent: { done: true } } },
  ]);
});

it('refuses a call over the limit, states when to retry, and folds its row (D13, D14)', async () => {
  const limited = await openMcpWorld({ callsPerMinute: 5 });
  const batch = Array.from({ length: 8 }, (_, id) => legacyCall('whoami', {}, id));
  const answers = (await (await post(limited.url, limited.readKey, batch)).json()) as Answer[];
  const refused = answers.filter((answer) => answer.result?.isError);
  expect(refused).toHaveLength(3);
  expect(refused[0]?.result).toMatchObject({
    _meta: { 'gatehouse/error': { code: 'rate_limited', retryAfterSeconds: expect.any(Number) } },
  });
  const rows = await limited.activity();
  // Simultaneous calls can be logged in any order.
  expect(rows.map((row) => [row.outcome, row.count]).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => ['ok', 1]),
    ['rate_limited', 3],
  ]);
  await limited.close();
});

function outsideTool(
  name: string,
  runOutside: (
    signal: AbortSignal,
    onProgress: (progress: { progress: number; total: number; message?: string }) => void,
  ) => Promise<object>,
): AnyDefinition {
  return defineServiceTool({
    name,
    title: name,
    description: name,
    audience: 'agent',
    access: 'read',
    hints: { destructive: false, idempotent: true, openWorld: true },
    input: z.strictObject({}),
    output: z.object({ done: z.boolean() }),
    example: { input: {}, output: { done: true } },
    // biome-ignore lint/correctness/useYield: nothing has to be asked of the store
    *prepare() {
      return {};
    },
    *checkAgain() {},
    async runOutside(_context, _prepared, { signal, onProgress }) {
      await runOutside(signal, (progress) => onProgress?.(progress));
      return { done: true };
    },
  });
}

async function waitUntilStopped(signal: AbortSignal): Promise<object> {
  started.resolve();
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  stopped.resolve();
  return {};
}

async function failInside(): Promise<object> {
  throw new Error('secret of the inside');
}

async function tellSteps(
  _signal: AbortSignal,
  onProgress: (progress: { progress: number; total: number; message?: string }) => void,
): Promise<object> {
  onProgress({ progress: 1, total: 2 });
  onProgress({ progress: 2, total: 2, message: 'half' });
  return {};
}
