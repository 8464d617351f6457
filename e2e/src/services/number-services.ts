import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Services that get one number as `n`, and answer it as it came: an API, and MCP servers over every transport. */
export interface NumberServices extends AsyncDisposable {
  api: string;
  mcp: string;
  streamed: string;
  older: string;
  /** A program of MCP over stdio, for `node -e`. */
  program: string;
  /** Requests that reached any of them over HTTP: address, headers and body. */
  seen: { target: string; header: string | undefined; body: string }[];
}

const parameter = (name: string, place: string) => ({ name, in: place, required: place === 'path', schema: { type: 'number' } });
const body = (type: string) => ({ content: { [type]: { schema: { type: 'object', properties: { n: { type: 'number' } } } } } });
const numbers = { type: 'array', items: { type: 'number' } };
const deep = { name: 'a', in: 'query', style: 'deepObject', schema: { type: 'object', properties: { b: numbers } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Numbers', version: '1' },
  servers: [{ url: '/api' }],
  paths: {
    '/path/{n}': { get: { operationId: 'path', parameters: [parameter('n', 'path')] } },
    '/query': { get: { operationId: 'query', parameters: [parameter('n', 'query')] } },
    '/list': { get: { operationId: 'list', parameters: [{ name: 'n', in: 'query', schema: numbers }] } },
    '/deep': { get: { operationId: 'deep', parameters: [deep] } },
    '/header': { get: { operationId: 'header', parameters: [parameter('n', 'header')] } },
    '/body': { post: { operationId: 'body', requestBody: body('application/json') } },
    '/form': { post: { operationId: 'form', requestBody: body('application/x-www-form-urlencoded') } },
    '/parts': { post: { operationId: 'parts', requestBody: body('multipart/form-data') } },
    '/posts/{id}': {
      delete: { operationId: 'deletePost', parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] },
    },
  },
};

/** Answers a message of JSON-RPC by its text alone. Runs in this process and in the program. */
function answerTo(message: string): string | undefined {
  const [, id] = /"id":("[^"]*"|\d+)/.exec(message) ?? [];
  const [, method] = /"method":"([^"]+)"/.exec(message) ?? [];
  if (id === undefined || method === undefined) return undefined;
  const tool = '{"name":"echo","inputSchema":{"type":"object","properties":{"n":{"type":["number","null"],"maximum":1e400}}}}';
  const [, n = 'null'] = /"arguments":\{"n":([^}]*)\}/.exec(message) ?? [];
  const [, version = '2025-06-18'] = /"protocolVersion":"([^"]+)"/.exec(message) ?? [];
  const results: Record<string, string> = {
    initialize: `{"protocolVersion":"${version}","capabilities":{"tools":{}},"serverInfo":{"name":"numbers","version":"1"}}`,
    'tools/list': `{"tools":[${tool}]}`,
    'tools/call': `{"content":[{"type":"text","text":"got ${n}"}],"structuredContent":{"n":[${n}]}}`,
  };
  const result = results[method];
  if (!result) return `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"no such method"}}`;
  return `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
}

const program = `${answerTo.toString()}
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) { const answer = answerTo(line); if (answer) process.stdout.write(answer + '\\n'); }
});`;

export async function openNumberServices(): Promise<NumberServices> {
  const seen: NumberServices['seen'] = [];
  let older: ServerResponse | undefined;
  const http = createServer(async (request, response) => {
    const target = request.url as string;
    const sent = await text(request);
    if (target === '/openapi.json') return void response.end(JSON.stringify(document));
    if (target === '/sse' && request.method === 'GET') {
      older = response.writeHead(200, { 'content-type': 'text/event-stream' });
      return void response.write('event: endpoint\ndata: /messages\n\n');
    }
    if (request.method !== 'POST' && !target.startsWith('/api/')) return void response.writeHead(405).end();
    seen.push({ target, header: request.headers.n?.toString(), body: sent });
    if (target.startsWith('/api/')) return answerApi(response, target, request.headers.n?.toString(), sent);
    const answer = answerTo(sent);
    if (target === '/messages') {
      response.writeHead(202).end();
      if (answer) older?.write(`data: ${answer}\n\n`);
    } else if (!answer) response.writeHead(202).end();
    else if (target === '/mcp') response.setHeader('content-type', 'application/json').end(answer);
    else await stream(response, `: it's "\r\nid: 1915883588174806058\r\ndata: ${answer}\r\n\r\n`);
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    api: `${origin}/openapi.json`,
    mcp: `${origin}/mcp`,
    streamed: `${origin}/stream`,
    older: `${origin}/sse`,
    program,
    seen,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

function answerApi(response: ServerResponse, target: string, header: string | undefined, sent: string): void {
  const [, n = 'null'] =
    /(?:[/=:]|^|\r\n\r\n)(-?[\d.]+(?:[eE][-+]?\d+)?)(?:\}|\r|$)/.exec(sent || header || decodeURIComponent(target)) ?? [];
  response.setHeader('content-type', 'application/json').end(`{"n":[${n}]}`);
}

/** Sends events in pieces that end at any byte. */
async function stream(response: ServerResponse, events: string): Promise<void> {
  response.setHeader('content-type', 'text/event-stream');
  for (let at = 0; at < events.length; at += 37) {
    response.write(events.slice(at, at + 37));
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}
