import { describe, expect, it } from 'vitest';
import { exchange, goodKey, openTestServer, post, toolUrl } from './test-server.ts';

const authorized = { headers: { Authorization: `Bearer ${goodKey}` } };

describe('GET /v1/tools (D9)', () => {
  it('lists what the key can call, without a call', async () => {
    await using server = await openTestServer();
    const response = await fetch(`${server.url}/v1/tools`, authorized);
    const { tools } = (await response.json()) as { tools: Record<string, unknown>[] };
    expect(Object.keys(tools[0] ?? {})).toEqual(['name', 'title', 'description', 'access', 'inputSchema', 'outputSchema', 'annotations']);
    expect(new Set(tools.map(({ access }) => access))).toEqual(new Set(['read']));
    expect(server.calls).toEqual([]);
  });

  it('needs a key', async () => {
    await using server = await openTestServer();
    const response = await fetch(`${server.url}/v1/tools`);
    expect({ status: response.status, challenge: response.headers.get('www-authenticate') }).toEqual({ status: 401, challenge: 'Bearer' });
  });
});

describe('GET /v1/openapi.json', () => {
  it('needs no key', async () => {
    await using server = await openTestServer();
    expect(await (await fetch(`${server.url}/v1/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0', info: { title: 'Gatehouse' } });
  });
});

describe('routes', () => {
  it.each([
    ['GET', '/', null],
    ['GET', '/v1', null],
    ['POST', '/v1/tools/whoami/', null],
    ['GET', '/v1/tools/whoami', 'POST'],
    ['DELETE', '/v1/tools/whoami', 'POST'],
    ['POST', '/v1/tools', 'GET, HEAD'],
    ['POST', '/v1/openapi.json', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('answers %s %s with 404 in the form of every error (D5)', async (method, address, allow) => {
    await using server = await openTestServer();
    const response = await fetch(`${server.url}${address}`, { method });
    expect({ status: response.status, allow: response.headers.get('allow'), body: await response.json() }).toMatchObject({
      status: 404,
      allow,
      body: { error: { code: 'not_found' } },
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('gives the answers of other entrances a request id and the common headers (D8)', async () => {
    await using server = await openTestServer({
      mount: (app) => {
        app.post('/mcp', async (c) => c.text(`${c.env.requestId} ${await c.req.text()}`));
        app.get('/assets/a.js', (c) => c.text('', 200, { 'Cache-Control': 'max-age=1' }));
      },
    });
    const response = await fetch(`${server.url}/mcp`, { method: 'POST', body: 'hello' });
    const requestId = response.headers.get('x-request-id');
    expect(requestId).toMatch(/^req_/);
    expect(await response.text()).toBe(`${requestId} hello`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const roundabout = await exchange(server.port, ['GET /v1/tools/../../assets/a.js HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n']);
    expect(roundabout?.headers.get('x-request-id')).toMatch(/^req_/);
    expect((await fetch(`${server.url}/assets/a.js`)).headers.get('cache-control')).toBe('max-age=1');
  });

  it('reports a fault of a mounted route and tells the caller nothing of it', async () => {
    await using server = await openTestServer({
      mount: (app) =>
        app.get('/broken', () => {
          throw new Error('secret of the inside');
        }),
    });
    const response = await fetch(`${server.url}/broken`);
    const text = await response.text();
    expect({ status: response.status, text }).toEqual({
      status: 500,
      text: expect.stringContaining(response.headers.get('x-request-id') ?? '-'),
    });
    expect(text).not.toContain('secret');
    expect(server.reported.map(({ cause }) => (cause as Error).message)).toEqual(['secret of the inside']);
  });
});

describe('health', () => {
  it('is alive', async () => {
    await using server = await openTestServer();
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
  });

  it('is ready while the storage can be written to, and asks it once for many', async () => {
    let asked = 0;
    const store = { checkWritable: async () => void asked++ } as never;
    await using server = await openTestServer({ gateway: { store } });
    const statuses = await Promise.all([1, 2, 3].map(async () => (await fetch(`${server.url}/readyz`)).status));
    expect({ statuses, asked }).toEqual({ statuses: [200, 200, 200], asked: 1 });
  });

  it('is not ready when it cannot', async () => {
    const store = { checkWritable: () => Promise.reject(new Error('disk full')) } as never;
    await using server = await openTestServer({ gateway: { store } });
    const response = await fetch(`${server.url}/readyz`);
    expect({ status: response.status, retry: response.headers.get('retry-after'), text: await response.text() }).toEqual({
      status: 503,
      retry: '1',
      text: expect.stringContaining('"internal_error"'),
    });
  });
});

describe('GET /metrics', () => {
  it('counts calls by tool, entrance and outcome, and keeps made-up names out', async () => {
    await using server = await openTestServer();
    await fetch(toolUrl(server, 'search'), post('{}'));
    await fetch(toolUrl(server, 'search'), post('{'));
    await fetch(toolUrl(server, 'made-up"} 1'), post('{}'));
    const response = await fetch(`${server.url}/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    const lines = text.split('\n');
    expect(lines).toContain('gatehouse_calls_total{tool="search",entrance="http",outcome="ok"} 1');
    expect(lines).toContain('gatehouse_calls_total{tool="search",entrance="http",outcome="invalid_request"} 1');
    expect(lines).toContain('gatehouse_calls_total{tool="unknown",entrance="http",outcome="not_found"} 1');
    expect(lines).toContain('gatehouse_call_duration_seconds_bucket{tool="search",entrance="http",le="+Inf"} 2');
    expect(text).not.toContain('made-up');
    expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
    expect(text).toMatch(/^gatehouse_http_requests_in_flight 1$/m);
    expect(Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(0);
    for (const line of lines.filter((line) => line !== '' && !line.startsWith('#')))
      expect(line).toMatch(/^[a-z_0-9]+(\{[^{}]*\})? [0-9.e+-]+$/);
  });

  it.each([
    ['a request that a proxy passed on', { 'X-Forwarded-For': '203.0.113.9' }, 403],
    ['a wrong token', { 'X-Forwarded-For': '203.0.113.9', Authorization: 'Bearer wrong' }, 403],
    ['the operator token', { 'X-Forwarded-For': '203.0.113.9', Authorization: 'Bearer operator-token' }, 200],
  ])('answers %s as it should', async (_what, headers, status) => {
    await using server = await openTestServer({ entrance: { operatorToken: 'operator-token' } });
    expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(status);
  });
});
