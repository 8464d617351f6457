import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Loose } from '../kit/world.ts';

export interface Asked {
  id: unknown;
  method: string;
  params: Loose;
  request: IncomingMessage;
}

type Answerer = (response: ServerResponse, asked: Asked) => void;

/** An MCP server over HTTP that starts normally, and answers all other requests as a test specifies. */
export interface OddServer extends AsyncDisposable {
  url: string;
  origin: string;
  /** Answers by method, or by tool name for calls. */
  answers: Record<string, Answerer>;
}

export function result(response: ServerResponse, { id }: Asked, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${typeof value === 'string' ? value : JSON.stringify(value)}}`);
}

export function streamed(response: ServerResponse, messages: Iterable<object | string>): void {
  response.setHeader('content-type', 'text/event-stream');
  for (const message of messages) response.write(`data: ${typeof message === 'string' ? message : JSON.stringify(message)}\n\n`);
  response.end();
}

export async function openOddServer(): Promise<OddServer> {
  const http = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = await text(request);
    const direct = server.answers[`${request.method} ${pathname}`];
    if (direct) return direct(response, { id: undefined, method: pathname, params: {}, request });
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body) as Loose;
    const asked = { id, method, params, request };
    if (id === undefined) return void response.writeHead(202).end();
    if (method === 'initialize' && !server.answers.initialize) {
      const { protocolVersion } = params;
      return result(response, asked, { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } });
    }
    const answer = server.answers[method === 'tools/call' ? params.name : method];
    if (answer) return answer(response, asked);
    if (method === 'tools/list') {
      const names = Object.keys(server.answers).filter((name) => /^[a-z-]+$/.test(name));
      return result(response, asked, { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) });
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } }));
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: OddServer = {
    url: `${origin}/mcp`,
    origin,
    answers: {},
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return server;
}
