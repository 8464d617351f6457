import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlive } from '../kit/is-alive.ts';
import type { Loose } from '../kit/world.ts';
import { openServiceWorld, refusalOf, resultOf } from './service-world.ts';
import { everythingScript, startEverything } from './upstreams.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A server in a few lines: it tells its process id, dies, hangs and changes its tools when it is told to. */
const script = path.join(folder, 'server.mjs');
beforeAll(() =>
  writeFileSync(
    script,
    `
import { appendFileSync } from 'node:fs';
appendFileSync(process.argv[2], process.pid + '\\n');
let description = 'First.';
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const tool = (name) => ({ name, description, inputSchema: { type: 'object' } });
const calls = {
  pid: (id) => say({ id, result: { content: [{ type: 'text', text: String(process.pid) }] } }),
  die: () => process.exit(3),
  hang: () => {},
  garbage: () => process.stdout.write('this is no message\\n{"jsonrpc":\\n'),
  'wrong-id': () => say({ id: 999999, result: { content: [] } }),
  'huge-line': () => process.stdout.write('"' + 'x'.repeat(9 * 1024 * 1024)),
  'two-answers': (id) => { calls.pid(id); say({ id, result: { content: [] } }); },
  'is-error': (id) => say({ id, result: { isError: true, content: [{ type: 'text', text: 'bad ' + process.env.SERVICE_TOKEN }] } }),
  change: (id) => { description = 'Second.'; say({ method: 'notifications/tools/list_changed' }); calls.pid(id); },
};
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (method === 'initialize') say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'x', version: '1' } } });
    else if (method === 'tools/list') say({ id, result: { tools: Object.keys(calls).map(tool) } });
    else if (method === 'tools/call') calls[params.name](id);
    else if (method === 'notifications/cancelled') appendFileSync(process.argv[2] + '.cancelled', params.requestId + '\\n');
    else if (id !== undefined) process.argv[3] === 'strict' ? process.exit(4) : say({ id, error: { code: -32601, message: 'no such method' } });
  }
});
process.stdin.on('end', () => process.exit(0));
`,
  ),
);

const startsOf = (file: string) => readFileSync(file, 'utf8').trim().split('\n').map(Number);

describe('the child of a connection (D31)', () => {
  it('is one for all calls, restarted after a crash, and killed on stop', async () => {
    const log = path.join(folder, 'one.log');
    const world = await openServiceWorld({ deadlineMs: 3000 });
    await world.addCommand('child', [script, log]);
    const pid = async () => Number(resultOf(await world.run('child__pid')).content[0].text);
    const pids = await Promise.all(Array.from({ length: 10 }, pid));
    expect(new Set(pids).size).toBe(1);
    const refused = refusalOf(await world.run('child__die'));
    expect(refused).toMatchObject({ code: 'service_error', reason: 'service_failed', message: expect.stringContaining('broke off') });
    expect(isAlive(pids[0] as number)).toBe(false);
    const second = await pid();
    expect(second).not.toBe(pids[0]);
    await world[Symbol.asyncDispose]();
    expect(isAlive(second)).toBe(false);
  });

  it('is not restarted immediately if it crashes repeatedly', async () => {
    const log = path.join(folder, 'dying.log');
    await using world = await openServiceWorld({ deadlineMs: 3000 });
    await world.addCommand('child', [script, log]);
    for (let death = 0; death < 3; death++) await world.run('child__die');
    const started = startsOf(log).length;
    const refused = refusalOf(await world.run('child__pid'));
    expect(refused).toMatchObject({ reason: 'service_unreachable', message: expect.stringMatching(/restarted in \d+ seconds/) });
    expect(startsOf(log).length).toBe(started);
  });

  it('is restarted without protocol negotiation if it exited during negotiation', async () => {
    const log = path.join(folder, 'strict.log');
    await using world = await openServiceWorld({ deadlineMs: 3000 });
    await world.addCommand('child', [script, log, 'strict']);
    expect((await world.run('child__pid')).ok).toBe(true);
  });

  it('answers other calls while it hangs in one', async () => {
    await using world = await openServiceWorld({ deadlineMs: 1000 });
    await world.addCommand('child', [script, path.join(folder, 'hang.log')]);
    const hanging = world.run('child__hang');
    expect((await world.run('child__pid')).ok).toBe(true);
    expect(refusalOf(await hanging).reason).toBe('service_timeout');
    expect((await world.run('child__pid')).ok).toBe(true);
  });

  it('is replaced if it stops reading, but not while it answers a ping', async () => {
    await using world = await openServiceWorld({ deadlineMs: 1000 });
    await world.addCommand('child', [script, path.join(folder, 'silent.log')]);
    const pid = async () => Number(resultOf(await world.run('child__pid')).content[0].text);
    const first = await pid();
    expect(refusalOf(await world.run('child__hang')).reason).toBe('service_timeout');
    expect(await pid()).toBe(first);
    process.kill(first, 'SIGSTOP');
    expect(refusalOf(await world.run('child__pid')).reason).toBe('service_timeout');
    await expect.poll(() => isAlive(first), { timeout: 20_000 }).toBe(false);
    expect(await pid()).not.toBe(first);
  });

  it.each([
    ['garbage', 'service_timeout', /did not answer within/],
    ['wrong-id', 'service_timeout', /did not answer within/],
    ['huge-line', 'service_failed', /broke off/],
    ['is-error', 'service_failed', /reports an error; correct the call by what it says: bad \[secret removed\]/],
  ])('that answers with %s ends the call as %s, and the next call works', async (fault, reason, says) => {
    // Only what is not answered at all has to wait for the deadline.
    await using world = await openServiceWorld(reason === 'service_timeout' ? { deadlineMs: 3000 } : {});
    await world.addCommand('child', [script, path.join(folder, `${fault}.log`)]);
    const started = performance.now();
    expect(refusalOf(await world.run(`child__${fault}`))).toEqual({
      code: 'service_error',
      reason,
      message: expect.stringMatching(says),
    });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect((await world.run('child__two-answers')).ok).toBe(true);
    expect((await world.run('child__pid')).ok).toBe(true);
  });

  it('is notified when no caller waits for a call any longer', async () => {
    const log = path.join(folder, 'left.log');
    await using world = await openServiceWorld({ deadlineMs: 20_000 });
    await world.addCommand('child', [script, log]);
    const caller = new AbortController();
    const left = world.run('child__hang', {}, { signal: caller.signal });
    expect((await world.run('child__pid')).ok).toBe(true);
    caller.abort();
    expect(refusalOf(await left).message).toContain('the caller disconnected');
    await expect.poll(() => existsSync(`${log}.cancelled`)).toBe(true);
    expect((await world.run('child__pid')).ok).toBe(true);
  });

  it('cannot be added if it does not start', async () => {
    await using world = await openServiceWorld({ deadlineMs: 1000, connectMs: 500 });
    await expect(world.addCommand('child', [path.join(folder, 'absent.mjs')])).rejects.toMatchObject({ code: 'service_error' });
    await expect(world.addCommand('child', [], { command: '/nowhere/at/all' })).rejects.toMatchObject({ reason: 'service_unreachable' });
    await expect(world.addCommand('child', ['-e', 'setInterval(()=>{},1e6)'])).rejects.toMatchObject({ reason: 'service_timeout' });
  });
});

describe('tools that change while they are connected (D32)', () => {
  it('are held when the service reports them, and run again after approval', async () => {
    await using world = await openServiceWorld({ deadlineMs: 3000 });
    const connectionId = await world.addCommand('child', [script, path.join(folder, 'change.log')]);
    expect((await world.run('child__change')).ok).toBe(true);
    await expect.poll(async () => (await world.as(world.owner, 'list_connections')).connections[0].heldCount).toBe(9);
    expect(refusalOf(await world.run('child__pid')).reason).toBe('tool_held');
    const { tools } = await world.as(world.owner, 'list_connection_tools', { connectionId });
    expect(tools.find(({ name }: Loose) => name === 'pid').changes).toEqual([{ field: 'description', before: 'First.', after: 'Second.' }]);
    await world.as(world.owner, 'approve_service_tools', { connectionId, tools: ['pid'] });
    expect((await world.run('child__pid')).ok).toBe(true);
    expect(refusalOf(await world.run('child__hang')).reason).toBe('tool_held');
  });
});

describe('another Gatehouse as a service: the 2026 protocol over HTTP', () => {
  it('is listed and run with its key, and passes on its refusals unchanged', async () => {
    await using inner = await openServiceWorld();
    await using outer = await openServiceWorld({ deadlineMs: 5000 });
    await outer.addHttp('inner', `${inner.url}/mcp`, { access: { type: 'bearer', token: inner.readKey } });
    expect(resultOf(await outer.run('inner__whoami')).structuredContent.orgId).toBe(inner.orgId);
    const { tools } = await outer.as(outer.owner, 'list_service_tools', { service: 'inner', limit: 200 });
    expect(tools.find((tool: Loose) => tool.toolSlug === 'inner__search').mode).toBe('read');
    expect(refusalOf(await outer.run('inner__read_doc', { docId: 'doc_none' })).message).toContain(
      'nothing visible to this key has this identifier',
    );
    expect(refusalOf(await outer.run('inner__read_doc', {})).reason).toBe('invalid_service_arguments');
    const activity = await inner.store.read(() => inner.store.activity.list({ orgId: inner.orgId, limit: 10 }));
    expect(activity[0]).toMatchObject({ entrance: 'mcp', sdkName: 'gatehouse', tool: 'read_doc' });
  });

  it('reports a wrong key', async () => {
    await using inner = await openServiceWorld();
    const input = { access: { type: 'bearer', token: 'gth_wrong-key-of-nobody' } };
    await using outer = await openServiceWorld();
    await expect(outer.addHttp('inner', `${inner.url}/mcp`, input)).rejects.toThrow(/refused the credentials/);
  });
});

describe('a restart of the service', () => {
  it('is noticed and survived: the next call works', async () => {
    await using world = await openServiceWorld({ deadlineMs: 5000 });
    const first = await startEverything();
    await world.addHttp('everything', first.url);
    expect((await world.run('everything__echo', { message: 'a' })).ok).toBe(true);
    await first[Symbol.asyncDispose]();
    await using _second = await startEverything(first.port);
    expect(resultOf(await world.run('everything__echo', { message: 'b' })).content[0].text).toBe('Echo: b');
  });

  it('ends a call in progress immediately', async () => {
    await using world = await openServiceWorld({ deadlineMs: 200_000 });
    const upstream = await startEverything();
    await world.addHttp('everything', upstream.url);
    let begun = () => {};
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const call = world.run('everything__trigger-long-running-operation', { duration: 150, steps: 300 }, { onProgress: () => begun() });
    await running;
    const started = performance.now();
    await upstream[Symbol.asyncDispose]();
    expect(refusalOf(await call).reason).toMatch(/service_failed|service_unreachable/);
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});

it('a command is accepted only from the operator, and a changed database row cannot start one', async () => {
  await using world = await openServiceWorld();
  const connectionId = await world.addCommand('files', [everythingScript, 'stdio']);
  const [stored] = await world.store.read(() => world.store.connections.secrets(world.orgId, connectionId));
  const sealed = Buffer.from(JSON.stringify({ command: '/bin/sh', args: ['-c', 'true'], env: {} }));
  await world.store.perform(() => world.store.connections.putSecret({ ...stored!, sealed }), { changes: true });
  await world.store.perform(() => world.store.connections.noteNewCredentials(world.orgId, connectionId, Date.now()), { changes: true });
  expect(refusalOf(await world.run('files__echo', { message: 'x' })).message).toContain('cannot be decrypted');
});
