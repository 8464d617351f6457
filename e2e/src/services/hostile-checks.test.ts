import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openServiceWorld, type ServiceWorld } from './service-world.ts';

const text = (pattern: string) => ({ type: 'object', properties: { text: { type: 'string', pattern } } });
const list = (more: object) => ({ type: 'object', properties: { list: { type: 'array', ...more } } });
const node = (operand: string) => ({ properties: { end: false }, anyOf: [next(operand), next(operand)] });
const next = (operand: string) => ({ properties: { next: { $ref: operand } } });
const nested = (depth: number): object => (depth === 0 ? { end: 1 } : { next: nested(depth - 1) });
const many = <Item>(length: number, item: (index: number) => Item) => Array.from({ length }, (_, index) => item(index));

/** What stopped the whole gateway for seconds to years: bodies of an API, and a value for each. */
const bombs: Record<string, [schema: object, body: object]> = {
  unique: [list({ uniqueItems: true, items: { type: 'object' } }), { list: many(12_000, (index) => ({ name: `item ${index}` })) }],
  unanchored: [text('a+b'), { text: 'a'.repeat(200_000) }],
  counted: [text('^a{0,999}a{0,999}a{0,999}a{0,999}$'), { text: `${'a'.repeat(1500)}!` }],
  optional: [text(`^${'a?'.repeat(34)}${'a'.repeat(34)}$`), { text: 'a'.repeat(33) }],
  forty: [list({ items: { type: 'string', pattern: '^(x+x+)+y$' } }), { list: many(40, () => 'x'.repeat(40)) }],
  recursive: [{ $ref: '#/components/schemas/Node' }, nested(24)],
};
const body = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const document = {
  openapi: '3.1.0',
  paths: Object.fromEntries(
    Object.entries({ ...bombs, plain: [text('^[a-z]+$')] }).map(([name, [schema = {}]]) => [
      `/${name}`,
      { post: { operationId: name, requestBody: body(schema) } },
    ]),
  ),
  components: { schemas: { Node: node('#/components/schemas/Node') } },
};

const api = createServer((_request, response) => void response.end('fine'));
const checkMs = 3000;
let world: ServiceWorld;
let otherKey: string;
beforeAll(async () => {
  await new Promise<void>((listening) => api.listen(0, '127.0.0.1', listening));
  // Far longer than two calls take on any machine.
  world = await openServiceWorld({ checking: { checkMs } });
  const baseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const connection = { service: 'api', name: 'api', visibility: 'organization', kind: 'openapi', baseUrl };
  await world.as(world.owner, 'add_connection', { ...connection, document: JSON.stringify(document) });
  const agent = await world.as(world.owner, 'create_agent', { name: 'another' });
  otherKey = (await world.as(world.owner, 'create_key', { agentId: agent.id, access: 'write' })).key;
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  api.close();
});

async function post(key: string, tool: string, input: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${world.url}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) });
  const { error } = (await answer.json()) as { error?: { code: string; reason: string; message: string } };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...error };
}

const run = (key: string, name: string, given: object) =>
  post(key, 'execute_service_tool', { toolSlug: `api__${name}`, arguments: { body: given } });

describe('arguments that are hard to check (D33)', () => {
  it.each(Object.entries(bombs))('%s: is left to a thread, and comes to its end there', async (name, [, given]) => {
    const validate = vi.spyOn(world.services, 'validate');
    expect([200, 400]).toContain((await run(world.writeKey, name, given)).status);
    expect(validate.mock.results.map(({ value }) => value)).toEqual([undefined]);
    validate.mockRestore();
  });

  it('hold up nobody else: other keys are served first', async () => {
    const order: string[] = [];
    const hostile = run(world.writeKey, 'recursive', nested(40)).then(({ status }) => order.push(`hostile ${status}`));
    await Promise.all([
      post(otherKey, 'whoami', {}).then(({ status }) => order.push(`whoami ${status}`)),
      run(otherKey, 'plain', { text: 'plain' }).then(({ status }) => order.push(`plain ${status}`)),
    ]);
    await hostile;
    expect([...order.slice(0, 2).sort(), order[2]]).toEqual(['plain 200', 'whoami 200', 'hostile 400']);
  });

  it('are refused, and told why', async () => {
    expect(await run(world.writeKey, 'recursive', nested(40))).toMatchObject({
      status: 400,
      code: 'invalid_request',
      reason: 'invalid_service_arguments',
      message: expect.stringMatching(/take (longer than 3000 ms|too much memory) to check/),
    });
  });

  it('50 at once are each answered 400 or 503, and all calls of others succeed', async () => {
    let hostileLeft = 50;
    const hostile = many(50, () => run(world.writeKey, 'recursive', nested(40)).finally(() => hostileLeft--));
    for (let call = 0; call < 5; call++) {
      expect((await post(otherKey, 'whoami', {})).status).toBe(200);
      expect((await run(otherKey, 'plain', { text: 'plain' })).status).toBe(200);
    }
    expect(hostileLeft).toBeGreaterThan(0);
    const answers = await Promise.all(hostile);
    const refused = answers.filter(({ status }) => status === 400);
    const waited = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length + waited.length).toBe(50);
    expect(refused.every(({ reason }) => reason === 'invalid_service_arguments')).toBe(true);
    expect(waited.every(({ code, reason, retryAfter }) => code === 'internal_error' && reason === 'overloaded' && retryAfter === '1')).toBe(
      true,
    );
    expect(world.faults).toEqual([]);
  });
});
