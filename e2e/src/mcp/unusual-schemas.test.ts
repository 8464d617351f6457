import type { ServiceTool } from '@gatehouse/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../kit/world.ts';
import { type ClientOfALibrary, httpClients } from './clients.ts';

/** Schemas that clients refuse. With one of them unchanged in a list, clients refuse the whole list. */
const beside = (odd: unknown) => ({ type: 'object', properties: { a: odd } });
const unusual: object[] = [
  {},
  { type: 'array' },
  { type: ['object', 'null'] },
  { properties: { a: {} } },
  { type: 'object', properties: [] },
  { $schema: 'http://json-schema.org/draft-04/schema#', id: 'x', ...beside({}) },
  { $id: 'https://x.test/a', ...beside({ $ref: 'https://x.test/a' }) },
  { ...beside({}), required: null },
  { ...beside({}), required: [1] },
  { ...beside({}), nullable: true },
  beside(true),
  beside(false),
  beside('string'),
  beside({ type: 'any' }),
  beside({ type: 'string', required: true }),
  beside({ type: 'array', items: [{ type: 'string' }] }),
  beside({ type: 'number', minimum: 0, exclusiveMinimum: true }),
  beside({ $ref: '#/$defs/missing' }),
  beside({ type: 'string', pattern: '(' }),
];

const usual = 'github__create_issue';
const unusualNames = unusual.map((_, at) => `github__odd_${at}`);

let world: World;
let connectionId: string;
let key: string;

beforeAll(async () => {
  world = await openWorld();
  const github = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp', visibility: 'organization' };
  ({ connectionId } = await world.as(world.owner, 'add_connection', github));
  await putUnusual({});
  const directTools = [...unusualNames, usual].map((toolSlug) => ({ toolSlug }));
  ({ key } = await world.createKey(world.owner, 'write', { directTools }));
});
afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world[Symbol.asyncDispose]();
});

/** Stores a tool for each unusual schema, with further members in its schema. */
async function putUnusual(further: object): Promise<void> {
  const { store, orgId } = world;
  const model = (await store.read(() => store.serviceTools.find(orgId, connectionId, 'create_issue'))) as ServiceTool;
  for (const [at, schema] of unusual.entries()) {
    const name = `odd_${at}`;
    const tool = { ...model, name, definitionHash: name, inputSchema: { ...schema, ...further } };
    await store.perform(() => store.serviceTools.put(tool), { changes: true });
  }
}

async function listDirectTools({ connect }: ClientOfALibrary): Promise<string[]> {
  const client = await connect({ url: `${world.url}/mcp`, key });
  const names = await client.listTools();
  await client.close();
  return names.filter((name) => name.startsWith('github__'));
}

describe('a key with direct tools whose schemas clients refuse (D76)', () => {
  it('lists them with schemas that every client accepts', async () => {
    await putUnusual({});
    for (const client of httpClients) expect([client.name, await listDirectTools(client)]).toEqual([client.name, [...unusualNames, usual]]);
  });

  it('lists all others if no client could use them', async () => {
    await putUnusual({ anyOf: [{ required: ['a'] }] });
    for (const client of httpClients) expect([client.name, await listDirectTools(client)]).toEqual([client.name, [usual]]);
  });
});
