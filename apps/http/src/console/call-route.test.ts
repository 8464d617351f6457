import { type Answer, type Call, type Caller, GatewayError } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { exchange, openTestServer, type TestServer, type TestServerOptions } from '../test-server.ts';

const own = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', 'User-Agent': 'a browser' };

/** Opens a server whose pipeline records every call and always gives the same answer. */
async function openConsole(answer: Partial<Answer & { ok: true }> = {}, options: TestServerOptions = {}) {
  const calls: (Call & { read?: unknown })[] = [];
  const identified: [unknown, unknown][] = [];
  const server = await openTestServer({
    ...options,
    gateway: {
      async identify(credential, tool) {
        identified.push([credential, tool]);
        if (credential.type === 'visitor') throw new GatewayError('unauthorized', 'sign in first');
        return {} as Caller;
      },
      async call(call) {
        try {
          calls.push({ ...call, read: call.readArguments() });
        } catch (error) {
          return { ok: false, error: error as GatewayError, rate: undefined };
        }
        return { ok: true, value: {}, json: '{}', rate: undefined, ...answer };
      },
    },
  });
  return { server, calls, identified };
}

const post = (server: TestServer, path: string, headers: Record<string, string> = {}, body = '{"a":1}') =>
  fetch(`${server.url}/app/api/${path}`, { method: 'POST', headers: { ...own, ...headers }, body });

describe('the route of the console', () => {
  it('passes on the session, the organization and the known facts about the browser (D42)', async () => {
    const { server, calls } = await openConsole({}, { entrance: { trustedProxies: ['127.0.0.1'] } });
    await using _ = server;
    const cookie = 'gatehouse-session=token; gatehouse-browser=known';
    const answer = await post(server, 'org_1/tools/list_people', { cookie, 'X-Forwarded-For': '192.0.2.1' });
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const visit = { address: '192.0.2.1', browser: 'known', client: 'a browser' };
    expect(calls).toMatchObject([
      {
        tool: { name: 'list_people' },
        credential: { type: 'session', token: 'token', orgId: 'org_1', visit },
        origin: { entrance: 'console', client: 'a browser' },
        read: { a: 1 },
      },
    ]);
    await post(server, 'tools/my_account', { cookie });
    await post(server, 'tools/sign_in');
    expect(calls.slice(1)).toMatchObject([
      { tool: { name: 'my_account' }, credential: { type: 'session', token: 'token', orgId: undefined } },
      { tool: { name: 'sign_in' }, credential: { type: 'visitor', visit: { address: undefined, browser: undefined } } },
    ]);
  });

  it('streams progress if the browser asks for it and there is any, with the answer last', async () => {
    const { server } = await openConsole();
    await using _ = server;
    const watched = { Accept: 'application/x-ndjson' };
    const silent = await post(server, 'org_1/tools/list_people', watched);
    expect([silent.headers.get('content-type'), await silent.json()]).toEqual(['application/json', {}]);
    await using telling = await openTestServer({
      gateway: {
        identify: async () => ({}) as Caller,
        async call({ onProgress }) {
          onProgress?.({ progress: 1, total: 4, message: 'reading' });
          // Too soon after the first one to be sent.
          onProgress?.({ progress: 2, total: 4, message: 'reading' });
          return { ok: false, error: new GatewayError('forbidden', 'not you'), rate: undefined };
        },
      },
    });
    const answer = await post(telling, 'org_1/tools/check_service', watched);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/x-ndjson',
      'no-store',
    ]);
    const lines = (await answer.text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { progress: 1, total: 4, message: 'reading' },
      { status: 403, body: { error: { code: 'forbidden' } } },
    ]);
    expect((await post(telling, 'org_1/tools/check_service')).status).toBe(403);
  });

  it('sets and removes the cookies that the pipeline returns', async () => {
    const { server } = await openConsole({ browser: { session: null, browser: 'new' } });
    await using _ = server;
    const answer = await post(server, 'tools/sign_out', { cookie: 'gatehouse-session=token' });
    expect(answer.headers.getSetCookie()).toEqual([
      'gatehouse-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'gatehouse-browser=new; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax',
    ]);
  });

  it.each([{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'same-site' }, { 'Sec-Fetch-Site': 'none' }])(
    'refuses a request from another site before any other check: %j',
    async (headers) => {
      const { server, calls } = await openConsole();
      await using _ = server;
      const answer = await post(server, 'org_1/tools/list_people', headers);
      expect([answer.status, await answer.json()]).toMatchObject([403, { error: { code: 'forbidden', reason: 'cross_site' } }]);
      expect(calls).toEqual([]);
    },
  );

  it('refuses an unknown tool name, as MCP does', async () => {
    const { server, calls } = await openConsole();
    await using _ = server;
    for (const path of ['/app/api/tools/sign_in', '/app/anything', '/app']) {
      const answer = await exchange(server.port, [
        `POST ${path} HTTP/1.1\r\nHost: evil.example\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      ]);
      expect(answer?.status).toBe(403);
    }
    expect(calls).toEqual([]);
  });

  it('accepts only JSON', async () => {
    const { server } = await openConsole();
    await using _ = server;
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await post(server, 'tools/sign_in', { 'Content-Type': type });
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: { reason: 'malformed_body' } }]);
    }
  });

  it('does not wait for the body of a caller who is not signed in, and does not ask for a key', async () => {
    const { server, identified } = await openConsole();
    await using _ = server;
    const answer = await exchange(server.port, [
      'POST /app/api/org_1/tools/write_file HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 1000\r\n\r\n{',
    ]);
    expect([answer?.status, answer?.headers.get('www-authenticate')]).toEqual([401, undefined]);
    expect(identified).toMatchObject([[{ type: 'visitor' }, { name: 'write_file' }]]);
  });

  it('answers another method with 404 and names the allowed one', async () => {
    const { server } = await openConsole();
    await using _ = server;
    for (const path of ['tools/sign_in', 'org_1/tools/list_people']) {
      const answer = await fetch(`${server.url}/app/api/${path}`);
      expect([answer.status, answer.headers.get('allow')]).toEqual([404, 'POST']);
    }
  });
});
