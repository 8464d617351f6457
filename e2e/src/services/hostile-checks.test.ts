import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkedAtOnce, components, type HostileBody, leftToThreads, nested, slowToCompile, type Verdict } from './hostile-bodies.ts';
import { openServiceWorld, type ServiceWorld } from './service-world.ts';

const bodies: Record<string, HostileBody> = { ...leftToThreads, ...checkedAtOnce };
const operations: Record<string, object> = {
  ...Object.fromEntries(Object.entries(bodies).map(([name, { schema }]) => [name, schema])),
  plain: { type: 'object', properties: { text: { type: 'string', pattern: '^[a-z]+$' } } },
  'slow to compile': slowToCompile,
};
const toolOf = (name: string) => `operation_${Object.keys(operations).indexOf(name)}`;
const document = {
  openapi: '3.1.0',
  paths: Object.fromEntries(
    Object.entries(operations).map(([name, schema]) => {
      const operationId = toolOf(name);
      return [`/${operationId}`, { post: { operationId, requestBody: { required: true, content: { 'application/json': { schema } } } } }];
    }),
  ),
  components,
};

const api = createServer((_request, response) => void response.end('fine'));
let world: ServiceWorld;
let otherKey: string;
beforeAll(async () => {
  await new Promise<void>((listening) => api.listen(0, '127.0.0.1', listening));
  // Limits of processor time, which hold on any machine. Harmless checks need far less.
  world = await openServiceWorld({ checking: { checkMs: 150, compileMs: 300, jobMs: 100_000 } });
  const baseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const connection = { service: 'api', name: 'api', visibility: 'organization', kind: 'openapi', baseUrl };
  await world.as(world.owner, 'add_connection', { ...connection, document: JSON.stringify(document) });
  otherKey = await makeKey();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  api.close();
});

async function makeKey(): Promise<string> {
  const agent = await world.as(world.owner, 'create_agent', { name: 'another' });
  return (await world.as(world.owner, 'create_key', { agentId: agent.id, access: 'write' })).key;
}

async function post(key: string, tool: string, input: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${world.url}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) });
  const { error } = (await answer.json()) as { error?: { code: string; reason: string; message: string } };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...error };
}

const run = (key: string, name: string, given: object) =>
  post(key, 'execute_service_tool', { toolSlug: `api__${toolOf(name)}`, arguments: { body: given } });

const plain = (key: string) => run(key, 'plain', { text: 'plain' });
const endless = (key: string) => run(key, 'anyOf in a schema that refers to itself', nested(40));
const ended = {
  status: 400,
  code: 'invalid_request',
  reason: 'invalid_service_arguments',
  message: expect.stringMatching(/take (longer than 150 ms|too much memory) to check.* nothing was sent/),
};
const noPlace = { status: 503, code: 'internal_error', reason: 'overloaded', retryAfter: '1' };

function answerOf(verdict: Verdict): object {
  if (verdict === 'fits') return { status: 200 };
  return verdict === 'endless' ? ended : { ...ended, message: expect.stringMatching(verdict) };
}

/** Runs it with a new key, and returns the results of the check on the event loop. */
async function judged(name: string, { given, verdict }: HostileBody) {
  const validate = vi.spyOn(world.services, 'validate');
  expect(await run(await makeKey(), name, given)).toMatchObject(answerOf(verdict));
  const results = validate.mock.results.map(({ value }) => value);
  validate.mockRestore();
  return results;
}

describe('arguments that are expensive to check (D33)', () => {
  it.each(Object.entries(leftToThreads))('%s: are checked on a thread, and finish there', async (name, body) => {
    expect(await judged(name, body)).toEqual([undefined]);
  });

  it.each(Object.entries(checkedAtOnce))('%s: are checked safely', async (name, body) => {
    expect(await judged(name, body)).toEqual([expect.any(Array)]);
  });

  it('are refused with the reason each time, even right after others of the same key', async () => {
    for (let call = 0; call < 3; call++) expect(await endless(world.writeKey)).toMatchObject(ended);
  });

  it('delay nobody else: other keys are served first', async () => {
    const order: string[] = [];
    const hostile = endless(world.writeKey).then(({ status }) => order.push(`hostile ${status}`));
    await Promise.all([
      post(otherKey, 'whoami', {}).then(({ status }) => order.push(`whoami ${status}`)),
      plain(otherKey).then(({ status }) => order.push(`plain ${status}`)),
    ]);
    await hostile;
    expect([...order.slice(0, 2).sort(), order[2]]).toEqual(['plain 200', 'whoami 200', 'hostile 400']);
  });

  it('get 400 or 503 for each of 50 concurrent calls, and all calls of others succeed, even if threads check them', async () => {
    let hostileLeft = 50;
    const hostile = Array.from({ length: 50 }, () => endless(world.writeKey).finally(() => hostileLeft--));
    const fits = 'anyOf for each of many items';
    for (let call = 0; call < 3; call++) {
      expect((await post(otherKey, 'whoami', {})).status).toBe(200);
      expect((await plain(otherKey)).status).toBe(200);
      expect(await run(otherKey, fits, leftToThreads[fits]?.given ?? {})).toEqual({ status: 200, retryAfter: null });
    }
    const answers = await Promise.all(hostile);
    const refused = answers.filter(({ status }) => status === 400);
    const waited = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length + waited.length).toBe(50);
    for (const answer of refused) expect(answer).toMatchObject(ended);
    for (const answer of waited) expect(answer).toMatchObject(noPlace);
    expect(world.faults).toEqual([]);
  });
});

it('a schema that takes too long to compile is reported as unusable (D33)', async () => {
  const useless = { ...ended, message: expect.stringContaining('is unusable: it takes too long to compile') };
  for (const key of [world.writeKey, otherKey]) expect(await run(key, 'slow to compile', {})).toMatchObject(useless);
});
