import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';
import { legacyCall, modernRequest, post } from './raw.ts';

let world: McpWorld;

beforeAll(async () => {
  world = await openMcpWorld();
});

afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world.close();
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('at the entrance', () => {
  it.each(['GET', 'DELETE', 'PUT'])('answers %s with 405 and the allowed methods', async (method) => {
    const response = await fetch(world.url, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each([undefined, 'gth_no-key', `gth_${'a'.repeat(49)}`])('answers the key %s with 401 before it reads the body', async (key) => {
    const response = await post(world.url, key, '{ this is no JSON');
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
  });

  it('answers a revoked key with 401', async () => {
    const { key, keyId } = await world.createKey('write');
    expect((await post(world.url, key, list)).status).toBe(200);
    await world.asOwner('revoke_key', { keyId });
    expect((await post(world.url, key, list)).status).toBe(401);
  });

  it.each([
    ['a page of another site', { Origin: 'https://evil.example' }, 403],
    ['an opaque origin', { Origin: 'null' }, 403],
    ['a page of this machine', { Origin: 'http://localhost:3000' }, 200],
  ])('answers %s depending on its Origin', async (_who, headers, status) => {
    expect((await post(world.url, world.readKey, list, headers)).status).toBe(status);
  });

  it.each([
    ['rebound.example', 403],
    ['localhost:1', 200],
    ['', 400],
  ])('answers the Host %s with %i', async (host, status) => {
    expect(await statusForHost(host)).toBe(status);
  });

  it.each([
    ['text/plain', {}],
    ['application/json', { 'Content-Encoding': 'gzip' }],
    ['application/jsonp', {}],
  ])('refuses a body of the type %s %o', async (type, headers) => {
    expect((await post(world.url, world.readKey, list, { 'Content-Type': type, ...headers })).status).toBe(415);
  });

  it('states the request id of the log and forbids caching', async () => {
    const response = await post(world.url, world.readKey, legacyCall('whoami'));
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await world.activity()).at(-1)).toMatchObject({ tool: 'whoami', requestId: response.headers.get('x-request-id') });
  });
});

function statusForHost(host: string): Promise<number | undefined> {
  const headers = {
    Host: host,
    Authorization: `Bearer ${world.readKey}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  return new Promise((resolve, reject) => {
    const sent = request(world.url, { method: 'POST', headers, setHost: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end(JSON.stringify(list));
  });
}

describe('malformed messages', () => {
  it.each([
    ['no JSON', '{"jsonrpc"', 400, -32700],
    ['nothing', '', 400, -32700],
    ['a BOM', `\uFEFF${JSON.stringify(list)}`, 400, -32700],
    ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, -32700],
    ['a number', '1', 400, -32600],
    ['null', 'null', 400, -32600],
    [
      'an envelope nested too deep',
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      400,
      -32600,
    ],
    ['a batch over the cap', Array.from({ length: 101 }, (_, id) => ({ ...list, id })), 400, -32600],
    ['a batch with one id twice', [legacyCall('whoami'), legacyCall('whoami')], 400, -32600],
    ['an empty batch', [], 400, -32600],
    ['an unknown method', { ...list, method: 'nope' }, 200, -32601],
  ])('answers %s with a protocol error', async (_what, body, status, code) => {
    const before = (await world.activity()).length;
    const response = await post(world.url, world.writeKey, body);
    const answer = (await response.json()) as { error?: { code: number } };
    expect(response.status).toBe(status);
    expect(answer.error?.code).toBe(code);
    expect((await world.activity()).length).toBe(before);
  });

  it.each([
    ['initialize', {}],
    ['tools/list', { cursor: 5 }],
    ['prompts/list', { cursor: {} }],
    ['prompts/get', {}],
    ['resources/list', { cursor: null }],
    ['resources/templates/list', { cursor: [] }],
    ['resources/read', { uri: 5 }],
    ['skills/list', { cursor: 5 }],
    ['skills/get', {}],
    ['resources/directory/read', { uri: null }],
  ])('answers %s with the wrong parameters %j in one line, in both eras and in a batch', async (method, params) => {
    const modern = modernRequest(method, params);
    const legacy = { jsonrpc: '2.0', id: 1, method, params };
    const answers = [await post(world.url, world.readKey, legacy), await post(world.url, world.readKey, [legacy, { ...list, id: 2 }])];
    if (method !== 'initialize') answers.push(await post(world.url, world.readKey, modern.body, modern.headers));
    for (const answer of answers) {
      const all = [await answer.json()].flat() as { id: number; error?: object }[];
      expect(all.find(({ id }) => id === 1)).toMatchObject({
        error: { code: -32602, message: expect.stringMatching(/^Invalid params[^\n]+$/) },
      });
    }
  });

  it.each([[undefined], [5]])('answers and logs a call of %j, which names no tool, like one of an unknown tool', async (name) => {
    const logged = async () => (await world.activity()).filter(({ tool, outcome }) => tool === '' && outcome === 'not_found').length;
    const before = await logged();
    const response = await post(world.url, world.writeKey, legacyCall(name));
    expect(await response.json()).toMatchObject({ error: { code: -32602, message: expect.stringContaining('names no tool') } });
    expect(await logged()).toBe(before + 1);
  });

  it.each([[null], [1.5], [{}], [[]], [true]])('runs a call with the id %j only if it answers it', async (id) => {
    const before = (await world.activity()).length;
    const response = await post(world.url, world.writeKey, legacyCall('whoami', {}, id));
    const text = await response.text();
    const logged = (await world.activity()).length - before;
    expect([text.includes('"result"'), response.status, logged]).toEqual(logged === 1 ? [true, 200, 1] : [false, 400, 0]);
  });

  it('does not run a call without an id', async () => {
    const before = (await world.activity()).length;
    const { id: _none, ...notification } = legacyCall('whoami') as { id: number };
    expect((await post(world.url, world.writeKey, notification)).status).toBe(202);
    expect((await world.activity()).length).toBe(before);
  });

  it('refuses a body over 4 MiB from a read key and over 36 MiB from a write key, chunked too (D17)', async () => {
    const large = (bytes: number) => JSON.stringify(legacyCall('whoami', { x: 'x'.repeat(bytes) }));
    expect((await post(world.url, world.readKey, large(4 * 1024 * 1024 + 64 * 1024))).status).toBe(413);
    const refused = await statusWhileSending(world.url, world.writeKey, large(37 * 1024 * 1024));
    expect(refused).toBe(413);
  });

  it.each([
    ['Mcp-Method', 'tools/list', -32020],
    ['Mcp-Name', 'read_doc', -32020],
    ['MCP-Protocol-Version', '2025-11-25', -32020],
  ])('refuses a %s that does not match the body', async (header, value, code) => {
    const { body, headers } = modernRequest('tools/call', { name: 'whoami', arguments: {} });
    const response = await post(world.url, world.writeKey, body, { ...headers, [header]: value });
    expect([response.status, ((await response.json()) as { error: { code: number } }).error.code]).toEqual([400, code]);
  });

  it('names its supported revisions to a client of another one', async () => {
    const { body, headers } = modernRequest('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } });
    const response = await post(world.url, world.writeKey, body, { ...headers, 'MCP-Protocol-Version': '2030-01-01' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32022, data: { supported: ['2026-07-28'] } } });
  });
});

/** Sends a body in chunks until an answer arrives, and returns its status. */
async function statusWhileSending(url: string, key: string, body: string): Promise<number | undefined> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  const outgoing = request(url, { method: 'POST', headers });
  let status: number | undefined;
  const answered = once(outgoing, 'response').then(([response]: IncomingMessage[]) => {
    status = response?.statusCode;
    response?.resume();
  });
  const chunk = 64 * 1024;
  for (let at = 0; at < body.length && status === undefined; at += chunk) {
    await Promise.race([answered, new Promise((taken) => outgoing.write(body.slice(at, at + chunk), taken))]);
  }
  await answered;
  outgoing.destroy();
  return status;
}
