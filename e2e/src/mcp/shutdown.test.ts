import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { defineServiceTool } from '@gatehouse/core';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openMcpWorld } from './mcp-world.ts';
import { legacyCall, post, postModern } from './raw.ts';
import { stdioCommand } from './stdio-command.ts';

it('loses no answered change when the process is killed', async () => {
  const world = await openMcpWorld();
  const { command, args, env } = stdioCommand(world, world.writeKey);
  const gateway = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  gateway.stdin.on('error', () => {}); // Writes after the kill fail.
  const answered: string[] = [];
  createInterface(gateway.stdout).on('line', (line) => {
    const { id, result } = JSON.parse(line) as { id: string; result: { isError?: boolean } };
    if (!result.isError) answered.push(id);
    if (answered.length === 50) gateway.kill('SIGKILL');
  });
  for (let index = 0; index < 2000; index++)
    gateway.stdin.write(`${JSON.stringify(legacyCall('create_task', { title: `Task ${index}` }, `Task ${index}`))}\n`);
  await once(gateway, 'exit');

  const titles: string[] = [];
  for (let startingAfter: string | undefined, isFirst = true; isFirst || startingAfter !== undefined; isFirst = false) {
    const page = await world.asOwner<{ taskId: string; title: string }[]>('list_tasks', {
      limit: 200,
      ...(startingAfter !== undefined && { startingAfter }),
    });
    titles.push(...page.map((task) => task.title));
    startingAfter = page.length === 200 ? page.at(-1)?.taskId : undefined;
  }
  expect(answered.length).toBeGreaterThanOrEqual(50);
  expect(titles).toEqual(expect.arrayContaining(answered));
  const logged = (await world.activity()).filter((row) => row.tool === 'create_task' && row.outcome === 'ok');
  expect([titles.length, new Set(titles).size]).toEqual([logged.length, logged.length]);
  await world.close();
});

it.each(['2026-07-28', '2025-11-25'])('answers the running %s call before it drains', async (era) => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = defineServiceTool({
    name: 'test_hold',
    title: 'Hold',
    description: 'Answers when it is told to.',
    audience: 'agent',
    access: 'read',
    hints: { destructive: false, idempotent: true, openWorld: true },
    input: z.strictObject({}),
    output: z.object({ done: z.boolean() }),
    example: { input: {}, output: { done: true } },
    // biome-ignore lint/correctness/useYield: nothing has to be asked of the store
    *prepare() {
      return {};
    },
    *checkAgain() {},
    async runOutside() {
      begun.resolve();
      await release.promise;
      return { done: true };
    },
  });
  const world = await openMcpWorld({ tools: [holding] });
  const call = { name: 'test_hold', arguments: {} };
  const sent =
    era === '2026-07-28'
      ? postModern(world.url, world.readKey, 'tools/call', call)
      : post(world.url, world.readKey, legacyCall('test_hold'));
  await begun.promise;
  const closed = world.close();
  release.resolve();
  expect(await (await sent).json()).toMatchObject({ result: { structuredContent: { done: true } } });
  await closed;
});
