import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBrowser } from '../console/browser.ts';
import { type Entrance, httpEntrance, mcpModernEntrance } from '../entrances/index.ts';
import { givenEngine } from '../kit/engines.ts';
import { type ServerProcess, startServer } from './server.ts';

let folder: string;
let servers: [ServerProcess, ServerProcess];
let key: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-two-'));
  const environment = { GATEHOUSE_CALLS_PER_MINUTE: '240', ...(await givenEngine.environment(folder)) };
  const first = await startServer(folder, environment);
  servers = [first, await startServer(folder, environment)];
  key = first.quickstartKey as string;
});
afterEach(async () => {
  for (const server of servers) expect(await server.stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

/** Slightly below the maximum of one key's waiting calls in a process (D51). */
const maxWaiting = 200;

/** Makes calls through the entrances in turn, as many at once as can wait. Returns the number of admitted calls. */
async function admitted(entrances: Entrance[], calls: number): Promise<number> {
  const codes: string[] = [];
  let made = 0;
  async function callOn(entrance: Entrance): Promise<void> {
    while (made++ < calls) codes.push((await entrance.call('whoami', {}, { key })).code);
  }
  const callers = Array.from({ length: Math.min(calls, maxWaiting * entrances.length) }, (_, index) => index % entrances.length);
  await Promise.all(callers.map((index) => callOn(entrances[index] as Entrance)));
  expect([...new Set(codes)].filter((code) => code !== 'ok' && code !== 'rate_limited')).toEqual([]);
  return codes.filter((code) => code === 'ok').length;
}

it('1,000 calls of one key, 200 concurrently in each process, over two processes on one database, admit exactly 240 (D13)', async () => {
  expect(
    await admitted(
      servers.map((server) => httpEntrance.open(server)),
      1000,
    ),
  ).toBe(240);
  expect(
    await admitted(
      servers.map((server) => mcpModernEntrance.open(server)),
      20,
    ),
  ).toBe(0);
});

it('120 calls over HTTP of one process and 120 over MCP of the other share the limit (D13)', async () => {
  const entrances = [httpEntrance.open(servers[0]), mcpModernEntrance.open(servers[1])];
  expect(await admitted(entrances, 240)).toBe(240);
  expect(await admitted(entrances, 20)).toBe(0);
});

it('two processes change one document without losing or repeating a version (D19, D20)', async () => {
  const entrances = servers.map((server) => httpEntrance.open(server));
  const { docId } = (await entrances[0]!.call('create_doc', { title: 'Shared' }, { key })).value;
  const changes = Array.from({ length: 100 }, (_, index) =>
    entrances[index % 2]!.call('append_doc', { docId, text: `${index};` }, { key }),
  );
  const versions = (await Promise.all(changes)).map(({ value }) => value.versionCount);
  expect(versions.sort((left, right) => left - right)).toEqual(Array.from({ length: 100 }, (_, index) => index + 2));
  const { bodyMarkdown } = (await entrances[1]!.call('read_doc', { docId }, { key })).value;
  expect(
    bodyMarkdown
      .split(';')
      .slice(0, -1)
      .map(Number)
      .sort((left: number, right: number) => left - right),
  ).toEqual([...Array(100).keys()]);
});

it('40 concurrent wrong passwords over two processes are checked 10 times (D41)', async () => {
  const wrong = { email: 'owner@acme.test', password: 'wrong horse battery' };
  const tries = Array.from({ length: 40 }, (_, index) => openBrowser((servers[index % 2] as ServerProcess).url).refused('sign_in', wrong));
  const codes = Map.groupBy(await Promise.all(tries), (code) => code);
  expect([...codes].map(([code, of]) => [code, of.length]).sort()).toEqual([
    ['rate_limited/too_many_tries', 30],
    ['unauthorized/wrong_password', 10],
  ]);
});
