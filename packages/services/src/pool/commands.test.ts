import { definitionHash, type ServiceRequest, type ServiceTarget, type ToolDefinition } from '@gatehouse/core';
import { expect, it } from 'vitest';
import { brokeOff, noAnswerWithin } from '../kernel/failure.ts';
import { createPool } from './pool.ts';

const tool: ToolDefinition = {
  name: 'echo',
  title: null,
  description: '',
  inputSchema: { type: 'object' },
  outputSchema: null,
  annotations: null,
  binding: null,
};

/** Opens a pool with a fake command. A test ends its calls, and closing it breaks them off. */
function openPool(kind: ServiceTarget['kind'] = 'mcp-stdio') {
  const state = { isCurrent: true, answers: true, opened: 0, closed: 0, pings: [] as number[], asked: 0 };
  const calls: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const pool = createPool({
    deadlineMs: 60_000,
    callsInFlight: 32,
    catalogueMaxAgeMs: 60_000,
    idleMs: 60_000,
    watchMs: 5,
    pingMs: 7,
    report: (error) => {
      throw error;
    },
    events: {
      catalogue: async () => undefined,
      health: async () => undefined,
      isCurrent: async () => {
        state.asked++;
        return state.isCurrent;
      },
    },
    async open() {
      state.opened++;
      const own = calls.length;
      return {
        listsOnConnect: false,
        call: () =>
          new Promise((resolve, reject) => {
            calls.push({ resolve: () => resolve({ content: [] }), reject });
          }),
        list: async () => ({ tools: [tool] }),
        answers: async (waitMs) => {
          state.pings.push(waitMs);
          return state.answers;
        },
        close: async () => {
          state.closed++;
          for (const { reject } of calls.slice(own)) reject(brokeOff());
        },
      };
    },
  });
  const request = (signal = new AbortController().signal): ServiceRequest => ({
    target: {
      orgId: 'org_1',
      connectionId: 'conn_1',
      service: 'svc',
      kind,
      config: {},
      revision: 1,
      updatedAt: 5,
      status: 'active',
      catalogueAt: 0,
      readSecrets: async () => [],
    },
    tool: { ...tool, definitionHash: definitionHash(tool) },
    arguments: {},
    caller: 'key_1',
    readFile: async () => Promise.reject(new Error('no test sends files')),
    signal,
  });
  const begin = async (signal?: AbortSignal) => {
    const before = calls.length;
    const call = pool.call(request(signal)).then(
      () => 'ok',
      (error) => (error as Error).message,
    );
    await expect.poll(() => calls.length).toBe(before + 1);
    return { call, ...(calls.at(-1) as (typeof calls)[number]) };
  };
  return { pool, state, begin };
}

it('ends a command with its connection, even if a call is still running', async () => {
  const { pool, state, begin } = openPool();
  const { call } = await begin();
  pool.end('conn_1');
  expect(await call).toContain('broke off its answer');
  expect(state.closed).toBe(1);
});

it('lets running calls of a service over HTTP finish', async () => {
  const { pool, state, begin } = openPool('mcp-http');
  const { call, resolve } = await begin();
  pool.end('conn_1');
  resolve();
  expect(await call).toBe('ok');
  await expect.poll(() => state.closed).toBe(1);
  expect(state.asked).toBe(0);
});

it('ends a command whose connection another process has changed, and for no other reason', async () => {
  const { state, begin } = openPool();
  const { call, resolve } = await begin();
  resolve();
  expect(await call).toBe('ok');
  await expect.poll(() => state.asked).toBeGreaterThan(2);
  expect(state.closed).toBe(0);
  state.isCurrent = false;
  await expect.poll(() => state.closed).toBe(1);
});

it('pings a command that has not answered, and replaces it if it reads nothing', async () => {
  const { state, begin } = openPool();
  const first = await begin();
  first.reject(noAnswerWithin(60_000));
  expect(await first.call).toContain('did not answer');
  await expect.poll(() => state.pings).toEqual([7]);
  const second = await begin();
  expect(state.opened).toBe(1);
  state.answers = false;
  const third = await begin();
  third.reject(noAnswerWithin(60_000));
  expect(await second.call).toContain('broke off its answer');
  expect(state.closed).toBe(1);
  const next = await begin();
  next.resolve();
  expect([await next.call, state.opened]).toEqual(['ok', 2]);
});

it('gives a command more time if callers disconnect before its calls could have ended', async () => {
  const { state, begin } = openPool();
  const caller = new AbortController();
  const { call } = await begin(caller.signal);
  caller.abort();
  expect(await call).toContain('the caller disconnected');
  await expect.poll(() => state.pings).toEqual([60_000]);
});
