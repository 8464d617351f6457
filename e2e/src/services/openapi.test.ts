import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpEntrance, mcpLegacyEntrance, mcpModernEntrance } from '../entrances/index.ts';
import type { Loose, World } from '../kit/world.ts';
import { credential } from '../secrets/planted.ts';
import { openServiceWorld, refusalOf, resultOf, type ServiceWorld } from './service-world.ts';

const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}
/** Requests to the API. */
let seen: Seen[] = [];
/** The `authorization` of each request for a document. */
let documentAuthorizations: (string | undefined)[] = [];
let tokens = 0;
let oddToken: unknown;
/** Access tokens that the API takes no more. */
const revoked = new Set<string>();

const document = (openapi: string) => ({
  openapi,
  info: { title: 'Pets', version: '1' },
  servers: [{ url: '/api' }],
  paths: {
    '/pets': {
      get: { operationId: 'listPets', parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }] },
      post: {
        operationId: 'createPet',
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
      },
    },
    '/pets/{id}/picture': {
      get: { operationId: 'picture', parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] },
    },
    '/text': { get: { operationId: 'text' } },
    '/bytes': { get: { operationId: 'bytes' } },
    '/nothing': { delete: { operationId: 'nothing' } },
    '/versioned': { get: { operationId: 'versioned', responses: { 200: { headers: { 'X-Quota': {} } } } } },
    '/closing': { get: { operationId: 'readClosing' }, post: { operationId: 'writeClosing' } },
    '/unchanged': { get: { operationId: 'unchanged' } },
    '/broken': { get: { operationId: 'broken' } },
    '/list': { get: { operationId: 'list' } },
    '/wrong-json': { get: { operationId: 'wrongJson' } },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: { type: 'string' }, age: { type: 'integer' } },
      },
    },
  },
});

/** Headers of an answer. They repeat a secret, as some APIs do. */
const versionHeaders = {
  location: '/api/pets/7',
  link: `</api/pets?page=2&key=${credential}>; rel="next"`,
  etag: '"v1"',
  'x-total-count': '12',
  'retry-after': '5',
  'x-quota': '7 left',
  'x-request-id': 'not declared',
  'set-cookie': 'session=1',
};

const answers: Record<string, [status: number, type: string, body: string | Buffer, headers?: object]> = {
  '/api/pets': [200, 'application/json', '{"pets": [{"name": "Rex", "age": 3}]}'],
  '/api/pets/7/picture': [200, 'image/png', png],
  '/api/text': [200, 'text/plain; charset=utf-8', 'hällo'],
  '/api/bytes': [200, 'application/zip', png],
  '/api/nothing': [204, '', ''],
  '/api/versioned': [200, 'application/json', '{"name":"Rex"}', versionHeaders],
  '/api/closing': [200, 'text/plain', 'once more'],
  '/api/unchanged': [304, '', '', { etag: '"v1"' }],
  '/api/broken': [503, 'application/json', JSON.stringify({ error: `database of ${credential} is down` })],
  '/api/list': [200, 'application/json', '[1,2]'],
  '/api/wrong-json': [200, 'application/json', '{"pets": ['],
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { pathname } = new URL(request.url as string, 'http://x');
    if (pathname.startsWith('/openapi')) documentAuthorizations.push(request.headers.authorization);
    if (pathname === '/openapi-3.1.json') return void response.end(JSON.stringify(document('3.1.0')));
    if (pathname === '/openapi-3.0.json') return void response.end(JSON.stringify(document('3.0.3')));
    if (pathname === '/token') {
      tokens++;
      const isKnown =
        request.headers.authorization === `Basic ${Buffer.from(`client:${encodeURIComponent(credential)}`).toString('base64')}`;
      return void response
        .writeHead(isKnown ? 200 : 401)
        .end(JSON.stringify({ access_token: oddToken ?? `token-${tokens}`, expires_in: 3600 }));
    }
    seen.push({
      method: request.method as string,
      url: request.url as string,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    if (pathname === '/api/closing' && seen.length % 2 === 1) return void request.socket.destroy();
    if (revoked.has(request.headers.authorization ?? '')) return void response.writeHead(401).end('the token was revoked');
    const [status, type, body, more] = answers[pathname] ?? [404, 'text/plain', 'no such thing'];
    response.writeHead(status, { ...(type && { 'content-type': type }), ...more }).end(body);
  });
});

let world: ServiceWorld;
let origin: string;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await openServiceWorld({ deadlineMs: 3000 });
  await add('pets', { url: `${origin}/openapi-3.1.json` });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  server.close();
});
beforeEach(() => {
  seen = [];
  documentAuthorizations = [];
});

const add = (service: string, more: object) =>
  world.as(world.owner, 'add_connection', {
    service,
    name: service,
    kind: 'openapi',
    visibility: 'organization',
    access: { type: 'bearer', token: credential },
    ...more,
  });

describe.each(['3.0', '3.1'])('a service described by OpenAPI %s', (version) => {
  const service = `pets-${version.replace('.', '-')}`;
  beforeAll(() => add(service, { url: `${origin}/openapi-${version}.json` }));

  it('lists its operations with modes and schemas', async () => {
    const { tools } = await world.as(world.owner, 'list_service_tools', { service, includeSchemas: true });
    expect(tools.map((tool: Loose) => [tool.toolSlug, tool.mode])).toEqual(
      [
        'broken',
        'bytes',
        'createPet',
        'list',
        'listPets',
        'nothing',
        'picture',
        'readClosing',
        'text',
        'unchanged',
        'versioned',
        'writeClosing',
        'wrongJson',
      ].map((name) => [`${service}__${name}`, ['createPet', 'nothing', 'writeClosing'].includes(name) ? 'write' : 'read']),
    );
  });

  it('returns the results of the service, through every entrance (D35)', async () => {
    const calls: [string, object, string, Loose][] = [
      [
        'listPets',
        { limit: 1 },
        '/api/pets?limit=1',
        { content: [{ type: 'text', text: answers['/api/pets']?.[2] }], structuredContent: { pets: [{ name: 'Rex', age: 3 }] } },
      ],
      [
        'picture',
        { id: '7' },
        '/api/pets/7/picture',
        { content: [{ type: 'image', data: png.toString('base64'), mimeType: 'image/png' }] },
      ],
      ['text', {}, '/api/text', { content: [{ type: 'text', text: 'hällo' }] }],
      ['nothing', {}, '/api/nothing', { content: [{ type: 'text', text: 'HTTP 204' }] }],
      [
        'versioned',
        {},
        '/api/versioned',
        {
          content: [{ type: 'text', text: '{"name":"Rex"}' }],
          structuredContent: { name: 'Rex' },
          headers: {
            location: '/api/pets/7',
            link: '</api/pets?page=2&key=[secret removed]>; rel="next"',
            etag: '"v1"',
            'x-total-count': '12',
            'retry-after': '5',
            'x-quota': '7 left',
          },
        },
      ],
      ['unchanged', {}, '/api/unchanged', { content: [{ type: 'text', text: 'HTTP 304' }], headers: { etag: '"v1"' } }],
      ['list', {}, '/api/list', { content: [{ type: 'text', text: '[1,2]' }], structuredContent: { result: [1, 2] } }],
      [
        'bytes',
        {},
        '/api/bytes',
        {
          content: [
            { type: 'resource', resource: { uri: `${origin}/api/bytes`, mimeType: 'application/zip', blob: png.toString('base64') } },
          ],
        },
      ],
    ];
    for (const kind of [httpEntrance, mcpModernEntrance, mcpLegacyEntrance]) {
      await using entrance = kind.open(world as unknown as World);
      for (const [name, given, url, expected] of calls) {
        seen = [];
        const input = { toolSlug: `${service}__${name}`, arguments: given };
        const reply = await entrance.call('execute_service_tool', input, { key: world.writeKey });
        expect({ name, code: reply.code, value: reply.value }).toEqual({ name, code: 'ok', value: expected });
        expect(seen.map((request) => request.url)).toEqual([url]);
      }
    }
  });

  it('refuses wrong arguments with every path, and sends nothing to the service (D33)', async () => {
    const wrong: [string, object, string[]][] = [
      ['createPet', {}, ['arguments/body is required']],
      [
        'createPet',
        { body: { name: 5, age: 'x', colour: 'red' } },
        ['arguments/body/name must be string', 'arguments/body/age must be integer', 'arguments/body/colour is unknown'],
      ],
      ['createPet', { body: {} }, ['arguments/body/name is required']],
      ['listPets', { limit: 0 }, ['arguments/limit must be >= 1']],
      ['listPets', { lmit: 1 }, ['arguments/lmit is unknown']],
    ];
    for (const [name, given, paths] of wrong) {
      const refused = refusalOf(await world.run(`${service}__${name}`, given));
      expect(refused.reason).toBe('invalid_service_arguments');
      for (const path of paths) expect(refused.message).toContain(path);
    }
    expect(seen).toEqual([]);
  });

  it('gets a GET once more if the connection closes at that time, and no other request (D35)', async () => {
    resultOf(await world.run(`${service}__readClosing`));
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'GET']);
    seen = [];
    expect(refusalOf(await world.run(`${service}__writeClosing`)).message).toContain('broke off');
    expect(seen.map(({ method }) => method)).toEqual(['POST']);
    seen = [];
    const { connections } = await world.as(world.owner, 'list_connections');
    const { connectionId } = connections.find((connection: Loose) => connection.service === service);
    await world.as(world.owner, 'mark_service_tool', { connectionId, tool: 'readClosing', mode: 'write' });
    expect(refusalOf(await world.run(`${service}__readClosing`)).message).toContain('broke off');
    expect(seen.map(({ method }) => method)).toEqual(['GET']);
  });

  it("answers 502 with the service's message if it fails", async () => {
    expect(refusalOf(await world.run(`${service}__broken`)).message).toMatch(/answered with HTTP 503; check whether .*database/);
    expect(refusalOf(await world.run(`${service}__wrongJson`)).message).toContain('returned invalid JSON');
  });
});

describe('credentials', () => {
  const secret = credential;
  it.each([
    [{ type: 'bearer', token: secret }, (request: Seen) => request.headers.authorization, `Bearer ${secret}`],
    [
      { type: 'basic', username: 'me', password: secret },
      (request: Seen) => request.headers.authorization,
      `Basic ${Buffer.from(`me:${secret}`).toString('base64')}`,
    ],
    [{ type: 'api-key', in: 'header', name: 'X-Key', value: secret }, (request: Seen) => request.headers['x-key'], secret],
    [
      { type: 'api-key', in: 'query', name: 'key', value: secret },
      (request: Seen) => request.url,
      `/api/text?key=${encodeURIComponent(secret)}`,
    ],
    [{ type: 'headers', headers: { 'X-One': secret, 'X-Two': 'two' } }, (request: Seen) => request.headers['x-one'], secret],
  ])('are sent in the form that the service requires: %j', async (access, find, expected) => {
    await add('with-access', { url: `${origin}/openapi-3.1.json`, access });
    await world.run('with-access__text');
    expect(seen.map(find)).toEqual([expected]);
    expect(refusalOf(await world.run('with-access__broken')).message).not.toContain(secret);
  });

  it('fetch an access token once for many calls (OAuth client credentials)', async () => {
    const access = { type: 'client-credentials', tokenUrl: `${origin}/token`, clientId: 'client', clientSecret: secret };
    await add('with-token', { url: `${origin}/openapi-3.1.json`, access });
    const before = tokens;
    await Promise.all(Array.from({ length: 5 }, () => world.run('with-token__text')));
    expect(tokens - before).toBe(1);
    expect(new Set(seen.map((request) => request.headers.authorization))).toEqual(new Set([`Bearer token-${tokens}`]));
  });

  it('fetch another access token after one was revoked, once for all calls, and repeat the calls', async () => {
    const access = { type: 'client-credentials', tokenUrl: `${origin}/token`, clientId: 'client', clientSecret: secret };
    await add('with-revoked-token', { url: `${origin}/openapi-3.1.json`, access });
    const run = async () => resultOf(await world.run('with-revoked-token__text'));
    await run();
    revoked.add(`Bearer token-${tokens}`);
    const before = tokens;
    await Promise.all(Array.from({ length: 5 }, run));
    expect(tokens - before).toBe(1);
    for (let token = tokens; token < tokens + 10; token++) revoked.add(`Bearer token-${token}`);
    seen = [];
    const refused = refusalOf(await world.run('with-revoked-token__text'));
    expect(refused.message).toMatch(/refused the credentials of this connection \(HTTP 401\); ask a manager of the connection/);
    expect(seen).toHaveLength(2);
    revoked.clear();
    await run();
  });

  it('are reported as wrong if no token is issued', async () => {
    const access = { type: 'client-credentials', tokenUrl: `${origin}/token`, clientId: 'client', clientSecret: 'another-secret' };
    await add('wrong-token', { url: `${origin}/openapi-3.1.json`, access });
    expect(refusalOf(await world.run('wrong-token__text')).message).toContain('refused the credentials');
    expect(seen).toEqual([]);
  });

  it.each(['in two\nlines', 'beyond ASCII: ü', '', 5])('do not accept %j as an access token', async (odd) => {
    oddToken = odd;
    const access = { type: 'client-credentials', tokenUrl: `${origin}/token`, clientId: 'client', clientSecret: secret };
    await add('odd-token', { url: `${origin}/openapi-3.1.json`, access });
    const refused = refusalOf(await world.run('odd-token__text'));
    oddToken = undefined;
    expect(refused.message).toContain('an authorization server that issued no access token; ask a manager of the connection');
    expect([seen, world.faults]).toEqual([[], []]);
  });

  it('are never sent for the document', async () => {
    await add('secret-document', { url: `${origin}/openapi-3.1.json`, access: { type: 'bearer', token: secret } });
    expect({ documentAuthorizations, seen }).toEqual({ documentAuthorizations: [undefined], seen: [] });
  });
});

describe('the base address of a service', () => {
  it('is fixed at connection: a later document cannot send credentials elsewhere', async () => {
    const { connectionId } = await add('pinned', {
      url: `${origin}/openapi-3.1.json`,
      access: { type: 'bearer', token: credential },
    });
    const connection = await world.store.read(() => world.store.connections.findForChange(world.orgId, connectionId));
    expect(connection?.config).toEqual({
      documentUrl: `${origin}/openapi-3.1.json`,
      access: { type: 'bearer' },
      baseUrl: `${origin}/api`,
      confirmedOrigins: [],
    });
  });

  it('can be given with the document itself, which is not stored', async () => {
    const { connectionId } = await add('inline', { document: JSON.stringify(document('3.1.0')), baseUrl: `${origin}/api` });
    expect(resultOf(await world.run('inline__text'))).toEqual({ content: [{ type: 'text', text: 'hällo' }] });
    const connection = await world.store.read(() => world.store.connections.findForChange(world.orgId, connectionId));
    expect(connection?.config).toEqual({ access: { type: 'bearer' }, baseUrl: `${origin}/api`, confirmedOrigins: [] });
    expect(await world.as(world.owner, 'test_connection', { connectionId })).toMatchObject({ reachable: true, toolsCount: 13 });
  });

  it('must be given by the document or the caller', async () => {
    await expect(add('nowhere', { document: JSON.stringify(document('3.1.0')) })).rejects.toThrow('give "baseUrl"');
  });
});
