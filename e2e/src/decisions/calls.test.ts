import { describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { openDesk } from './desk.ts';

describe('the order of checks (D1)', () => {
  it('is key, limit, name, access, arguments, tool: each fault hides later ones', async () => {
    await using desk = await openDesk();
    const everythingWrong = { docId: 7, noSuchArgument: 1 };
    expect(await desk.refused('no_such_tool', everythingWrong, 'gth_bad')).toBe('unauthorized');
    desk.settings.callsPerMinute = 1;
    await desk.reply('whoami');
    await desk.reply('whoami', undefined, desk.readKey);
    expect(await desk.refused('no_such_tool', everythingWrong, 'gth_bad')).toBe('unauthorized');
    expect(await desk.refused('no_such_tool', everythingWrong)).toBe('rate_limited');
    desk.settings.callsPerMinute = 1000;
    expect(await desk.refused('no_such_tool', everythingWrong, desk.readKey)).toBe('not_found');
    expect(await desk.refused('delete_doc', everythingWrong, desk.readKey)).toBe('forbidden');
    expect(await desk.refused('delete_doc', everythingWrong)).toBe('invalid_request/unknown_argument');
    expect(await desk.refused('delete_doc', { docId: 'doc_nothing' })).toBe('invalid_request/no_such_item');
  });

  it('checks the key before it reads a body', async () => {
    await using desk = await openDesk();
    const send = (key: string) =>
      fetch(`${desk.url}/v1/tools/whoami`, { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body: '{broken' });
    expect((await send('gth_bad')).status).toBe(401);
    expect((await send(desk.key)).status).toBe(400);
  });

  it('tells a read key nothing about an invalid body for a write tool', async () => {
    await using desk = await openDesk();
    const headers = { Authorization: `Bearer ${desk.readKey}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${desk.url}/v1/tools/create_doc`, { method: 'POST', headers, body: '{broken' });
    expect(response.status).toBe(403);
  });
});

describe('arguments (D2)', () => {
  it('names an unknown argument, the allowed ones, and the most similar one', async () => {
    await using desk = await openDesk();
    const message = await desk.complaint('edit_doc', { docId: 'x', old_text: 'a', newText: 'b' });
    expect(message).toContain('unknown argument "old_text"; did you mean "oldText"?');
    expect(message).toContain('docId, oldText, newText, expectedVersionCount');
    expect(await desk.complaint('whoami', { verbose: true })).toContain('this tool takes no arguments');
  });

  it('treats null as absent', async () => {
    await using desk = await openDesk();
    expect(await desk.ok('list_docs', { folderId: null, limit: null, cursor: null })).toEqual(await desk.ok('list_docs'));
    expect(await desk.refused('read_doc', { docId: null })).toBe('invalid_request/invalid_argument');
  });

  it('treats "" as absent for an optional identifier, and refuses it for a required one', async () => {
    await using desk = await openDesk();
    expect(await desk.ok('list_docs', { folderId: '' })).toEqual(await desk.ok('list_docs'));
    const { docId } = await desk.ok('create_doc', { title: 'One', bodyMarkdown: 'x\n', folderId: '' });
    expect(await desk.ok('read_lines', { docId, fileId: '' })).toMatchObject({ text: 'x\n' });
    expect(await desk.refused('read_doc', { docId: '' })).toBe('invalid_request/invalid_argument');
  });

  it.each([
    ['list_docs', { limit: 201 }],
    ['list_docs', { limit: 0 }],
    ['list_docs', { limit: 1.5 }],
    ['list_docs', { limit: '50' }],
    ['list_tasks', { limit: 201 }],
    ['find_text', { docId: 'x', query: 'a', contextLines: 11 }],
    ['find_text', { docId: 'x', query: 'a', limit: 51 }],
    ['read_lines', { docId: 'x', limit: 1001 }],
    ['read_lines', { docId: 'x', startLine: 0 }],
    ['list_tasks', { includeDone: 'true' }],
  ])('refuses values out of range or of another type, and never clamps or converts: %s %j', async (tool, input) => {
    await using desk = await openDesk();
    expect(await desk.refused(tool, input)).toBe('invalid_request/invalid_argument');
  });

  it('needs no body for a tool without arguments', async () => {
    await using desk = await openDesk();
    expect(await desk.ok('whoami', undefined)).toEqual(await desk.ok('whoami', {}));
  });

  it('accepts the arguments of a service tool as JSON text too, but no others', async () => {
    await using desk = await openDesk();
    await desk.as(desk.person, 'add_connection', { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.com/' });
    const call = (given: unknown) => desk.ok('execute_service_tool', { toolSlug: 'github__list_issues', arguments: given });
    expect(await call('{"repo":"a"}')).toEqual(await call({ repo: 'a' }));
    const refused = (given: unknown) => desk.refused('execute_service_tool', { toolSlug: 'github__list_issues', arguments: given });
    expect(await refused('[1]')).toBe('invalid_request/invalid_argument');
    expect(await refused('{"repo":')).toBe('invalid_request/invalid_argument');
  });
});

describe('text in a body (D3)', () => {
  const post = (desk: { url: string; key: string }, body: string | Buffer) =>
    fetch(`${desk.url}/v1/tools/create_doc`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${desk.key}`, 'Content-Type': 'application/json' },
      body,
    });

  it.each([
    ['half a surrogate pair', '{"title":"a","bodyMarkdown":"\\ud800"}', 'invalid_argument'],
    ['half a pair as a key', '{"\\udfff":1}', 'unknown_argument'],
    ['U+0000', '{"title":"a","bodyMarkdown":"a\\u0000b"}', 'invalid_argument'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'malformed_body'],
    ['a byte order mark', '\ufeff{"title":"a"}', 'malformed_body'],
    ['65 levels', `{"title":${'['.repeat(64)}${']'.repeat(64)}}`, 'malformed_body'],
    ['a million levels', `{"title":${'['.repeat(1_000_000)}`, 'malformed_body'],
    ['__proto__', '{"__proto__":{"title":"a"}}', 'unknown_argument'],
    ['no JSON', '{"title":', 'malformed_body'],
  ])('is refused with %s', async (_what, body, reason) => {
    await using desk = await openDesk();
    const response = await post(desk, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_request', reason } });
    expect(desk.faults).toEqual([]);
  });

  it('accepts 64 levels in the arguments', async () => {
    await using desk = await openDesk();
    const body = `{"title":${'['.repeat(63)}${']'.repeat(63)}}`;
    expect(await (await post(desk, body)).json()).toMatchObject({ error: { reason: 'invalid_argument' } });
  });
});

describe('answers', () => {
  it('have one form for errors, with a code of the contract, a reason for programs and a message for a model (D4)', async () => {
    await using desk = await openDesk();
    for (const [tool, input, code, reason] of [
      ['read_doc', { docId: 'x' }, 'invalid_request', 'no_such_item'],
      ['nope', {}, 'not_found', undefined],
      ['list_docs', { limit: -1 }, 'invalid_request', 'invalid_argument'],
    ] as const) {
      const { error, ...rest } = JSON.parse((await desk.reply(tool, input)).raw);
      expect(rest).toEqual({});
      expect(error).toEqual({ code, message: expect.stringMatching(/\w+ \w+/), ...(reason && { reason }) });
    }
  });

  it('are 404 for unknown routes and other methods (D5)', async () => {
    await using desk = await openDesk();
    const headers = { Authorization: `Bearer ${desk.key}` };
    const other = await fetch(`${desk.url}/v1/tools/whoami`, { method: 'PUT', headers });
    expect([other.status, other.headers.get('allow')]).toEqual([404, 'POST']);
    expect(await other.json()).toMatchObject({ error: { code: 'not_found' } });
    expect((await fetch(`${desk.url}/v2/tools`)).status).toBe(404);
  });

  it('refuse a write tool for a read key with 403, and protected items with 400 (D6)', async () => {
    await using desk = await openDesk();
    expect(await desk.refused('create_doc', { title: 'a' }, desk.readKey)).toBe('forbidden');
    const [goals] = (await desk.ok('search', { query: 'Goals' })).results;
    expect(await desk.refused('delete_doc', { docId: goals.id })).toBe('invalid_request/protected_item');
    await desk.as(desk.person, 'add_connection', { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.com/' });
    const mutating = { toolSlug: 'github__create_issue', arguments: { repo: 'a' } };
    expect(await desk.refused('execute_service_read_tool', mutating)).toBe('invalid_request/wrong_mode');
    expect(await desk.refused('execute_service_tool', mutating, desk.readKey)).toBe('forbidden');
  });

  it('have their own request id, also in the activity row, and are never cached (D8)', async () => {
    await using desk = await openDesk();
    const replies = [await desk.reply('whoami'), await desk.reply('nope'), await desk.reply('whoami', {}, 'bad')];
    for (const { headers } of replies) expect(headers?.get('cache-control')).toBe('no-store');
    expect(new Set(replies.map(({ requestId }) => requestId)).size).toBe(3);
    expect(replies.map(({ headers }) => headers?.get('www-authenticate'))).toEqual([null, null, 'Bearer']);
    const logged = (await desk.activity()).map(({ requestId }) => requestId);
    expect(logged).toContain(replies[0]?.requestId);
    expect(logged).toContain(replies[1]?.requestId);
    for (const path of ['/v1/openapi.json', '/healthz', '/v1/nothing', '/v1/tools']) {
      const { headers } = await fetch(desk.url + path);
      expect([path, headers.get('cache-control'), headers.has('x-request-id')]).toEqual([path, 'no-store', true]);
    }
  });

  it('reveal nothing internal after a fault', async () => {
    await using desk = await openDesk({
      alter: (gateway) => {
        const items = gateway.store.items as { toRead: unknown };
        items.toRead = () => {
          throw new Error('SECRET /var/lib/gatehouse: disk I/O error');
        };
        return gateway;
      },
    });
    const reply = await desk.reply('read_doc', { docId: 'x' });
    expect(reply.code).toBe('internal_error');
    expect(reply.raw).not.toContain('SECRET');
    expect(reply.message).toContain(reply.requestId);
    expect((await desk.activity())[0]).toMatchObject({ outcome: 'internal_error', status: 500, requestId: reply.requestId });
  });
});

describe('GET /v1/tools (D9)', () => {
  it('lists the tools that the key can call, in a fixed order, with both schemas and the annotations', async () => {
    await using desk = await openDesk();
    const list = async (key: string): Promise<Loose> =>
      await (await fetch(`${desk.url}/v1/tools`, { headers: { Authorization: `Bearer ${key}` } })).json();
    const [all, readable] = [await list(desk.key), await list(desk.readKey)];
    expect(Object.keys(all)).toEqual(['tools']);
    for (const tool of all.tools) {
      expect(Object.keys(tool)).toEqual(['name', 'title', 'description', 'access', 'inputSchema', 'outputSchema', 'annotations']);
    }
    expect(readable.tools).toEqual(all.tools.filter(({ access }: { access: string }) => access === 'read'));
    for (const { name } of all.tools) expect(await desk.refused(name, { nope: 1 })).toBe('invalid_request/unknown_argument');
  });

  it('needs a key, and is not a call: neither counted nor logged', async () => {
    await using desk = await openDesk();
    expect((await fetch(`${desk.url}/v1/tools`)).status).toBe(401);
    const before = (await desk.activity()).length;
    const left = async () => /r=(\d+)/.exec((await desk.reply('whoami')).headers?.get('ratelimit') ?? '')?.[1];
    const first = Number(await left());
    const response = await fetch(`${desk.url}/v1/tools`, { headers: { Authorization: `Bearer ${desk.key}` } });
    expect([response.status, response.headers.get('ratelimit')]).toEqual([200, null]);
    expect(Number(await left())).toBe(first - 1);
    expect((await desk.activity()).length).toBe(before + 2);
  });
});
