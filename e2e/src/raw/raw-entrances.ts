import { readMcpReply } from '../entrances/mcp-reply.ts';
import type { Loose } from '../kit/world.ts';
import type { Expected, RawCase } from './raw-cases.ts';
import { type RawAnswer, type RawRequest, sendRaw } from './raw-request.ts';

/** Result of the bytes of a call at an entrance. */
export interface Made {
  /** Outcome in the form of a case's expectation. */
  outcome: string;
  message: string | undefined;
}

export interface RawEntrance {
  name: string;
  send(url: string, one: RawCase, key: string, framing: RawRequest['framing']): Promise<Made>;
  /** Returns its outcome for an expectation. Faults before a call differ between entrances. */
  outcomeOf(expected: Exclude<Expected, { like: string }>): string;
}

/** Over HTTP, the address contains the tool's name, so a faulty body is a refused call, counted and logged (D1, D7). */
const httpFaults = {
  content: '400 invalid_request/malformed_body',
  bytes: '400 invalid_request/malformed_body',
  message: '400 invalid_request/too_large',
};

/**
 * Over MCP, the body contains the tool's name. If the name cannot be read, there is no call to count, log or answer, and the protocol has
 * its own error for each fault. The entrances differ only in this.
 */
const mcpFaults = {
  // The SDK of the protocol answers a media type that it does not take so, before the body is read.
  content: '415 -32000',
  // JSON-RPC calls it a parse error.
  bytes: '400 -32700',
  // A message that is larger than any tool's arguments is not read, so its caller is unknown.
  message: '413 -32600',
};

function headersOf({ authorization, contentTypes, others }: RawCase, key: string): RawRequest['headers'] {
  return [
    ...authorization.map((value) => ['Authorization', value.replaceAll('{key}', key)] as const),
    ...contentTypes.map((value) => ['Content-Type', value] as const),
    ...others,
  ];
}

const statuses: Record<string, number> = { ok: 200, unauthorized: 401, forbidden: 403 };

export const rawHttp: RawEntrance = {
  name: 'HTTP',
  async send(url, one, key, framing) {
    const body = one.input && one.wrap(one.input);
    const { status, body: text } = await sendRaw(url, { path: `/v1/tools/${one.tool}`, headers: headersOf(one, key), body, framing });
    const { error } = JSON.parse(text);
    if (status === 200) return { outcome: '200 ok', message: undefined };
    return { outcome: `${status} ${error.code}${error.reason ? `/${error.reason}` : ''}`, message: error.message };
  },
  outcomeOf: (expected) => (typeof expected === 'string' ? `${statuses[expected] ?? 400} ${expected}` : httpFaults[expected.fault]),
};

const protocol = 'io.modelcontextprotocol/';
const eras = {
  '2025-11-25': { headers: [['MCP-Protocol-Version', '2025-11-25']] as [string, string][], meta: '' },
  '2026-07-28': {
    headers: [
      ['MCP-Protocol-Version', '2026-07-28'],
      ['Mcp-Method', 'tools/call'],
    ] as [string, string][],
    meta: `,"_meta":{"${protocol}protocolVersion":"2026-07-28","${protocol}clientCapabilities":{},"${protocol}clientInfo":{"name":"raw","version":"1"}}`,
  },
};

export const rawMcp = (era: keyof typeof eras): RawEntrance => ({
  name: `MCP ${era}`,
  async send(url, one, key, framing) {
    const { tool, input, wrap } = one;
    const { headers, meta } = eras[era];
    const before = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}"${meta}${input ? ',"arguments":' : ''}`;
    const body = wrap(Buffer.concat([Buffer.from(before), input ?? Buffer.alloc(0), Buffer.from('}}')]));
    const ofProtocol: RawRequest['headers'] = [['Accept', 'application/json, text/event-stream'], ...headers];
    const named: RawRequest['headers'] = era === '2026-07-28' ? [['Mcp-Name', tool]] : [];
    const answer = await sendRaw(url, { path: '/mcp', headers: [...headersOf(one, key), ...ofProtocol, ...named], body, framing });
    return readAnswer(answer, tool, era === '2026-07-28' ? 'modern' : 'legacy');
  },
  // An answer of the pipeline is the result of a call. The status only reports an invalid caller.
  outcomeOf(expected) {
    if (typeof expected !== 'string') return mcpFaults[expected.fault];
    return expected === 'unauthorized' ? '401 unauthorized' : `200 ${expected}`;
  },
});

function readAnswer({ status, body }: RawAnswer, tool: string, era: 'modern' | 'legacy'): Made {
  const message: Loose = JSON.parse(body);
  if (status === 401) return { outcome: `401 ${message.error.code}`, message: message.error.message };
  if (status !== 200) return { outcome: `${status} ${message.error.code}`, message: message.error.message };
  const reply = readMcpReply(tool, message, era);
  return { outcome: `200 ${reply.code}${reply.reason ? `/${reply.reason}` : ''}`, message: reply.message };
}
