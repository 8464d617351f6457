import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { post, postModern } from './raw.ts';

const mebibyte = 1024 * 1024;
let gateway: ChildProcess;
let url: string;
let keys: string[];

beforeAll(async () => {
  const env = { ...process.env, TEST_KEYS: '63' };
  gateway = fork(`${import.meta.dirname}/memory-process.ts`, { execArgv: ['--expose-gc'], env });
  [{ url, keys }] = (await once(gateway, 'message')) as [{ url: string; keys: string[] }];
});

afterAll(async () => {
  gateway.disconnect();
  await once(gateway, 'exit');
});

async function heldBytes(): Promise<number> {
  gateway.send('how much?');
  return ((await once(gateway, 'message')) as [number])[0];
}

async function openStreams(count: number): Promise<() => void> {
  const leaving = new AbortController();
  const subscription = { notifications: { resourceSubscriptions: ['gatehouse://docs/doc_none'] } };
  const open = (index: number) =>
    postModern(url, keys[index % keys.length] as string, 'subscriptions/listen', subscription, leaving.signal);
  const opened = await Promise.all(Array.from({ length: count }, (_, index) => open(index)));
  expect(opened.every((response) => response.headers.get('content-type')?.startsWith('text/event-stream'))).toBe(true);
  return () => leaving.abort();
}

async function connect(count: number): Promise<void> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } };
  const connectOnce = async () => await (await post(url, keys[0], { jsonrpc: '2.0', id: 1, method: 'initialize', params })).text();
  for (let index = 0; index < count / 8; index++) await Promise.all(Array.from({ length: 8 }, connectOnce));
}

async function warmUp(): Promise<number> {
  (await openStreams(64))();
  await connect(500);
  return await heldBytes();
}

it('needs less than 50 MB for 1,000 idle listen streams', async () => {
  const before = await warmUp();
  const close = await openStreams(1000);
  expect((await heldBytes()) - before).toBeLessThan(50 * mebibyte);
  close();
});

it('keeps no memory of 10,000 ended connections', { tags: ['nightly'] }, async () => {
  const before = await warmUp();
  await connect(10_000);
  expect((await heldBytes()) - before).toBeLessThan(5 * mebibyte);
});
