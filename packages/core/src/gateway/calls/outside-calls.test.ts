import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineServiceTool } from '../../kernel/context/tool.ts';
import { callOn, createWorld } from '../../testing/test-world.ts';

/** A tool that writes down what its call was given outside the process. */
function createLeaving() {
  const left: (string | undefined)[] = [];
  const tool = defineServiceTool({
    title: 'Test',
    description: 'For tests.',
    audience: 'agent',
    access: 'read',
    hints: { destructive: false, idempotent: true, openWorld: true },
    input: z.strictObject({}),
    output: z.object({ ok: z.boolean() }),
    example: { input: {}, output: { ok: true } },
    name: 'leave',
    *prepare() {},
    *checkAgain() {},
    async runOutside(_context, _prepared, { traceparent }) {
      left.push(traceparent);
      return { ok: true };
    },
  });
  return { left, tool };
}

it('does not call a service for a call that is not admitted', async () => {
  const { left, tool } = createLeaving();
  await using world = await createWorld({ callsPerMinute: 1, extraTools: [tool] });
  const key = await world.key(world.owner, 'read');
  expect(await world.refused('gth_unknown', 'leave')).toBe('unauthorized');
  expect(left).toHaveLength(0);
  await world.ok(key, 'leave');
  const refused = await world.call(key, 'leave');
  expect(refused).toMatchObject({ ok: false, error: { code: 'rate_limited' }, rate: { limit: 1, remaining: 0 } });
  expect(left).toHaveLength(1);
});

it('passes on the trace of its call, with itself as the parent, and creates none (D14)', async () => {
  const { left, tool } = createLeaving();
  await using world = await createWorld({ extraTools: [tool] });
  const key = await world.key(world.owner, 'read');
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await callOn(world.gateway, key, 'leave', {}, { origin: { entrance: 'http', traceparent } });
  await world.ok(key, 'leave');
  expect(left).toEqual([expect.stringMatching(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/), undefined]);
  expect(left[0]).not.toBe(traceparent);
});

it('does not suggest a retry of a call that reached a service if the disk is full (D7, D14)', async () => {
  const { left, tool } = createLeaving();
  await using world = await createWorld({ extraTools: [tool] });
  const key = await world.key(world.owner, 'read');
  const { perform } = world.store;
  const noRoom = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  let transactions = 0;
  world.store.perform = async (program, options) => {
    if (++transactions === 2) throw noRoom;
    return await perform(program, options);
  };
  const answer = await world.call(key, 'leave');
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal_error', reason: undefined, retryAfterSeconds: undefined } });
  expect(left).toHaveLength(1);
  world.store.perform = perform;
  const { activity } = await world.ok(world.owner, 'list_activity', { tool: 'leave' });
  expect(activity).toMatchObject([{ outcome: 'internal_error', status: 500 }]);
});
