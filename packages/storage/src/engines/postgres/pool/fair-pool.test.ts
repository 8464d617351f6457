import { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UnavailableError } from '../../../kernel/unavailable.ts';
import { createFairPool } from './fair-pool.ts';

const places = 16;

describe('a pool whose callers take turns', () => {
  afterEach(() => void vi.useRealTimers());

  it('gives one caller at most three quarters of the connections', async () => {
    const pool = fakePool();
    const connections = createFairPool(pool.asPg, places);
    const greedy = askMany(connections, 'greedy', 100);
    await turn();
    expect(pool.taken).toBe(12);
    await Promise.all(askMany(connections, 'other', 4));
    expect(pool.taken).toBe(16);
    await pool.releaseUntilIdle();
    expect(await Promise.all(greedy)).toHaveLength(100);
  });

  it('gives all connections to work without a caller', async () => {
    const pool = fakePool();
    const connections = createFairPool(pool.asPg, places);
    await Promise.all(askMany(connections, undefined, places));
    expect(pool.taken).toBe(16);
  });

  it('lets a new caller wait for only one call of another caller, however many are waiting', async () => {
    const pool = fakePool();
    const connections = createFairPool(pool.asPg, 1);
    const order: string[] = [];
    const served = [...askMany(connections, 'greedy', 100), ...askMany(connections, 'modest', 2)].map((asked, index) =>
      asked.then(() => order.push(index < 100 ? 'greedy' : 'modest')),
    );
    await pool.releaseUntilIdle();
    await Promise.all(served);
    expect(order.slice(0, 5)).toEqual(['greedy', 'modest', 'greedy', 'modest', 'greedy']);
  });

  it('refuses a caller as busy after five seconds without a turn, and gives the turn to the next', async () => {
    vi.useFakeTimers();
    const pool = fakePool();
    const connections = createFairPool(pool.asPg, 1);
    await connections.connect('first');
    const late = connections.connect('second').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(4999);
    const next = connections.connect('third');
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toMatchObject({ isBusy: true });
    expect(await late).toBeInstanceOf(UnavailableError);
    pool.releaseOne();
    await next;
  });

  it('gives back the turn if the pool has no connection for it', async () => {
    const pool = fakePool();
    const connections = createFairPool(pool.asPg, 1);
    pool.failing = true;
    for (let tries = 0; tries < 3; tries++) await expect(connections.connect('anybody')).rejects.toThrow('no server');
    pool.failing = false;
    await connections.connect('anybody');
  });

  it("serves all callers, and never exceeds the number of connections or a caller's share", async () => {
    const callers = fc.constantFrom('a', 'b', 'c', undefined);
    const steps = fc.array(
      fc.oneof(
        callers.map((caller) => ({ ask: caller })),
        fc.nat().map((at) => ({ release: at })),
      ),
      { maxLength: 200 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), steps, async (size, does) => {
        const pool = fakePool();
        const connections = createFairPool(pool.asPg, size);
        const asked: Promise<unknown>[] = [];
        for (const step of does) {
          if ('ask' in step) asked.push(connections.connect(step.ask));
          else pool.releaseOne(step.release);
          await turn();
          expect(pool.taken).toBeLessThanOrEqual(size);
        }
        await pool.releaseUntilIdle();
        await Promise.all(asked);
        expect(pool.taken).toBe(0);
        // All connections can be used again.
        await Promise.all(askMany(connections, undefined, size));
      }),
      { numRuns: 100 },
    );
  });
});

function askMany(connections: ReturnType<typeof createFairPool>, caller: string | undefined, count: number) {
  return Array.from({ length: count }, () => connections.connect(caller));
}

function fakePool() {
  const events = new EventEmitter();
  const out: pg.PoolClient[] = [];
  const pool = {
    failing: false,
    get taken() {
      return out.length;
    },
    get asPg() {
      return asPg as unknown as pg.Pool;
    },
    releaseOne(at = 0) {
      out.splice(at % Math.max(1, out.length), 1)[0]?.release();
    },
    async releaseUntilIdle() {
      for (await turn(); out.length > 0; await turn()) pool.releaseOne();
    },
  };
  const asPg = Object.assign(events, {
    async connect() {
      if (pool.failing) throw new Error('no server');
      const client = { release: () => events.emit('release', undefined, client) } as unknown as pg.PoolClient;
      out.push(client);
      return client;
    },
  });
  return pool;
}
