import { describe, expect, it } from 'vitest';
import { openTestServer, post, toolUrl } from '../test-server.ts';
import { isKnown } from './entity-tags.ts';

describe('a conditional request (D8)', () => {
  it('for the list of tools or the OpenAPI document gets 304 without a body', async () => {
    await using server = await openTestServer();
    for (const address of ['/v1/tools', '/v1/openapi.json']) {
      const { headers } = post(undefined);
      const ask = (more: Record<string, string> = {}) => fetch(`${server.url}${address}`, { headers: { ...(headers as object), ...more } });
      const tag = (await ask()).headers.get('etag') as string;
      expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
      const again = await ask({ 'If-None-Match': `"other", ${tag}` });
      expect([address, again.status, await again.text(), again.headers.get('content-type')]).toEqual([address, 304, '', null]);
      expect((await ask({ 'If-None-Match': 'W/"other"' })).status).toBe(200);
    }
  });

  it('is an ordinary call if sent to a tool, because answers to POST have no validator', async () => {
    await using server = await openTestServer();
    for (const tool of ['search', 'create_task', 'execute_service_tool']) {
      const answer = await fetch(toolUrl(server, tool), post('{"a":1}', { 'If-None-Match': '*' }));
      expect([tool, answer.status, answer.headers.get('etag')]).toEqual([tool, 200, null]);
    }
    expect((await fetch(toolUrl(server, 'made_up'), post('{}', { 'If-None-Match': '*' }))).status).toBe(404);
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
