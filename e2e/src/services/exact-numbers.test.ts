import { createClient } from '@gatehouse/client';
import { holdsInexactNumber, parseExactly } from '@gatehouse/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forEachEntrance } from '../entrances/index.ts';
import type { Loose, World } from '../kit/world.ts';
import { type NumberServices, openNumberServices } from './number-services.ts';
import { openServiceWorld, type ServiceWorld } from './service-world.ts';

const forms = [
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '1915883588174806058',
  '1915883588174806000',
  '123456789012345678901234567890',
  '1e400',
  '-1E400',
  '1e-400',
  '1.0',
  '0.12345678901234567890',
];

/** Written as before if a double cannot hold it, otherwise as JavaScript writes the double. */
const passedOn = (form: string) => (holdsInexactNumber(form) ? form : JSON.stringify(Number(form)));

let services: NumberServices;
let world: ServiceWorld;
beforeAll(async () => {
  services = await openNumberServices();
  world = await openServiceWorld({ deadlineMs: 5000 });
  const none = { access: { type: 'none' } };
  await world.addHttp('api', services.api, { ...none, kind: 'openapi' });
  await world.addHttp('mcp', services.mcp, none);
  await world.addHttp('streamed', services.streamed, none);
  await world.addHttp('older', services.older, none);
  await world.addCommand('program', ['-e', services.program]);
});
afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

/** Arguments with the one number of a call, and the form in which it arrives. */
const places: Record<string, { given?: (n: string) => string; arrives?: (n: string) => object }> = {
  api__path: { arrives: (n) => ({ target: `/api/path/${n}` }) },
  api__query: { arrives: (n) => ({ target: `/api/query?n=${n}` }) },
  api__list: { given: (n) => `{"n":[${n}]}`, arrives: (n) => ({ target: `/api/list?n=${n}` }) },
  api__deep: { given: (n) => `{"a":{"b":[${n}]}}`, arrives: (n) => ({ target: `/api/deep?a%5Bb%5D%5B%5D=${n}` }) },
  api__header: { arrives: (n) => ({ header: n }) },
  api__body: { given: (n) => `{"body":{"n":${n}}}`, arrives: (n) => ({ body: `{"n":${n}}` }) },
  api__form: { given: (n) => `{"body":{"n":${n}}}`, arrives: (n) => ({ body: `n=${n}` }) },
  api__parts: { given: (n) => `{"body":{"n":${n}}}`, arrives: (n) => ({ body: expect.stringContaining(`name="n"\r\n\r\n${n}\r\n`) }) },
  mcp__echo: { arrives: (n) => ({ body: expect.stringContaining(`"arguments":{"n":${n}}`) }) },
  streamed__echo: { arrives: (n) => ({ body: expect.stringContaining(`"arguments":{"n":${n}}`) }) },
  older__echo: { arrives: (n) => ({ body: expect.stringContaining(`"arguments":{"n":${n}}`) }) },
  program__echo: {},
};

it('reaches a program with the typed client as a number if possible, else as a string of its digits (D3)', async () => {
  const client = createClient({ baseUrl: world.url, key: world.writeKey });
  for (const form of forms) {
    const args = parseExactly(`{"n":${form}}`) as Loose;
    const { structuredContent } = await client.executeServiceTool({ toolSlug: 'mcp__echo', arguments: args });
    expect(structuredContent).toEqual({ n: [holdsInexactNumber(form) ? form : Number(form)] });
  }
});

it('is sent as written by a program that got it as a string (D2.1)', async () => {
  const client = createClient({ baseUrl: world.url, key: world.writeKey });
  services.seen.length = 0;
  await client.executeServiceTool({ toolSlug: 'api__deletePost', arguments: { id: '1915883588174806058' } });
  expect(services.seen).toEqual([expect.objectContaining({ target: expect.stringContaining('1915883588174806058') })]);
});

forEachEntrance((kind) => {
  it.each(Object.entries(places))('a number for %s is delivered and returned as written (D3)', async (toolSlug, place) => {
    const { given = (n: string) => `{"n":${n}}`, arrives } = place;
    await using entrance = kind.open(world as unknown as World);
    for (const form of forms) {
      const [sent, text] = [passedOn(form), given(form)];
      for (const values of [parseExactly(text), text]) {
        const reply = await entrance.call('execute_service_tool', { toolSlug, arguments: values }, { key: world.writeKey });
        expect(reply.code, reply.message).toBe('ok');
        if (arrives) expect(services.seen.pop()).toMatchObject(arrives(sent));
        expect(JSON.stringify(reply.value?.structuredContent)).toBe(`{"n":[${sent}]}`);
        expect(reply.value?.content[0].text).toContain(sent);
      }
    }
  });

  it('refuses inexact numbers in arguments of workspace tools with their path (D3)', async () => {
    await using entrance = kind.open(world as unknown as World);
    const call = (tool: string, text: string) => entrance.call(tool, parseExactly(text), { key: world.writeKey });
    for (const form of forms.filter(holdsInexactNumber)) {
      for (const [tool, text, path] of [
        ['list_tasks', `{"limit":${form}}`, 'limit'],
        ['create_task', `{"title":"a","dueAt":${form}}`, 'dueAt'],
        ['set_tags', `{"fileId":"x","tags":["a",${form}]}`, 'tags[1]'],
      ] as const) {
        const reply = await call(tool, text);
        expect(reply).toMatchObject({ code: 'invalid_request', reason: 'inexact_number' });
        expect(reply.message).toContain(`argument "${path}" is ${form}, which`);
      }
      expect(await call('list_tasks', form)).toMatchObject({ reason: 'invalid_argument' });
      for (const text of [form, `"${form}"`])
        expect(await call('execute_service_tool', `{"toolSlug":"mcp__echo","arguments":${text}}`)).toMatchObject({
          reason: 'invalid_argument',
        });
    }
  });

  it('distinguishes two long numbers as arguments of one idempotency key (D70.2)', async () => {
    await using entrance = kind.open(world as unknown as World);
    const run = (idempotencyKey: string, n: string) =>
      entrance.call('execute_service_tool', parseExactly(`{"toolSlug":"mcp__echo","arguments":{"n":${n}}}`), {
        key: world.writeKey,
        idempotencyKey,
      });
    for (const [one, other] of [
      ['1915883588174806058', '1915883588174806059'],
      ['1e400', '1e401'],
      ['1e-400', '0'],
    ] as const) {
      const key = `${kind.name.replaceAll(' ', '-')}-${one}`;
      expect(await run(key, one)).toMatchObject({ code: 'ok', isReplay: false });
      expect(await run(key, other)).toMatchObject({ reason: 'idempotency_mismatch' });
      const again = await run(key, one);
      expect(again).toMatchObject({ code: 'ok', isReplay: true });
      expect(JSON.stringify(again.value?.structuredContent)).toBe(`{"n":[${one}]}`);
    }
  });

  it('accepts a string of digits for an integer of a service, and no other value (D2.1)', async () => {
    await using entrance = kind.open(world as unknown as World);
    const call = (id: unknown) =>
      entrance.call('execute_service_tool', { toolSlug: 'api__deletePost', arguments: { id } }, { key: world.writeKey });
    services.seen.length = 0;
    for (const id of ['1915883588174806058', '-7', '0']) {
      expect(await call(id)).toMatchObject({ code: 'ok' });
      expect(services.seen.pop()).toMatchObject({ target: `/api/posts/${id}` });
    }
    for (const id of ['007', '1.0', '1e3', ' 1', '', 'x', '+1', ['1'], true])
      expect(await call(id)).toMatchObject({ reason: 'invalid_service_arguments' });
    expect(services.seen).toEqual([]);
  });
});

it('lists the schemas of services with doubles (D3)', async () => {
  const { tools } = await world.as(world.owner, 'list_service_tools', { service: 'streamed', includeSchemas: true });
  expect(tools.map(({ inputSchema }: Loose) => JSON.stringify(inputSchema))).toEqual([
    expect.stringContaining(`"maximum":${Number.MAX_VALUE}`),
  ]);
});

it.each(['1915883588174806058', '1e400'])('refuses MCP messages with the id %s, which no answer could repeat', async (id) => {
  const answer = await fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.writeKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"whoami"}}`,
  });
  expect(await answer.json()).toMatchObject({ id: null, error: { code: -32600, message: expect.stringContaining(id) } });
});
