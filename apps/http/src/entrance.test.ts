import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { exchange, goodKey, openTestServer, post, toolUrl } from './test-server.ts';

const authorized = { headers: { Authorization: `Bearer ${goodKey}` } };

describe('GET /v1/tools (D9)', () => {
  it('lists the tools that the key can call, without counting as a call', async () => {
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

  it('adds a request id and the common headers to answers of other entrances (D8)', async () => {
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

  it('reports a fault of a mounted route, and hides it from the caller', async () => {
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

  it('is ready while the storage is writable, and asks it once for many requests', async () => {
    let asked = 0;
    const store = { checkWritable: async () => void asked++, isReplaced: async () => false } as never;
    await using server = await openTestServer({ gateway: { store } });
    const statuses = await Promise.all([1, 2, 3].map(async () => (await fetch(`${server.url}/readyz`)).status));
    expect({ statuses, asked }).toEqual({ statuses: [200, 200, 200], asked: 1 });
  });

  it('is not ready if the storage is not writable', async () => {
    const store = { checkWritable: () => Promise.reject(new Error('disk full')), isReplaced: async () => false } as never;
    await using server = await openTestServer({ gateway: { store } });
    const response = await fetch(`${server.url}/readyz`);
    expect({ status: response.status, retry: response.headers.get('retry-after'), text: await response.text() }).toEqual({
      status: 503,
      retry: '1',
      text: expect.stringContaining('"internal_error"'),
    });
  });

  it('is not ready if its database is not the one that it opened, and states that first', async () => {
    const store = { checkWritable: () => Promise.reject(new Error('no such table')), isReplaced: async () => true } as never;
    await using server = await openTestServer({ gateway: { store } });
    const response = await fetch(`${server.url}/readyz`);
    const body = (await response.json()) as { error: { message: string } };
    expect([response.status, body.error.message]).toEqual([
      503,
      expect.stringContaining('deleted, replaced or overwritten under this gateway'),
    ]);
  });
});

describe('GET /metrics', () => {
  it('counts calls by tool, entrance and outcome, without unknown names', async () => {
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
    expect(lines).toContain('gatehouse_call_duration_seconds_bucket{le="+Inf",tool="search",entrance="http"} 2');
    expect(text).not.toContain('made-up');
    expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
    expect(text).toMatch(/^gatehouse_http_requests_in_flight 1$/m);
    expect(Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(0);
    for (const line of lines.filter((line) => line !== '' && !line.startsWith('#')))
      expect(line).toMatch(/^[a-z_0-9]+(\{[^{}]*\})? [0-9.e+-]+$/);
  });

  /** Returns the status of a GET with only these headers. */
  async function statusOf(server: { port: number }, headers: Record<string, string>): Promise<number | undefined> {
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get({ host: '127.0.0.1', port: server.port, path: '/metrics', headers, setHost: false, agent: false }, resolve).once('error', reject),
    );
    response.resume();
    return response.statusCode;
  }
  const local = { Host: '127.0.0.1:4747' };
  const token = 'a-token-of-the-operator';
  const bearer = { Authorization: `Bearer ${token}` };

  it.each([
    ['a request of the machine itself', local, 200],
    ['one to localhost', { Host: 'localhost:4747' }, 200],
    ['one to ::1', { Host: '[::1]:4747' }, 200],
    ['one that a proxy passed on with the Host it was given', { Host: 'gatehouse.example' }, 403],
    ['one to a Host that only begins like loopback', { Host: '127.0.0.1.example' }, 403],
    ['one with X-Forwarded-For', { ...local, 'X-Forwarded-For': '203.0.113.9' }, 403],
    ['one with X-Forwarded-Proto alone', { ...local, 'X-Forwarded-Proto': 'https' }, 403],
    ['one with X-Real-IP', { ...local, 'X-Real-IP': '203.0.113.9' }, 403],
    ['one with Via', { ...local, Via: '1.1 proxy' }, 403],
    ['one with Forwarded', { ...local, Forwarded: 'for=203.0.113.9' }, 403],
    ['a wrong token', { Host: 'gatehouse.example', Authorization: 'Bearer wrong' }, 403],
    ['the token', { Host: 'gatehouse.example', 'X-Forwarded-For': '203.0.113.9', ...bearer }, 200],
  ])('answers %s as expected', async (_what, headers, status) => {
    await using server = await openTestServer({ entrance: { metricsAccess: { token } } });
    expect(await statusOf(server, headers)).toBe(status);
  });

  it('shows nothing to an empty token if none is set', async () => {
    await using server = await openTestServer();
    expect(await statusOf(server, { Host: 'gatehouse.example', Authorization: 'Bearer ' })).toBe(403);
    expect(await statusOf(server, { Host: 'gatehouse.example', Authorization: 'Bearer undefined' })).toBe(403);
  });

  it('does not trust loopback behind a proxy, because some proxies pass on neither Host nor address', async () => {
    await using server = await openTestServer({ entrance: { metricsAccess: { token, baseUrl: 'https://gatehouse.example' } } });
    expect(await statusOf(server, local)).toBe(403);
    expect(await statusOf(server, { ...local, ...bearer })).toBe(200);
    await using ofThisMachine = await openTestServer({ entrance: { metricsAccess: { baseUrl: 'http://localhost:4747' } } });
    expect(await statusOf(ofThisMachine, local)).toBe(200);
  });
});
