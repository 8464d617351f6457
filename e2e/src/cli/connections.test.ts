import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everythingScript } from '../services/upstreams.ts';
import { openPlace, type Place, type Running } from './command.ts';

describe('gatehouse connections', () => {
  let place: Place;
  let gateway: Running;

  beforeAll(async () => {
    place = openPlace();
    gateway = await place.start();
  });

  afterAll(async () => {
    await gateway.stop();
    place[Symbol.dispose]();
  });

  const echo = async () => {
    const headers = { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ toolSlug: 'demo__echo', arguments: { message: 'hello' } });
    const answer = await fetch(`${gateway.url}/v1/tools/execute_service_tool`, { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text() };
  };
  const add = ['connections', 'add', '--service', 'demo', '--name', 'Demo'];

  it('connects a program of this machine, whose tools the running gateway then offers (D31)', async () => {
    const made = await place.json([...add, '--command', process.execPath, '--arg', everythingScript, '--arg', 'stdio']);
    expect(made.tools).toContain('demo__echo');
    expect(await echo()).toMatchObject({ status: 200, text: expect.stringContaining('hello') });
    expect((await place.json(['connections', 'list'])).connections).toMatchObject([
      { service: 'demo', status: 'active', kind: 'mcp-stdio' },
    ]);
  });

  it('shows and marks its tools (D32), tests it, pauses and resumes it', async () => {
    expect(await place.json(['connections', 'mark', 'demo', 'echo', 'read'])).toEqual({ tool: 'echo', mode: 'read' });
    const { tools } = await place.json(['connections', 'tools', 'demo']);
    expect(tools.find(({ name }: { name: string }) => name === 'echo')).toMatchObject({ mode: 'read', markedMode: 'read', heldFor: null });
    expect(await place.json(['connections', 'test', 'demo'])).toMatchObject({ reachable: true, held: [] });
    expect((await place.run(['connections', 'approve', 'demo'])).code).toBe(1);
    await place.json(['connections', 'pause', 'demo']);
    expect(await echo()).toMatchObject({ status: 400, text: expect.stringContaining('connection_paused') });
    await place.json(['connections', 'resume', 'demo']);
    expect(await echo()).toMatchObject({ status: 200 });
  });

  it('keeps credentials through a new secret, and opens nothing without it (D36)', async () => {
    const previous = path.join(place.folder, 'old-secret');
    writeFileSync(previous, readFileSync(path.join(place.data, 'secret')));
    const env = { GATEHOUSE_SECRET: 'a new secret that is long enough to be one' };
    const unopened = await place.run(['connections', 'test', 'demo', '--json'], { env });
    expect(unopened.code).toBe(1);
    const wrong = path.join(place.folder, 'wrong');
    writeFileSync(wrong, 'x'.repeat(43));
    expect(await place.run(['secrets', 'rotate', '--previous', wrong], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('do not open with the secrets that were given'),
    });
    expect(await place.json(['secrets', 'rotate', '--previous', previous], { env })).toEqual({ rotated: 1 });
    expect(await place.json(['secrets', 'rotate', '--previous', previous], { env })).toEqual({ rotated: 0 });
    expect(await place.json(['connections', 'test', 'demo'], { env })).toMatchObject({ reachable: true });
  });

  it('takes secrets from a file or standard input and never as an argument', async () => {
    const service = ['connections', 'add', '--service', 'far', '--name', 'Far', '--url', 'http://192.0.2.1/mcp', '--access', 'bearer'];
    expect(await place.run(service)).toMatchObject({ code: 1, stderr: expect.stringContaining('no token was given') });
    const refused = await place.run([...service, '--json'], { input: 'token-of-mine\n' });
    expect(JSON.parse(refused.stdout).error.code).toBe('service_error');
    expect(refused.stdout).not.toContain('token-of-mine');
    expect(await place.run([...service.slice(0, -1), 'basic'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--access basic needs --username'),
    });
    expect(await place.run([...add, '--url', 'https://x.example', '--openapi', 'x'])).toMatchObject({ code: 2 });
    expect((await place.run(['connections', 'add', '--help'])).stdout).not.toMatch(/--(?:token|password|client-secret|secret) /);
  });

  it('is removed with everything of it', async () => {
    await place.json(['connections', 'remove', 'demo']);
    expect((await place.json(['connections', 'list'])).connections).toEqual([]);
    expect(await echo()).toMatchObject({ status: 400 });
    expect((await place.run(['connections', 'tools', 'demo'])).stderr).toContain('there is no connection "demo"');
  });
});
