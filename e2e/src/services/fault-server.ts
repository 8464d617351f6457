import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';

/**
 * An MCP server over HTTP with all kinds of faults, as a separate program, so that its memory is not measured. Every fault is a tool of
 * that name at /mcp, and an operation of an API at /api/<fault>. At /connect/<fault> it occurs in the first answer. It prints its port.
 */
const secretHeader = (request: IncomingMessage) => request.headers.authorization ?? '';
const hits: Record<string, number> = {};
let session = 'session-1';
let listingFails = false;

const server = createServer((request, response) => {
  const path = request.url ?? '/';
  if (path === '/hits') return void response.end(JSON.stringify(hits));
  if (path === '/no-listing') {
    listingFails = true;
    return void response.end();
  }
  if (path === '/new-session') {
    session = `session-${Math.random()}`;
    return void response.end();
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => answer(path, Buffer.concat(chunks).toString(), request, response));
});

function answer(path: string, body: string, request: IncomingMessage, response: ServerResponse): void {
  if (path.startsWith('/api/')) {
    const name = path.slice('/api/'.length);
    hits[name] = (hits[name] ?? 0) + 1;
    return void faults[name]?.(response, { id: 0, request });
  }
  if (path.startsWith('/connect/')) return void faults[path.slice('/connect/'.length)]?.(response, { id: 0, request });
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const message = JSON.parse(body);
  const { id, method, params } = message;
  if (method === 'initialize') {
    response.setHeader('mcp-session-id', session);
    const { protocolVersion } = params;
    return void json(response, id, { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'faulty', version: '1' } });
  }
  if (method === 'server/discover') return void response.writeHead(400).end('no session');
  if (request.headers['mcp-session-id'] !== session) return void response.writeHead(404).end('no such session');
  if (id === undefined) return void response.writeHead(202).end();
  if (method === 'tools/list') {
    if (listingFails) {
      const error = { code: -32000, message: `no list for ${secretHeader(request)}` };
      return void started(response).end(JSON.stringify({ jsonrpc: '2.0', id, error }));
    }
    const tools = Object.keys(faults).map((name) => ({
      name,
      inputSchema: { type: 'object', properties: { required: { type: 'string' } } },
      ...(name === 'echo-secret' && { description: `Says ${secretHeader(request)}.` }),
    }));
    return void json(response, id, { tools });
  }
  hits[params.name] = (hits[params.name] ?? 0) + 1;
  faults[params.name]?.(response, { id, request, progressToken: params._meta?.progressToken });
}

type Fault = (response: ServerResponse, call: { id: unknown; request: IncomingMessage; progressToken?: unknown }) => void;

const faults: Record<string, Fault> = {
  'hang-before': () => {},
  'hang-within-body': (response) => void started(response).write('{"jsonrpc":'),
  'hang-within-stream': (response) => void streaming(response).write(': wait\n\n'),
  drip: (response) => drip(started(response)),
  'reset-before': (response) => void response.socket?.resetAndDestroy(),
  'reset-within-body': (response) => started(response).write('{"jsonrpc":', () => response.socket?.resetAndDestroy()),
  'reset-within-stream': (response) => streaming(response).write('event: message\ndata: {"j', () => response.socket?.resetAndDestroy()),
  'stream-without-answer': (response) => void streaming(response).end(': nothing\n\n'),
  garbage: (response) => void started(response).end('this is {not json'),
  'garbage-in-stream': (response) => void streaming(response).end('event: message\ndata: not json\n\n'),
  html: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>'),
  'other-json': (response) => void started(response).end('{"hello":"world"}'),
  'wrong-id': (response) => json(response, 999_999, { content: [] }),
  'empty-answer': (response) => void started(response).end(),
  'huge-body': (response) => pour(started(response), Buffer.alloc(1024 * 1024, 'x'), 600),
  'huge-stream': (response) => pour(streaming(response), Buffer.from(`data: ${'x'.repeat(1024 * 1024)}`), 600),
  'endless-events': (response) =>
    pour(streaming(response), Buffer.from(`event: message\ndata: {"jsonrpc":"2.0","method":"x"}\n\n`), Infinity),
  'gzip-bomb': (response) => {
    const gzip = createGzip();
    gzip.pipe(response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }));
    pour(gzip, Buffer.alloc(1024 * 1024), 300);
  },
  'large-result': (response, { id }) => json(response, id, { content: [{ type: 'text', text: 'x'.repeat(1024 * 1024) }] }),
  'redirect-to-loopback': (response) => void response.writeHead(307, { location: victimUrl('127.0.0.1') }).end(),
  'redirect-to-other-name': (response) => void response.writeHead(307, { location: victimUrl('localhost') }).end(),
  'status-401': (response, { request }) => void response.writeHead(401).end(`wrong token ${secretHeader(request)}`),
  'status-403': (response, { request }) => void response.writeHead(403).end(`not with ${secretHeader(request)}`),
  'status-429': (response) => void response.writeHead(429, { 'retry-after': '7' }).end('slow down'),
  'status-500': (response, { request }) => void response.writeHead(500).end(`<h1>Fault</h1> ${secretHeader(request)} ${'x'.repeat(5000)}`),
  // The first 16 KB, which are read, end in the middle of the credential.
  'status-500-cut': (response, { request }) => void response.writeHead(500).end(`${' '.repeat(16_384 - 30)}${secretHeader(request)}`),
  'status-500-huge': (response) => pour(response.writeHead(500), Buffer.alloc(1024 * 1024, 'y'), 600),
  'json-rpc-error': (response, { id, request }) =>
    void started(response).end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: `no: ${secretHeader(request)}` } })),
  'is-error': (response, { id, request }) =>
    json(response, id, { isError: true, content: [{ type: 'text', text: `bad ${secretHeader(request)}` }] }),
  'session-lost-for-good': (response) => void response.writeHead(404).end('no such session'),
  'header-overflow': (response) => void response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end(),
};

/** Calls that go well, in unusual ways. */
const good: Record<string, Fault> = {
  fine: (response, { id }) => json(response, id, { content: [{ type: 'text', text: 'fine' }] }),
  'two-answers': (response, { id }) => {
    const message = (text: string) =>
      `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })}\n\n`;
    streaming(response).end(message('first') + message('second'));
  },
  'progress-secret': (response, { id, request, progressToken }) => {
    const params = { progressToken, progress: 1, message: `working as ${secretHeader(request)}` };
    streaming(response).write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })}\n\n`);
    response.end(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } })}\n\n`);
  },
  'echo-secret': (response, { id, request }) =>
    json(response, id, { content: [{ type: 'text', text: `you sent ${secretHeader(request)}` }] }),
};
Object.assign(faults, good);

function started(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'application/json' });
}

function streaming(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}

function json(response: ServerResponse, id: unknown, result: object): void {
  started(response).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
}

/** Writes as fast as the other side reads, and stops when it has gone. */
function pour(target: NodeJS.WritableStream, chunk: Buffer, times: number): void {
  let left = times;
  let closed = false;
  target.on('close', () => {
    closed = true;
  });
  target.on('error', () => {
    closed = true;
  });
  const more = (): void => {
    while (!closed && left-- > 0) if (!target.write(chunk)) return void target.once('drain', more);
    if (!closed) target.end();
  };
  more();
}

function victimUrl(host: string): string {
  return `http://${host}:${(victim.address() as AddressInfo).port}/mcp`;
}

/** Second server, to which no request may be redirected. */
const victim = createServer((_request, response) => {
  hits.victim = (hits.victim ?? 0) + 1;
  response.end('{}');
});

victim.listen(0, '127.0.0.1');
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
