import { type Answer, agentTools } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { openTestServer, post, type TestServer, toolUrl } from '../test-server.ts';
import { entityTagOfResult, isKnown } from './entity-tags.ts';

const read = (server: TestServer, tool: string, headers?: Record<string, string>) => fetch(toolUrl(server, tool), post('{"a":1}', headers));

describe('reads that ask whether something has changed (D8)', () => {
  it('are answered 304 without a body, and are calls like any other', async () => {
    await using server = await openTestServer();
    const tag = (await read(server, 'search')).headers.get('etag') as string;
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await read(server, 'search', { 'If-None-Match': `"other", ${tag}` });
    expect([again.status, await again.text(), again.headers.get('etag'), again.headers.get('content-type')]).toEqual([304, '', tag, null]);
    expect(again.headers.get('x-request-id')).toBe(server.calls[1]?.requestId);
    expect(again.headers.get('ratelimit')).not.toBeNull();
    expect((await read(server, 'search', { 'If-None-Match': 'W/"other"' })).status).toBe(200);
  });

  it('get the whole answer where it differs', async () => {
    const values = [{ a: 1 }, { a: 2 }];
    const run = (): Answer => {
      const value = values.shift();
      return { ok: true, value, json: JSON.stringify(value), rate: undefined };
    };
    await using server = await openTestServer({ run });
    const tag = (await read(server, 'search')).headers.get('etag') as string;
    const changed = await read(server, 'search', { 'If-None-Match': tag });
    expect([changed.status, await changed.json()]).toEqual([200, { a: 2 }]);
  });

  it('are the only calls with a validator: a write happens, whatever its client has', async () => {
    await using server = await openTestServer();
    for (const tool of ['create_task', 'execute_service_tool']) {
      const answer = await read(server, tool, { 'If-None-Match': '*' });
      expect([tool, answer.status, answer.headers.get('etag')]).toEqual([tool, 200, null]);
    }
    expect((await read(server, 'made_up', { 'If-None-Match': '*' })).status).toBe(404);
  });

  it('cover the list of tools and the OpenAPI document', async () => {
    await using server = await openTestServer();
    for (const address of ['/v1/tools', '/v1/openapi.json']) {
      const { headers } = post(undefined);
      const ask = (more: Record<string, string> = {}) => fetch(`${server.url}${address}`, { headers: { ...(headers as object), ...more } });
      const tag = (await ask()).headers.get('etag') as string;
      const again = await ask({ 'If-None-Match': tag });
      expect([address, again.status, await again.text()]).toEqual([address, 304, '']);
    }
  });
});

it.each([
  ['W/"a"', 'W/"a"', true],
  ['W/"a"', '"a"', true],
  ['W/"a"', '"b", W/"a"', true],
  ['W/"a"', '*', true],
  ['W/"a"', 'a', false],
  ['W/"a"', 'W/"ab"', false],
  ['W/"a"', '', false],
  ['W/"a"', undefined, false],
])('compares %s with %s as RFC 9110 does', (tag, given, known) => {
  expect(isKnown(tag, given)).toBe(known);
});

it('leaves out what differs at each call, in entries too', () => {
  const tagOf = (value: unknown) => entityTagOfResult({ passingFields: ['now'] }, { value, json: JSON.stringify(value) });
  expect(tagOf({ a: 1, now: 1 })).toBe(tagOf({ a: 1, now: 2 }));
  expect(tagOf([{ a: 1, now: 1 }])).toBe(tagOf([{ a: 1, now: 2 }]));
  expect(tagOf({ a: 1, now: 1 })).not.toBe(tagOf({ a: 2, now: 1 }));
});

it('leaves out what differs in the entries of a list within a result', () => {
  const tagOf = (value: object) => entityTagOfResult({ passingFields: ['files.now'] }, { value, json: JSON.stringify(value) });
  expect(tagOf({ files: [{ a: 1, now: 1 }] })).toBe(tagOf({ files: [{ a: 1, now: 2 }] }));
  expect(tagOf({ files: [{ a: 1, now: 1 }] })).not.toBe(tagOf({ files: [{ a: 2, now: 1 }] }));
  expect(tagOf({ now: 1 })).not.toBe(tagOf({ now: 2 }));
});

it('leaves out only fields that there are', () => {
  for (const { name, passingFields = [], output } of agentTools)
    for (const field of passingFields) expect([name, namesOf(output)]).toEqual([name, expect.arrayContaining([field])]);
});

/** The names of the fields of a result or of its entries; `list.field` for those of the entries of a list in it. */
function namesOf(schema: unknown): string[] {
  const { shape, element } = schema as { shape?: object; element?: { shape: object } };
  return Object.entries(shape ?? element?.shape ?? {}).flatMap(([name, of]) => [
    name,
    ...Object.keys((of as { element?: { shape?: object } }).element?.shape ?? {}).map((inner) => `${name}.${inner}`),
  ]);
}
