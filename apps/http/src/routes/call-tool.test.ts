import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { agentTools, createRegistry, GatewayError } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { echo, exchange, goodKey, openTestServer, post, type TestServer, toolUrl } from '../test-server.ts';

async function call(server: TestServer, body: string | Buffer | undefined, headers: Record<string, string> = {}) {
  const response = await fetch(toolUrl(server, 'search'), post(body, headers));
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { error?: { code: string; reason?: string; message: string } },
  };
}

const head = 'POST /v1/tools/search HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const authorized = `${head}Authorization: Bearer ${goodKey}\r\n`;

describe('POST /v1/tools/<name>', () => {
  it("answers with the tool's result and reports the limit (D8, D13)", async () => {
    await using server = await openTestServer();
    const { status, headers, body } = await call(server, '{"query":"ü"}');
    expect({ status, body }).toEqual({ status: 200, body: { query: 'ü' } });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'ratelimit-policy': '"calls";q=240;w=60',
      ratelimit: '"calls";r=239;t=60',
      'x-request-id': server.calls[0]?.requestId,
    });
  });

  it('passes on the key, the origin of the call and its size (D14, D15)', async () => {
    await using server = await openTestServer();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await call(server, '{"query":"x"}', { 'X-Gatehouse-Client': 'gatehouse-ts/1.2.3', 'User-Agent': 'probe/1', traceparent });
    expect(server.calls[0]).toMatchObject({
      tool: { name: 'search' },
      credential: { type: 'key', key: goodKey },
      origin: {
        entrance: 'http',
        sdk: { name: 'gatehouse-ts', version: '1.2.3' },
        client: 'probe/1',
        traceparent,
      },
      argumentBytes: 13,
    });
  });

  it('treats a call without a body as one without arguments', async () => {
    await using server = await openTestServer();
    const response = await fetch(toolUrl(server, 'whoami'), { method: 'POST', headers: { Authorization: `bearer ${goodKey}` } });
    expect({ status: response.status, read: server.calls[0]?.read }).toEqual({ status: 200, read: undefined });
  });

  it('finds the tool by its name in any encoding of the address', async () => {
    await using server = await openTestServer();
    expect((await fetch(toolUrl(server, 'who%61mi'), post('{}'))).status).toBe(200);
    expect(server.calls[0]?.tool.name).toBe('whoami');
  });

  it('answers an unknown tool with 404, through the pipeline', async () => {
    await using server = await openTestServer();
    const response = await fetch(toolUrl(server, 'nope'), post('{'));
    expect({ status: response.status, calls: server.calls.map(({ tool }) => tool.name) }).toEqual({ status: 404, calls: ['nope'] });
  });

  it('answers another method on a tool with 404 and names the allowed one (D5)', async () => {
    await using server = await openTestServer();
    const response = await fetch(toolUrl(server, 'search'), { method: 'PUT' });
    expect({ status: response.status, allow: response.headers.get('allow'), body: await response.json() }).toMatchObject({
      status: 404,
      allow: 'POST',
      body: { error: { code: 'not_found' } },
    });
  });

  it('answers 429 with the time to wait (D13)', async () => {
    const rate = { limit: 240, remaining: 0, resetSeconds: 17 };
    await using server = await openTestServer({ run: () => ({ ok: false, error: new GatewayError('rate_limited', 'wait'), rate }) });
    const { status, headers } = await call(server, '{}');
    expect({ status, retry: headers.get('retry-after'), left: headers.get('ratelimit') }).toEqual({
      status: 429,
      retry: '17',
      left: '"calls";r=0;t=17',
    });
  });

  it('answers a fault of the gateway with 500 and a request id for support', async () => {
    await using server = await openTestServer({
      gateway: { call: () => Promise.reject(new Error('secret of the inside')) },
    });
    const { status, headers, body } = await call(server, '{}');
    expect({ status, code: body.error?.code }).toEqual({ status: 500, code: 'internal_error' });
    expect(body.error?.message).toContain(headers.get('x-request-id'));
    expect(JSON.stringify(body)).not.toContain('inside');
    expect(server.reported).toHaveLength(1);
  });
});

describe('checking the key before the body (D1)', () => {
  const refused: [what: string, header: string][] = [
    ['no key', ''],
    ['a wrong key', 'Authorization: Bearer gth_wrong\r\n'],
    ['another scheme', `Authorization: Basic ${goodKey}\r\n`],
    ['two keys', `Authorization: Bearer ${goodKey}\r\nAuthorization: Bearer ${goodKey}\r\n`],
    ['two keys in one header', `Authorization: Bearer ${goodKey}, Bearer ${goodKey}\r\n`],
  ];
  it.concurrent.each(refused)('answers %s with 401 before the body has arrived', async (_what, header) => {
    await using server = await openTestServer();
    const answer = await exchange(server.port, [`${head}${header}Content-Length: 1000\r\n\r\n{`]);
    expect(answer).toMatchObject({ status: 401, body: expect.stringContaining('"unauthorized"'), answers: 1 });
    expect(answer?.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer?.headers.get('connection')).toBe('close');
    expect(server.calls).toEqual([]);
  });

  it('keeps the connection of a caller whose refused body had arrived', async () => {
    await using server = await openTestServer();
    const request = `${head}Content-Length: 2\r\n\r\n{}`;
    const last = `${head}Connection: close\r\nContent-Length: 2\r\n\r\n{}`;
    expect(await exchange(server.port, [request, last])).toMatchObject({ status: 401, answers: 2 });
  });
});

describe('reading the body of a call', () => {
  const malformed: [what: string, body: string | Buffer, headers: Record<string, string>, message: RegExp][] = [
    ['text that is no JSON', '{"query": }', {}, /line 1, column 11: expected a value, found "}"/],
    ['JSON that breaks off', '{"query":"x"', {}, /column 13: expected "," or "}", found the end/],
    ['something behind the JSON', '{}\n{}', {}, /line 2, column 1: expected nothing after the value/],
    [
      'another Content-Type',
      '{}',
      { 'Content-Type': 'text/plain' },
      /has Content-Type "text\/plain"; send "Content-Type: application\/json"/,
    ],
    ['a form', 'query=x', { 'Content-Type': 'application/x-www-form-urlencoded' }, /send "Content-Type: application\/json"/],
    ['another charset', '{}', { 'Content-Type': 'application/json; charset=latin1' }, /encoded as UTF-8/],
    ['a Content-Encoding', '{}', { 'Content-Encoding': 'gzip' }, /Content-Encoding "gzip"; send it without/],
    ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22]), {}, /not valid UTF-8/],
    ['a byte order mark', '\ufeff{}', {}, /byte order mark/],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), {}, /not valid UTF-8/],
    ['a million open brackets', '['.repeat(1_000_000), {}, /found the end/],
  ];
  it.each(malformed)('refuses %s (D3)', async (_what, body, headers, message) => {
    await using server = await openTestServer();
    const answer = await call(server, body, headers);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', reason: 'malformed_body', message: expect.stringMatching(message) } },
    });
    expect(server.calls).toHaveLength(1);
  });

  it.each([
    ['a charset of UTF-8', '{}', { 'Content-Type': 'Application/JSON; charset=UTF-8' }],
    ['an argument name of a megabyte', `{"${'k'.repeat(1_000_000)}":1}`, {}],
  ])('accepts %s', async (_what, body, headers) => {
    await using server = await openTestServer({ run: () => echo({} as never) });
    expect(await call(server, body, headers)).toMatchObject({ status: 200 });
  });
});

describe('the size limit of a body (D17)', () => {
  const sizeOf = (tool: string) => (tool === 'write_file' ? 5000 : 1000);
  const gateway = { registry: createRegistry(agentTools.map((tool) => ({ ...tool, maximumArgumentBytes: sizeOf(tool.name) }))) };
  const ofSize = (size: number) => `{"query":"${'x'.repeat(size - 12)}"}`;

  it('accepts a body up to the limit, and refuses a larger one through the pipeline', async () => {
    await using server = await openTestServer({ gateway });
    expect(await call(server, ofSize(1000))).toMatchObject({ status: 200 });
    expect(await call(server, ofSize(1001))).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', reason: 'too_large' } },
    });
    expect(server.calls.map(({ argumentBytes }) => argumentBytes)).toEqual([1000, 1001]);
  });

  it('accepts a larger body for a tool whose definition allows it', async () => {
    await using server = await openTestServer({ gateway });
    expect((await fetch(toolUrl(server, 'write_file'), post(ofSize(5000)))).status).toBe(200);
    expect((await fetch(toolUrl(server, 'write_file'), post(ofSize(5001)))).status).toBe(400);
    expect((await fetch(toolUrl(server, 'constructor'), post(ofSize(1001)))).status).toBe(404);
  });

  it('counts a chunked body, and answers before its end', async () => {
    await using server = await openTestServer({ gateway });
    const answer = await exchange(server.port, [`${authorized}Transfer-Encoding: chunked\r\n\r\n`, `400\r\n${'x'.repeat(0x400)}\r\n`]);
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('"too_large"'), answers: 1 });
  });

  it('stops holding a body of 100 MB at the limit', async () => {
    await using server = await openTestServer();
    const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, 0x20), Buffer.from('\r\n')]);
    const before = heldByBuffers();
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, heldByBuffers() - before);
    }, 20);
    const answer = await exchange(server.port, [`${authorized}Transfer-Encoding: chunked\r\n\r\n`, ...new Array<Buffer>(100).fill(piece)]);
    clearInterval(watch);
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('"too_large"') });
    expect(peak).toBeLessThan(16 * 1024 * 1024);
  });

  it('gives the bodies of one key a quarter of the memory, and frees it afterwards', async () => {
    await using server = await openTestServer({ bodies: { memoryBytes: 6000 } });
    const { promise: checked, resolve } = Promise.withResolvers<void>();
    const begun = `${authorized}Connection: close\r\nContent-Length: 1500\r\n\r\n${'x'.repeat(1499)}`;
    const slow = exchange(server.port, [begun, checked, 'x']);
    await expectHeld(server, 1500);
    expect(await exchange(server.port, [begun])).toMatchObject({
      status: 503,
      body: expect.stringContaining('"internal_error"'),
      answers: 1,
    });
    expect(await call(server, ofSize(1000))).toMatchObject({ status: 200 });
    resolve();
    expect(await slow).toMatchObject({ status: 400 });
    await expectHeld(server, 0);
  });

  it('limits one key to a quarter of the bodies that are arriving', async () => {
    await using server = await openTestServer({ bodies: { underWay: 12 } });
    const { promise: checked, resolve } = Promise.withResolvers<void>();
    const begun = `${authorized}Connection: close\r\nContent-Length: 2\r\n\r\n{`;
    const slow = Array.from({ length: 3 }, () => exchange(server.port, [begun, checked, '}']));
    const underWay = async () => /bodies_under_way (\d+)/.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1];
    await expect.poll(underWay).toBe('3');
    expect(await exchange(server.port, [begun])).toMatchObject({
      status: 503,
      body: expect.stringContaining('"internal_error"'),
      answers: 1,
    });
    expect(await call(server, '{}')).toMatchObject({ status: 200 });
    resolve();
    expect((await Promise.all(slow)).map((answer) => answer?.status)).toEqual([200, 200, 200]);
  });

  it('answers a slow body with 408, and closes its connection', async () => {
    await using server = await openTestServer({ bodies: { graceMs: 300, leastRate: 1000 } });
    const answer = await exchange(server.port, [`${authorized}Content-Length: 1000\r\n\r\n{`]);
    expect(answer).toMatchObject({ status: 408, body: expect.stringContaining('did not arrive in time'), answers: 1 });
    expect(answer?.headers.get('connection')).toBe('close');
    expect(server.calls).toEqual([]);
    await expectHeld(server, 0);
  });

  it('frees a body whose sender disconnected', async () => {
    await using server = await openTestServer();
    const gone = new AbortController();
    const request = fetch(toolUrl(server, 'search'), {
      ...post(undefined),
      body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.alloc(100)) }),
      duplex: 'half',
      signal: gone.signal,
    });
    await expectHeld(server, 4096);
    gone.abort();
    await expect(request).rejects.toThrow('aborted');
    await expectHeld(server, 0);
    expect({ calls: server.calls, reported: server.reported }).toEqual({ calls: [], reported: [] });
  });
});

/** Bytes of buffers that are still referenced, without garbage. */
function heldByBuffers(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().arrayBuffers;
}

async function expectHeld(server: TestServer, bytes: number): Promise<void> {
  const held = async () => /body_bytes_held (\d+)/.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1];
  await expect.poll(held).toBe(`${bytes}`);
}

describe('a tool that calls other systems', () => {
  it('is notified when its caller disconnects', async () => {
    const aborted = Promise.withResolvers<string>();
    await using server = await openTestServer({
      run: async (call) => {
        call.signal?.addEventListener('abort', () => aborted.resolve('stopped'));
        await aborted.promise;
        return echo(call);
      },
    });
    const gone = new AbortController();
    const request = fetch(toolUrl(server, 'execute_service_tool'), { ...post('{}'), signal: gone.signal });
    await expect.poll(() => server.calls.length).toBe(1);
    gone.abort();
    await expect(request).rejects.toThrow('aborted');
    expect(await aborted.promise).toBe('stopped');
  });

  it('answers large results byte for byte', async () => {
    const json = JSON.stringify({ text: 'ü'.repeat(500_000) });
    await using server = await openTestServer({ run: () => ({ ok: true, value: undefined, json, rate: undefined }) });
    const bytes = Buffer.from(await (await fetch(toolUrl(server, 'search'), post('{}'))).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(createHash('sha256').update(json).digest('hex'));
  });
});
