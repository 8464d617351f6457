import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { httpEntrance } from '../entrances/index.ts';
import { givenEngine } from '../kit/engines.ts';
import { openCuttingProxy } from '../repeats/cutting-proxy.ts';
import { type ServerProcess, startServer, verify } from './server.ts';

let folder: string;
let environment: Record<string, string>;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-repeats-'));
  environment = await givenEngine.environment(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const call = (server: Pick<ServerProcess, 'url'>, tool: string, input: object, key: string, idempotencyKey?: string) =>
  httpEntrance.open(server).call(tool, input, { key, idempotencyKey });

it('100 concurrent creations under one idempotency key over two processes make one task, with 100 equal answers (D70)', async () => {
  const first = await startServer(folder, environment);
  const servers = [first, await startServer(folder, environment)];
  const key = first.quickstartKey as string;
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, index) => call(servers[index % 2] as ServerProcess, 'create_task', { title: 'Ship' }, key, 'once')),
  );
  expect(new Set(replies.map(({ raw }) => raw)).size).toBe(1);
  expect(replies.filter(({ isReplay }) => isReplay)).toHaveLength(99);
  expect((await call(first, 'list_tasks', {}, key)).value).toHaveLength(1);
  for (const server of servers) expect(await server.stop()).toBe(0);
});

it('a server that is killed between its commit and its response gives the same answer after a restart (D70)', async () => {
  const server = await startServer(folder, environment);
  const key = server.quickstartKey as string;
  await using proxy = await openCuttingProxy(server.url);
  const killed = Promise.withResolvers<void>();
  // Its first byte says that the change is committed; none of them arrives.
  proxy.next({ way: 'response', after: 0 }, () => killed.resolve(server.kill()));
  await expect(call(proxy, 'create_task', { title: 'Ship' }, key, 'once')).rejects.toThrow('fetch failed');
  await killed.promise;
  const next = await startServer(folder, environment);
  const [made] = (await call(next, 'list_tasks', {}, key)).value;
  for (const _ of [1, 2]) {
    const again = await call(next, 'create_task', { title: 'Ship' }, key, 'once');
    expect([again.isReplay, again.value]).toMatchObject([true, { taskId: made.taskId, taskNumber: 1 }]);
  }
  expect((await call(next, 'list_tasks', {}, key)).value).toHaveLength(1);
  expect(await next.stop()).toBe(0);
  expect(await verify(folder, environment)).toMatchObject({ ok: true });
});
