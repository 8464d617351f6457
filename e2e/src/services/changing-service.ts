import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Loose } from '../kit/world.ts';

/** An MCP server over HTTP that remembers its calls. Tests change its tools. */
export interface ChangingService extends AsyncDisposable {
  url: string;
  tools: Loose[];
  /** The calls that reached it. */
  calls: { name: string; arguments: Loose }[];
  /** Their credentials, the latest last. */
  credentials: string[];
  /** Trace fields of the calls. */
  traces: { header: string | undefined; meta: string | undefined }[];
  /** The answer of a call, in place of its name. */
  text: string | undefined;
  /** Duration of a call. Milliseconds. */
  delayMs: number;
  /** Announces changed tools while it answers a call. */
  announces: boolean;
  /** Number of calls that the other side gave up. */
  givenUp: number;
}

const inputSchema = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1 },
    labels: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
  },
  required: ['title'],
};

export function tool(name: string, more: object = {}): Loose {
  return { name, description: `Does ${name}.`, inputSchema, ...more };
}

export const reading = { annotations: { readOnlyHint: true } };

const listChanged = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });

export async function openChangingService(tools: Loose[] = [tool('create'), tool('list', reading)], port = 0): Promise<ChangingService> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params } = (await json(request)) as Loose;
    if (id === undefined) return void response.writeHead(202).end();
    if (method === 'tools/call') service.credentials.push(request.headers.authorization ?? '');
    if (method === 'tools/call') service.traces.push({ header: request.headers.traceparent as string, meta: params._meta?.traceparent });
    response.on('close', () => {
      if (!response.writableFinished) service.givenUp++;
    });
    const result = await answers[method]?.(params);
    const error = { code: -32601, message: 'no such method' };
    const answer = JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) });
    const streams = service.announces && method === 'tools/call';
    response.setHeader('content-type', streams ? 'text/event-stream' : 'application/json');
    response.end(streams ? `data: ${listChanged}\n\ndata: ${answer}\n\n` : answer);
  });
  const answers: Record<string, (params: Loose) => Promise<object>> = {
    initialize: async ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'changing', version: '1' },
    }),
    'tools/list': async () => ({ tools: service.tools }),
    'tools/call': async ({ name, arguments: given }) => {
      service.calls.push({ name, arguments: given });
      await new Promise((resolve) => setTimeout(resolve, service.delayMs));
      return { content: [{ type: 'text', text: service.text ?? `${name} of ${service.url}` }] };
    },
  };
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const service: ChangingService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    tools,
    calls: [],
    credentials: [],
    traces: [],
    text: undefined,
    delayMs: 0,
    announces: false,
    givenUp: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}
