import { describe, expect, it } from 'vitest';
import { exchange, goodKey, openTestServer, post, type TestServerOptions, toolUrl } from '../test-server.ts';

const wiki = 'https://wiki.example';
const open = (options: TestServerOptions = {}) => openTestServer({ allowedOrigins: [wiki, 'http://localhost:3000'], ...options });
const preflight = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization,content-type' };
const allowOrigin = 'access-control-allow-origin';

describe('pages of origins that the operator lists (D8)', () => {
  it('may call tools with a key and read headers of the answer, without cookies', async () => {
    await using server = await open();
    const answer = await fetch(toolUrl(server, 'search'), post('{}', { Origin: wiki }));
    const { headers } = answer;
    expect([answer.status, headers.get(allowOrigin), headers.get('access-control-allow-credentials')]).toEqual([200, wiki, null]);
    expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['ETag', 'Retry-After', 'Idempotency-Replayed', 'X-Request-Id', 'RateLimit', 'Deprecation', 'Sunset']),
    );
    expect(headers.get('vary')).toContain('Origin');
  });

  it('may read refusals too', async () => {
    await using server = await open();
    const answers = [
      await fetch(toolUrl(server, 'search'), { method: 'POST', headers: { Origin: wiki } }),
      await fetch(toolUrl(server, 'made_up'), post('{}', { Origin: wiki })),
      await fetch(`${server.url}/v1/nothing`, { headers: { Origin: wiki } }),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get(allowOrigin)])).toEqual([
      [401, wiki],
      [404, wiki],
      [404, wiki],
    ]);
  });

  it('get a preflight answer for two hours, and no call happens', async () => {
    await using server = await open();
    const answer = await fetch(toolUrl(server, 'search'), { method: 'OPTIONS', headers: { Origin: wiki, ...preflight } });
    const { headers } = answer;
    expect([answer.status, headers.get(allowOrigin), headers.get('access-control-max-age')]).toEqual([204, wiki, '7200']);
    expect(headers.get('access-control-allow-headers')?.toLowerCase().split(', ')).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'x-gatehouse-client']),
    );
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(server.calls).toEqual([]);
  });

  it.each([
    'https://wiki.example.evil.example',
    'https://wiki.example:8443',
    'http://wiki.example',
    'https://sub.wiki.example',
    'HTTPS://wiki.example',
    'null',
    'http://localhost:3001',
  ])('do not include %s', async (origin) => {
    await using server = await open();
    const asked = await fetch(toolUrl(server, 'search'), { method: 'OPTIONS', headers: { Origin: origin, ...preflight } });
    const called = await fetch(toolUrl(server, 'search'), post('{}', { Origin: origin }));
    expect([asked.status, asked.headers.get(allowOrigin)]).toEqual([404, null]);
    expect([called.status, called.headers.get(allowOrigin)]).toEqual([200, null]);
  });

  it.each(['/oauth/reg', '/oauth/token', '/oauth/token/revocation'])('may send a preflight request to %s', async (path) => {
    await using server = await open();
    const answer = await fetch(`${server.url}${path}`, { method: 'OPTIONS', headers: { Origin: wiki, ...preflight } });
    expect([answer.status, answer.headers.get(allowOrigin), answer.headers.get('access-control-allow-credentials')]).toEqual([
      204,
      wiki,
      null,
    ]);
  });

  it.each([
    '/app/api/tools/my_account',
    '/app',
    '/operator/tools/x',
    '/metrics',
    '/docs',
    '/v1/../app/api/tools/x',
    '/v1/%2e%2e/app',
    '/mcpx',
    '/oauth/auth',
    '/oauth/auth/abc',
    '/oauth/tokens',
    '/oauth/token/revocation/x',
    '/oauth/token/../auth',
  ])('may not read %s', async (path) => {
    await using server = await open();
    const head = (method: string) =>
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${wiki}\r\nAccess-Control-Request-Method: POST\r\nAuthorization: Bearer ${goodKey}\r\nConnection: close\r\n\r\n`;
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await exchange(server.port, [head(method)]);
      expect([method, answer?.headers.get(allowOrigin)]).toEqual([method, undefined]);
    }
  });
});

it('do not exist if the operator lists none', async () => {
  await using server = await openTestServer();
  const asked = await fetch(toolUrl(server, 'search'), { method: 'OPTIONS', headers: { Origin: wiki, ...preflight } });
  const called = await fetch(toolUrl(server, 'search'), post('{}', { Origin: wiki }));
  expect([asked.status, called.status, called.headers.get(allowOrigin), called.headers.get('vary')]).toEqual([404, 200, null, null]);
});
