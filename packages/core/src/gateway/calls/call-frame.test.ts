import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyDefinition, defineDiscoveryTool, defineServiceTool, defineTool } from '../../kernel/context/tool.ts';
import { GatewayError, overloaded } from '../../kernel/errors/errors.ts';
import { createWorld, type World } from '../../testing/test-world.ts';
import type { Answer } from './call.ts';

const plain = {
  title: 'Test',
  description: 'For tests.',
  audience: 'agent' as const,
  access: 'read' as const,
  hints: { destructive: false, idempotent: true, openWorld: true },
  input: z.strictObject({}),
  output: z.object({ ok: z.boolean() }),
  example: { input: {}, output: { ok: true } },
};

/** Tools of every kind that end with this fault. */
function failing(fault: unknown): [string, AnyDefinition][] {
  const fail = () => {
    throw fault;
  };
  return [
    ['workspace', defineTool({ ...plain, name: 'fail_workspace', run: fail })],
    ['service', defineServiceTool({ ...plain, name: 'fail_service', *prepare() {}, *checkAgain() {}, runOutside: async () => fail() })],
    [
      'discovery',
      defineDiscoveryTool({ ...plain, name: 'fail_discovery', *prepare() {}, runOutside: async () => undefined, conclude: fail }),
    ],
  ];
}

async function errorOf(answer: Promise<Answer>): Promise<GatewayError> {
  const answered = await answer;
  if (answered.ok) throw new Error('the call was not refused');
  return answered.error;
}

const rowOf = async ({ store, orgId }: World, tool: string) =>
  (await store.read(() => store.activity.list({ orgId, limit: 100 }))).find((row) => row.tool === tool);

describe('an internal fault', () => {
  it.each(failing(new Error('SECRET')))(
    'in a %s tool is answered only with its request id, and reported with its cause',
    async (kind, tool) => {
      await using world = await createWorld({ extraTools: [tool] });
      const key = await world.key(world.owner, 'read');
      const error = await errorOf(world.call(key, `fail_${kind}`));
      expect(error).toMatchObject({ code: 'internal_error', status: 500, message: expect.stringMatching(/report request ID req_\w+/) });
      expect(error.message).not.toContain('SECRET');
      expect(world.reported).toMatchObject([{ cause: { message: 'SECRET' } }]);
    },
  );

  it.each(failing(new GatewayError('internal_error', 'SECRET')))(
    'that a %s tool turned into an error reveals no more',
    async (kind, tool) => {
      await using world = await createWorld({ extraTools: [tool] });
      const key = await world.key(world.owner, 'read');
      expect((await errorOf(world.call(key, `fail_${kind}`))).message).not.toContain('SECRET');
      expect(world.reported).toHaveLength(1);
    },
  );

  it.each(['whoami', 'no_such_tool', 'fail_service'])('before %s runs is answered and reported in the same way', async (tool) => {
    await using world = await createWorld({ extraTools: failing(undefined).map(([, one]) => one) });
    const key = await world.key(world.owner, 'read');
    world.store.admissions.take = () => {
      throw new Error('SECRET');
    };
    const error = await errorOf(world.call(key, tool));
    expect(error).toMatchObject({ code: 'internal_error', message: expect.stringMatching(/report request ID req_\w+/) });
    expect(world.reported).toMatchObject([{ cause: { message: 'SECRET' } }]);
  });
});

it.each(failing(overloaded('come back later')))(
  'overload in a %s tool is not a fault: the answer states when to retry (D7)',
  async (kind, tool) => {
    await using world = await createWorld({ extraTools: [tool] });
    const key = await world.key(world.owner, 'read');
    const error = await errorOf(world.call(key, `fail_${kind}`));
    expect(error).toMatchObject({ reason: 'overloaded', status: 503, retryAfterSeconds: 1, message: 'come back later' });
    expect(await rowOf(world, `fail_${kind}`)).toMatchObject({ outcome: 'internal_error', reason: 'overloaded', status: 503 });
    expect(world.reported).toEqual([]);
  },
);

it('measures the duration of a call', async () => {
  await using world = await createWorld();
  const key = await world.key(world.owner, 'read');
  const startedAt = performance.now();
  await world.ok(key, 'whoami');
  const tookMicros = (performance.now() - startedAt) * 1000;
  const { durationMicros } = (await rowOf(world, 'whoami')) ?? {};
  expect(durationMicros).toBeGreaterThan(0);
  expect(durationMicros).toBeLessThanOrEqual(tookMicros);
});

describe('the store is told in advance if a call changes something', () => {
  /** For each transaction of a call: true if it may change something. Its notices and its wait for the disk depend on it. */
  async function transactionsOf(tool: string, input?: unknown): Promise<(boolean | undefined)[]> {
    const outside = defineServiceTool({ ...plain, name: 'leave', *prepare() {}, *checkAgain() {}, runOutside: async () => ({ ok: true }) });
    await using world = await createWorld({ extraTools: [outside] });
    const key = await world.key(world.owner, 'write');
    const asked: (boolean | undefined)[] = [];
    const { perform } = world.store;
    world.store.perform = (program, options) => {
      asked.push(options.changes);
      return perform(program, options);
    };
    await world.call(key, tool, input);
    return asked;
  }

  it.each([
    ['a reading tool', 'whoami', {}, [false]],
    ['a writing tool', 'create_doc', { title: 'Plan' }, [true]],
    ['an unknown tool', 'no_such_tool', {}, [false]],
    // Before the request to the service, nothing is written. After it, the state of the connection may be.
    ['a tool that leaves the process', 'leave', {}, [false, true]],
  ])('by %s', async (_, tool, input, expected) => {
    expect(await transactionsOf(tool, input)).toEqual(expected);
  });
});
