import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modernRequest, post } from '../mcp/raw.ts';
import { type ChangingService, openChangingService } from './changing-service.ts';
import { openServiceWorld, resultOf, type ServiceWorld } from './service-world.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${parent}-01`;
/** The same trace, below a span that is not the caller's. */
const continued = expect.stringMatching(new RegExp(`^00-${traceId}-(?!${parent})[0-9a-f]{16}-01$`));

let world: ServiceWorld;
let service: ChangingService;
/** The `traceparent` of each request to the API. */
const atTheApi: (string | string[] | undefined)[] = [];

const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: '/' }],
  paths: {
    '/pets': { get: { operationId: 'list' } },
    '/own': { get: { operationId: 'own', parameters: [{ name: 'traceparent', in: 'header', schema: { type: 'string' } }] } },
  },
};
const api = createServer((request, response) => {
  if (request.url === '/openapi.json') return void response.end(JSON.stringify(document));
  atTheApi.push(request.headers.traceparent);
  response.setHeader('content-type', 'application/json').end('{}');
});

beforeAll(async () => {
  world = await openServiceWorld();
  service = await openChangingService();
  await once(api.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(api.address() as { port: number }).port}/openapi.json`;
  const connection = { service: 'pets', name: 'pets', visibility: 'organization', kind: 'openapi', url, access: { type: 'none' } };
  await world.as(world.owner, 'add_connection', connection);
  await world.addHttp('changing', service.url);
  await world.addCommand('echo', ['-e', echo]);
});

afterAll(async () => {
  expect(world.faults).toEqual([]);
  api.closeAllConnections();
  api.close();
  await service[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** An MCP server on stdio that answers a call with the trace it was told. */
const echo = `
  const answers = {
    initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'echo', version: '1' } }),
    'tools/list': () => ({ tools: [{ name: 'trace', inputSchema: { type: 'object' } }] }),
    'tools/call': ({ _meta }) => ({ content: [{ type: 'text', text: String(_meta?.traceparent) }] }),
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const result = answers[method]?.(params);
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32601, message: 'no' } }) }));
  });
`;

const traced = { origin: { entrance: 'http' as const, traceparent } };

it('passes a trace on to an HTTP API, and none if the caller gave none (D14)', async () => {
  atTheApi.length = 0;
  for (const more of [traced, traced, {}]) resultOf(await world.run('pets__list', {}, more));
  expect(atTheApi).toEqual([continued, continued, undefined]);
  expect(atTheApi[0]).not.toBe(atTheApi[1]);
});

it('does not change a traceparent that an operation accepts as an argument', async () => {
  atTheApi.length = 0;
  resultOf(await world.run('pets__own', { traceparent: 'own' }, traced));
  expect(atTheApi).toEqual(['own']);
});

it('passes a trace on to an MCP server over HTTP, in the message and in a header (D14)', async () => {
  service.traces.length = 0;
  for (const more of [traced, {}]) resultOf(await world.run('changing__create', { title: 'one' }, more));
  expect(service.traces).toEqual([
    { header: continued, meta: continued },
    { header: undefined, meta: undefined },
  ]);
  expect(service.traces[0]?.header).toBe(service.traces[0]?.meta);
});

it('passes a trace on to an MCP server on stdio (D14)', async () => {
  const told = async (more: object) => resultOf(await world.run('echo__trace', {}, more)).content[0].text;
  expect([await told(traced), await told({})]).toEqual([continued, 'undefined']);
});

it('reads the trace from the header of either entrance and from the message, and logs it', async () => {
  service.traces.length = 0;
  const input = { toolSlug: 'changing__create', arguments: { title: 'one' } };
  const { body, headers } = modernRequest('tools/call', { name: 'execute_service_tool', arguments: input, _meta: { traceparent } });
  const authorization = { Authorization: `Bearer ${world.writeKey}`, 'Content-Type': 'application/json' };
  const answers = [
    await post(`${world.url}/mcp`, world.writeKey, body, headers),
    await fetch(`${world.url}/v1/tools/execute_service_tool`, {
      method: 'POST',
      headers: { ...authorization, traceparent },
      body: JSON.stringify(input),
    }),
  ];
  for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('create of')]);
  expect(service.traces).toEqual([continued, continued].map((trace) => ({ header: trace, meta: trace })));
  const rows = await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 2 }));
  expect(rows.map((row) => row.traceId)).toEqual([traceId, traceId]);
});
