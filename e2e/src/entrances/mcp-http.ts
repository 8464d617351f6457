import { parseExactly } from '@gatehouse/domain';
import type { Loose, World } from '../kit/world.ts';
import { type Entrance, type EntranceKind, errorReply, type Reply, testClient, userAgent } from './entrance.ts';
import { readMcpReply } from './mcp-reply.ts';

const modernVersion = '2026-07-28';
const legacyVersion = '2025-11-25';
const meta = 'io.modelcontextprotocol';

/** Stateless: every request contains the name and the capabilities of the client. */
export const mcpModernEntrance = {
  name: `MCP ${modernVersion}`,
  tag: 'mcp',
  open: ({ url }: Pick<World, 'url'>): Entrance => ({
    async call(tool, input, { key, idempotencyKey }) {
      const _meta = {
        [`${meta}/protocolVersion`]: modernVersion,
        [`${meta}/clientCapabilities`]: {},
        [`${meta}/clientInfo`]: testClient,
        ...repeatMeta(idempotencyKey),
      };
      const headers = {
        'User-Agent': 'not-what-it-says/0',
        'MCP-Protocol-Version': modernVersion,
        'Mcp-Method': 'tools/call',
        'Mcp-Name': headerValue(tool),
      };
      return await post(`${url}/mcp`, { tool, key, headers, params: { name: tool, arguments: input, _meta }, era: 'modern' });
    },
    async [Symbol.asyncDispose]() {},
  }),
} as const satisfies EntranceKind;

/** The 2025 era. Clients that never send `initialize` to this server are served too. */
export const mcpLegacyEntrance = {
  name: `MCP ${legacyVersion}`,
  tag: 'mcp',
  open: ({ url }: Pick<World, 'url'>): Entrance => ({
    call: (tool, input, { key, idempotencyKey }) =>
      post(`${url}/mcp`, {
        tool,
        key,
        headers: { 'MCP-Protocol-Version': legacyVersion },
        params: { name: tool, arguments: input, ...(idempotencyKey !== undefined && { _meta: repeatMeta(idempotencyKey) }) },
        era: 'legacy',
      }),
    async [Symbol.asyncDispose]() {},
  }),
} as const satisfies EntranceKind;

/** Metadata of a message with an idempotency key. */
export function repeatMeta(idempotencyKey: string | undefined): object {
  return idempotencyKey === undefined ? {} : { 'gatehouse/idempotencyKey': idempotencyKey };
}

interface Message {
  tool: string;
  key: string | undefined;
  headers: Record<string, string>;
  params: object;
  era: 'modern' | 'legacy';
}

let lastId = 0;

async function post(url: string, { tool, key, headers, params, era }: Message): Promise<Reply> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'User-Agent': userAgent,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params }),
  });
  const text = await response.text();
  const requestId = response.headers.get('X-Request-Id') ?? undefined;
  const message = parseExactly(text) as Loose;
  const reply = response.status === 401 ? errorReply(message.error, text) : readMcpReply(tool, message, era);
  return { ...reply, requestId, headers: response.headers };
}

/** Encodes names that are not valid header values, as the protocol specifies. */
function headerValue(text: string): string {
  return /^[\x21-\x7e]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
