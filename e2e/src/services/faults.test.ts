import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credential } from '../secrets/planted.ts';
import { openServiceWorld, refusalOf, resultOf, type ServiceWorld } from './service-world.ts';
import { startFaultServer, type Upstream } from './upstreams.ts';

/** Faults that never answer get a short deadline. Other faults get enough time, even on a busy machine. */
const hangs = /^(?:hang|drip)/;
const hasty = { deadlineMs: 2000, connectMs: 2000 };
/** Well below the default deadline of a gateway. */
const soonMs = 30_000;
const secret = credential;
const access = { type: 'bearer', token: secret };

let upstream: Upstream;
let world: ServiceWorld;
let hastyWorld: ServiceWorld;
const worldFor = (fault: string) => (hangs.test(fault) ? hastyWorld : world);
beforeAll(async () => {
  upstream = await startFaultServer();
  world = await openFaultyWorld({});
  hastyWorld = await openFaultyWorld(hasty);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await hastyWorld[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

/** Opens a world in which the faulty server is connected both as an MCP server and as an API. */
async function openFaultyWorld(options: Parameters<typeof openServiceWorld>[0]): Promise<ServiceWorld> {
  const world = await openServiceWorld(options);
  await world.addHttp('faulty', upstream.url, { access });
  const operations = ['fine', ...expectedOfApi.map(([fault]) => fault)].map((name) => [`/${name}`, { get: { operationId: name } }]);
  const document = JSON.stringify({ openapi: '3.1.0', paths: Object.fromEntries(operations) });
  const baseUrl = new URL('/api', upstream.url).href;
  await world.as(world.owner, 'add_connection', {
    service: 'api',
    name: 'api',
    visibility: 'organization',
    kind: 'openapi',
    document,
    baseUrl,
    access,
  });
  return world;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

async function hits(name: string): Promise<number> {
  const response = await fetch(new URL('/hits', upstream.url));
  return ((await response.json()) as Record<string, number>)[name] ?? 0;
}

/** Every fault, with the reason in its answer and words of the message. */
const expected: [fault: string, reason: string, says: RegExp][] = [
  ['hang-before', 'service_timeout', /did not answer within .*; .* check before calling again/],
  ['hang-within-body', 'service_timeout', /did not answer within .*; .* check before calling again/],
  ['hang-within-stream', 'service_timeout', /did not answer within .*; .* check before calling again/],
  ['drip', 'service_timeout', /did not answer within .*; .* check before calling again/],
  ['reset-before', 'service_failed', /broke off .* check before calling again/],
  ['reset-within-body', 'service_failed', /broke off .* check before calling again/],
  ['reset-within-stream', 'service_failed', /broke off .* check before calling again/],
  ['stream-without-answer', 'service_failed', /broke off .* check before calling again/],
  ['garbage', 'service_failed', /an answer that is not MCP; .* check its address/],
  ['garbage-in-stream', 'service_failed', /broke off .* check before calling again/],
  ['html', 'service_failed', /an answer that is not MCP; .* check its address/],
  ['other-json', 'service_failed', /an answer that is not MCP; .* check its address/],
  ['wrong-id', 'service_failed', /broke off .* check before calling again/],
  ['empty-answer', 'service_failed', /an answer that is not MCP; .* check its address/],
  ['huge-body', 'service_failed', /too large an answer; request less/],
  ['huge-stream', 'service_failed', /broke off .* check|too large an answer; request less/],
  ['endless-events', 'service_failed', /broke off .* check|too large an answer; request less/],
  ['gzip-bomb', 'service_failed', /too large an answer; request less/],
  ['large-result', 'service_failed', /more than 1024 KiB; request less/],
  ['redirect-to-loopback', 'service_failed', /redirects to another URL .*; connect it with its current URL/],
  ['redirect-to-other-name', 'service_failed', /redirects to another URL .*; connect it with its current URL/],
  ['status-401', 'service_failed', /refused the credentials .* \(HTTP 401\); ask a manager of the connection/],
  ['status-403', 'service_failed', /refused the credentials .* \(HTTP 403\); ask a manager of the connection/],
  ['status-429', 'service_failed', /HTTP 429\); wait 7 seconds and call again: slow down/],
  ['status-500', 'service_failed', /HTTP 500; check whether .* before calling again: Fault/],
  ['status-500-huge', 'service_failed', /HTTP 500; check/],
  ['json-rpc-error', 'service_failed', /refused the call; correct it by what it says: no/],
  ['is-error', 'service_failed', /reports an error; correct the call by what it says: bad/],
  ['session-lost-for-good', 'service_failed', /no longer knows this session; call again/],
  ['header-overflow', 'service_failed', /broke off .* check before calling again/],
];

/** Expected results of an API, which may also answer with something that is not JSON. */
const expectedOfApi = [
  ...expected.filter(([fault]) => /^(hang|drip|reset|huge|endless|gzip|redirect|status|header)/.test(fault)),
  ['large-result', 'service_failed', /too large an answer; request less/],
  ['garbage', 'service_failed', /returned invalid JSON; tell the operator/],
] as const;

describe('a service that fails', () => {
  it.each(expected)('answers 502 to %s as %s, in time and without secrets (D35)', async (fault, reason, says) => {
    const world = worldFor(fault);
    await world.run('faulty__fine');
    const before = await hits(fault);
    const started = performance.now();
    const refused = refusalOf(await world.run(`faulty__${fault}`));
    const took = performance.now() - started;
    expect(refused).toEqual({ code: 'service_error', reason, message: expect.stringMatching(says) });
    expect(refused.message).not.toContain(secret);
    expect(refused.message).not.toContain(String(upstream.port));
    expect(refused.message.length).toBeLessThan(800);
    expect(took).toBeLessThan(soonMs);
    // Only a call that is known not to have run is sent again.
    expect((await hits(fault)) - before).toBe(fault === 'session-lost-for-good' ? 2 : 1);
    expect(resultOf(await world.run('faulty__fine'))).toEqual({ content: [{ type: 'text', text: 'fine' }] });
  });

  it.each(expectedOfApi)('answers 502 to %s of an API as %s, in time and without secrets (D35)', async (fault, reason, says) => {
    const world = worldFor(fault);
    const before = await hits(fault);
    const started = performance.now();
    const refused = refusalOf(await world.run(`api__${fault}`));
    expect(refused).toEqual({ code: 'service_error', reason, message: expect.stringMatching(says) });
    expect(refused.message).not.toContain(secret);
    expect(refused.message).not.toContain(String(upstream.port));
    expect(performance.now() - started).toBeLessThan(soonMs);
    // A GET that only reads is sent once more where the connection ended before an answer.
    expect((await hits(fault)) - before).toBe(fault === 'reset-before' ? 2 : 1);
    expect((await world.run('api__fine')).ok).toBe(true);
  });

  it.each([
    'hang-before',
    'drip',
    'garbage',
    'html',
    'wrong-id',
    'huge-body',
    'gzip-bomb',
    'endless-events',
    'reset-before',
    'status-500',
    'redirect-to-loopback',
  ])('is not connected if it starts with %s', async (fault) => {
    const world = worldFor(fault);
    const started = performance.now();
    const input = { service: 'other', name: 'x', kind: 'mcp-http', url: upstream.url.replace('/mcp', `/connect/${fault}`), access };
    const error = await world.as(world.owner, 'add_connection', input).catch((thrown) => thrown);
    expect({ fault, code: error.code }).toEqual({ fault, code: 'service_error' });
    expect(error.message).not.toContain(secret);
    expect(performance.now() - started).toBeLessThan(soonMs);
  });

  it('receives nothing that can be refused beforehand (D33, D11)', async () => {
    const before = await hits('fine');
    const toolSlug = 'faulty__fine';
    expect(refusalOf(await world.run(toolSlug, { required: 5 })).reason).toBe('invalid_service_arguments');
    expect(refusalOf(await world.run(toolSlug, { other: 'x' })).message).toContain('arguments/other is unknown');
    expect(refusalOf(await world.call(world.readKey, 'execute_service_tool', { toolSlug })).code).toBe('forbidden');
    expect(refusalOf(await world.call(world.writeKey, 'execute_service_read_tool', { toolSlug })).reason).toBe('wrong_mode');
    expect((await hits('fine')) - before).toBe(0);
  });

  it('uses the first of two answers', async () => {
    expect(resultOf(await world.run('faulty__two-answers'))).toEqual({ content: [{ type: 'text', text: 'first' }] });
  });

  it('does not repeat a credential that the service sends back (D36)', async () => {
    expect(resultOf(await world.run('faulty__echo-secret'))).toEqual({
      content: [{ type: 'text', text: 'you sent Bearer [secret removed]' }],
    });
  });

  it('never reaches the target of a redirect', async () => {
    expect(await hits('victim')).toBe(0);
  });

  it('keeps memory bounded during endless answers', async () => {
    const endless = ['huge-body', 'huge-stream', 'endless-events', 'gzip-bomb', 'status-500-huge'];
    const run = () => Promise.all(endless.flatMap((fault) => [world.run(`faulty__${fault}`), world.run(`api__${fault}`)]));
    // Measures after a first run, which allocates permanent memory, and after collecting garbage.
    await run();
    collectGarbage();
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 10);
    await run();
    collectGarbage();
    clearInterval(timer);
    // Ten answers at once, each of up to 4 MiB with its copies, on a machine that may be late to collect; without an end they are
    // gigabytes.
    expect((peak - before) / 1024 / 1024).toBeLessThan(128);
  });

  it('continues with a new session after the service has lost the old one', async () => {
    await world.run('faulty__fine');
    await fetch(new URL('/new-session', upstream.url));
    expect(resultOf(await world.run('faulty__fine'))).toEqual({ content: [{ type: 'text', text: 'fine' }] });
  });

  it('records the state of the connection: refused credentials differ from an absent service', async () => {
    const connectionId = await world.addHttp('noted', upstream.url, { access });
    const statusAfter = async (tool: string) => {
      await world.run(`noted__${tool}`);
      const { connections } = await world.as(world.owner, 'list_connections');
      return connections.find((connection: { connectionId: string }) => connection.connectionId === connectionId).status;
    };
    expect(await statusAfter('status-401')).toBe('needs_attention');
    expect(await statusAfter('fine')).toBe('active');
    expect(await statusAfter('status-500')).toBe('active');
  });
});

describe('a service that is unavailable', () => {
  it('is reached again by the first call after its return', async () => {
    const first = await startFaultServer();
    await world.addHttp('restarted', first.url);
    expect((await world.run('restarted__fine')).ok).toBe(true);
    await first[Symbol.asyncDispose]();
    for (let call = 0; call < 8; call++) {
      expect(refusalOf(await world.run('restarted__fine')).code).toBe('service_error');
    }
    await using second = await startFaultServer(first.port);
    expect(second.port).toBe(first.port);
    expect(resultOf(await world.run('restarted__fine'))).toEqual({ content: [{ type: 'text', text: 'fine' }] });
  });
});

describe('a service that hangs', () => {
  it('blocks nobody else: 200 calls hang, and 100 others are answered meanwhile', async () => {
    await using patient = await openServiceWorld({ deadlineMs: 600_000 });
    const services = ['slow-1', 'slow-2', 'slow-3', 'slow-4'];
    for (const service of services) await patient.addHttp(service, upstream.url);
    const before = await hits('hang-before');
    const caller = new AbortController();
    const hang = (service: string) => patient.run(`${service}__hang-before`, {}, { signal: caller.signal });
    const hanging = services.flatMap((service) => Array.from({ length: 50 }, () => hang(service)));
    await expect.poll(async () => (await hits('hang-before')) - before).toBe(200);
    let ended = 0;
    for (const call of hanging) void call.then(() => ended++);
    for (let call = 0; call < 100; call++) await whoami(patient);
    expect(ended).toBe(0);
    caller.abort();
    const messages = (await Promise.all(hanging)).map((answer) => refusalOf(answer).message);
    expect(messages.every((message) => message.endsWith('the caller disconnected'))).toBe(true);
  });

  it('gets at most the calls that one connection allows', async () => {
    await using patient = await openServiceWorld({ deadlineMs: 600_000 });
    await patient.addHttp('full', upstream.url);
    const caller = new AbortController();
    const messages: string[] = [];
    const calls = Array.from({ length: 70 }, async () => {
      messages.push(refusalOf(await patient.run('full__hang-before', {}, { signal: caller.signal })).message);
    });
    await expect.poll(() => messages).toEqual(Array(6).fill(expect.stringContaining('64 calls already running')));
    caller.abort();
    await Promise.all(calls);
    expect(messages.slice(6)).toEqual(Array(64).fill(expect.stringMatching(/the caller disconnected$/)));
  });
});

async function whoami({ url, readKey, orgId }: ServiceWorld): Promise<void> {
  const answer = await fetch(`${url}/v1/tools/whoami`, { method: 'POST', headers: { authorization: `Bearer ${readKey}` } });
  expect(((await answer.json()) as { orgId: string }).orgId).toBe(orgId);
}
