import { describe, expect } from 'vitest';
import { onlySqlite } from '../kit/engines.ts';
import { freePort } from '../kit/free-port.ts';
import { openPlace } from './command.ts';

const wiki = 'https://wiki.example';

describe('pages of the origins in GATEHOUSE_ALLOWED_ORIGINS (D8)', () => {
  onlySqlite(
    'call tools and MCP with a key and get tokens, without effect on the console, the sign-in page and other origins',
    async () => {
      using place = openPlace();
      const port = await freePort();
      // Clients sign in where the gateway knows its address.
      const env = { GATEHOUSE_ALLOWED_ORIGINS: `${wiki}, http://localhost:3000`, GATEHOUSE_BASE_URL: `http://localhost:${port}` };
      await using gateway = await place.start(['--port', String(port)], { env });
      const send = async (path: string, origin: string, body: object, more: Record<string, string> = {}) => {
        const headers = { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json', Origin: origin, ...more };
        const { status, headers: answered } = await fetch(`${gateway.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return [status, answered.get('access-control-allow-origin'), answered.get('access-control-allow-credentials')];
      };
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const mcp = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' };
      expect(await send('/v1/tools/whoami', wiki, {})).toEqual([200, wiki, null]);
      expect(await send('/mcp', wiki, list, mcp)).toEqual([200, wiki, null]);
      expect(await send('/v1/tools/whoami', 'https://evil.example', {})).toEqual([200, null, null]);
      expect(await send('/mcp', 'https://evil.example', list, mcp)).toEqual([403, null, null]);
      // A page of this machine may send, and its browser shows it nothing.
      expect(await send('/mcp', 'http://localhost:9', list, mcp)).toEqual([200, null, null]);
      expect(await send('/app/api/tools/my_account', wiki, {}, { 'Sec-Fetch-Site': 'cross-site' })).toEqual([403, null, null]);
      expect(await send('/app/api/tools/my_account', wiki, {})).toEqual([403, null, null]);
      const client = { client_name: 'Wiki', redirect_uris: [`${wiki}/signed-in`], token_endpoint_auth_method: 'none' };
      expect(await send('/oauth/reg', wiki, client)).toEqual([201, wiki, null]);
      expect(await send('/oauth/reg', wiki, { redirect_uris: 1 })).toEqual([400, wiki, null]);
      expect(await send('/oauth/reg', 'https://evil.example', client)).toEqual([201, null, null]);
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      for (const [origin, allowed] of [
        [wiki, wiki],
        ['https://evil.example', null],
      ] as const) {
        expect(await send('/oauth/token', origin, {}, form)).toEqual([400, allowed, null]);
        expect(await send('/oauth/token/revocation', origin, {}, form)).toEqual([400, allowed, null]);
        const page = await fetch(`${gateway.url}/oauth/auth?client_id=x`, { headers: { Origin: origin } });
        expect([page.status, page.headers.get('access-control-allow-origin')]).toEqual([400, null]);
      }
      const metadata = await fetch(`${gateway.url}/.well-known/oauth-authorization-server/oauth`, { headers: { Origin: wiki } });
      expect([metadata.status, metadata.headers.get('access-control-allow-origin')]).toEqual([
        200,
        expect.stringMatching(/^(\*|https:\/\/wiki\.example)$/),
      ]);
    },
  );
});
