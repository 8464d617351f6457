import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { givenEngine, onlySqlite, postgresEngine } from '../kit/engines.ts';
import { openPlace, type Place } from './command.ts';

const bash = async (line: string) => (await promisify(execFile)('bash', ['-c', line])).stdout;

describe('gatehouse start', () => {
  it('on an empty data directory creates a workspace and prints a curl line and an MCP snippet that work as pasted (D28)', async () => {
    using place = openPlace();
    await using gateway = await place.start();
    const line = gateway.greeting.split('\n').find((text) => text.startsWith('curl '));
    const { docs } = JSON.parse(await bash(line as string));
    expect(docs.map(({ title }: { title: string }) => title).toSorted()).toEqual(['Company overview', 'Goals', 'How agents work here']);

    const snippet = /\{\n {2}"mcpServers"[\s\S]*?\n\}/.exec(gateway.greeting)?.[0] as string;
    const { url, headers } = JSON.parse(snippet).mcpServers.gatehouse;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    });
    const { result } = (await answer.json()) as { result: { tools: { name: string }[] } };
    expect(result.tools.map(({ name }) => name)).toContain('create_doc');

    const agents = await place.json(['agents', 'list']);
    expect(agents.agents.map(({ name }: { name: string }) => name)).toEqual(['quickstart']);
    const keys = await place.json(['keys', 'list']);
    const [key] = keys.keys;
    expect(key).toMatchObject({ access: 'write', revokedAt: null });
    expect(key.expiresAt - key.createdAt).toBeGreaterThan(86_000_000);
    expect(key.expiresAt - key.createdAt).toBeLessThanOrEqual(86_400_000);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('stops cleanly on %s and shows no key on later starts', async (signal) => {
    using place = openPlace();
    const first = await place.start();
    const ended = await first.stop(signal);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/Gatehouse has stopped; every answered call is saved\.\n$/);

    await using second = await place.start();
    expect(second.greeting).not.toContain('gth_');
    expect(second.greeting).toContain('keys create --owner EMAIL');
    const answer = await fetch(`${second.url}/v1/tools`, { headers: { Authorization: `Bearer ${first.key}` } });
    expect(answer.status).toBe(200);
  });

  it('answers a call in flight before it stops, and the answer is in the log', async () => {
    using place = openPlace();
    const gateway = await place.start();
    const headers = { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' };
    const create = (title: string) =>
      fetch(`${gateway.url}/v1/tools/create_doc`, { method: 'POST', headers, body: JSON.stringify({ title }) });
    const calls = Array.from({ length: 30 }, (_, index) => create(`in flight ${index}`));
    await Promise.race(calls);
    const [answers] = await Promise.all([Promise.allSettled(calls), gateway.stop()]);
    const answered = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 200).length;
    expect(answered).toBeGreaterThan(0);
    const { activity } = await place.json(['activity', '--tool', 'create_doc', '--outcome', 'ok', '--limit', '500']);
    expect(activity.length).toBeGreaterThanOrEqual(answered);
    expect(await place.json(['verify'])).toMatchObject({ ok: true, problems: [] });
  });

  it('a second Ctrl-C ends it immediately', async () => {
    using place = openPlace();
    const gateway = await place.start();
    // A request whose body never ends keeps the drain waiting.
    const { hostname, port } = new URL(gateway.url);
    const socket = (await import('node:net')).connect(Number(port), hostname);
    const head = `POST /v1/tools/list_docs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    socket.on('error', () => {});
    await fetch(`${gateway.url}/healthz`);
    const ended = gateway.stop('SIGINT');
    await expect.poll(async () => (await fetch(`${gateway.url}/healthz`).catch(() => undefined))?.status).toBe(undefined);
    gateway.child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    socket.destroy();
  });

  it('lets only its owner read the data', async () => {
    using place = openPlace();
    await using _gateway = await place.start();
    expect({ directory: modeOf(place, '.'), secret: modeOf(place, 'secret') }).toEqual({ directory: '700', secret: '600' });
  });

  // Postgres manages its own files.
  onlySqlite('lets only its owner read the database too', async () => {
    using place = openPlace();
    await using _gateway = await place.start();
    expect({ database: modeOf(place, 'gatehouse.db'), log: modeOf(place, 'gatehouse.db-wal') }).toEqual({ database: '600', log: '600' });
  });

  it('creates no workspace for other commands', async () => {
    using place = openPlace();
    const ended = await place.run(['keys', 'list']);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(givenEngine === postgresEngine ? 'there is no secret in' : 'there is no workspace in');
    expect(existsSync(place.data)).toBe(false);
  });
});

function modeOf({ data }: Place, name: string): string {
  return (statSync(path.join(data, name)).mode & 0o777).toString(8);
}
