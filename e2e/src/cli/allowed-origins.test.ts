import { describe, expect } from 'vitest';
import { onlySqlite } from '../engines.ts';
import { openPlace } from './command.ts';

const wiki = 'https://wiki.example';

describe.each([1, 2])('pages of the origins in GATEHOUSE_ALLOWED_ORIGINS, with %d workers (D8)', (workers) => {
  onlySqlite('call tools and MCP with a key; the console and other origins are as before', async () => {
    using place = openPlace();
    const env = { GATEHOUSE_ALLOWED_ORIGINS: `${wiki}, http://localhost:3000` };
    await using gateway = await place.start(['--workers', String(workers)], { env });
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
  });
});
