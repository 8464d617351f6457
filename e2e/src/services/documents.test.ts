import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpEntrance, mcpModernEntrance } from '../entrances/index.ts';
import type { World } from '../kit/world.ts';
import { openServiceWorld, refusalOf, resultOf, type ServiceWorld } from './service-world.ts';

let world: ServiceWorld;
let server: Server;
let origin: string;
let uploads: string[] = [];
/** Refers to another document, which nobody fetches. */
let isBroken = true;

const document = () => ({
  swagger: '2.0',
  basePath: '/',
  paths: {
    '/files': {
      post: {
        operationId: 'upload',
        consumes: ['multipart/form-data'],
        parameters: [{ name: 'file', in: 'formData', type: 'file', required: true }],
      },
    },
    '/rows': { $ref: isBroken ? 'rows.yaml' : '#/definitions/rows' },
    '/ok': { get: { operationId: 'ok' } },
  },
  definitions: { rows: { get: { operationId: 'rows' } } },
});

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/swagger.json') return void response.end(JSON.stringify(document()));
      uploads.push(Buffer.concat(chunks).toString());
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world = await openServiceWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  server.close();
});

const connect = (service: string) =>
  world.as(world.owner, 'add_connection', {
    service,
    name: service,
    kind: 'openapi',
    visibility: 'organization',
    url: `${origin}/swagger.json`,
  });

it('names the left-out operations in every list of tools, until the service offers them (D48)', async () => {
  isBroken = true;
  const leftOut = [{ operation: '/rows', reason: expect.stringContaining('"rows.yaml" outside the document') }];
  // Pages have words of their own for each code.
  const coded = leftOut.map((one) => ({ ...one, code: 'outside_reference', about: '"rows.yaml"' }));
  const { connectionId, ...made } = await connect('told');
  expect(made).toMatchObject({ toolsCount: 2, leftOut: coded });
  const listed = async () => [
    (await world.as(world.owner, 'list_connection_tools', { connectionId })).leftOut,
    (await world.as(world.owner, 'list_service_tools', { service: 'told' })).leftOut,
    (await world.as(world.owner, 'list_service_tools', { connectionId })).leftOut,
    (await world.as(world.owner, 'test_connection', { connectionId })).leftOut,
  ];
  expect(await listed()).toEqual([coded, leftOut, leftOut, coded]);
  const searched = await world.as(world.owner, 'list_service_tools', { service: 'told', query: 'ok' });
  expect(searched).not.toHaveProperty('leftOut');
  for (const kind of [httpEntrance, mcpModernEntrance]) {
    await using entrance = kind.open(world as unknown as World);
    const { value } = await entrance.call('list_service_tools', { service: 'told' }, { key: world.readKey });
    expect(value).toMatchObject({ leftOut });
  }
  isBroken = false;
  expect(await world.as(world.owner, 'test_connection', { connectionId })).toMatchObject({ toolsCount: 3, added: ['rows'] });
  expect(await listed()).toEqual([undefined, undefined, undefined, undefined]);
});

it('sends files of the workspace that the caller can read, and no others', async () => {
  await connect('files');
  const { agents } = await world.as(world.owner, 'list_agents');
  const limited = await world.as(world.owner, 'create_key', { agentId: agents[0].id, access: 'write', tools: ['files__upload'] });
  const file = resultOf(await world.call(world.writeKey, 'write_file', { name: 'note.txt', content: 'the words of a file' }));
  const upload = (key: string, fileId: string) =>
    world.call(key, 'execute_service_tool', { toolSlug: 'files__upload', arguments: { body: { file: { fileId } } } });
  uploads = [];
  resultOf(await upload(world.writeKey, file.id));
  expect(uploads[0]).toMatch(/name="file"; filename="note.txt"\r\nContent-Type: text\/plain\r\n\r\nthe words of a file\r\n/);
  expect(refusalOf(await upload(world.writeKey, 'file_01jd2x7q8me3k5w9t4v6b8n0r2'))).toMatchObject({ reason: 'no_such_item' });
  expect(refusalOf(await upload(limited.key, file.id))).toMatchObject({ code: 'forbidden' });
  expect(uploads).toHaveLength(1);
});
