import { describe, expect, it } from 'vitest';
import { createCallerCache } from './caller-cache.ts';
import { createCallerQueue } from './caller-queue.ts';
import { createFairQueue } from './fair-queue.ts';
import { createQuotas } from './quotas.ts';
import { type BudgetName, budgets, type CacheName, caches, fairQueues, type QueueName, queues } from './shares.ts';

const many = 500;

describe('a share that one caller has filled still serves another caller (D51)', () => {
  it.each(Object.keys(queues) as QueueName[])('the queue of %s', async (name) => {
    const queue = createCallerQueue(name, () => new Error('full'));
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const run = (caller: string) => {
      const work = () => {
        begun.push(caller);
        return new Promise<void>((resolve) => ends.push(resolve));
      };
      return queue.run(caller, work).catch((error: Error) => error.message);
    };
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    for (let count = 0; count < many; count++) void run('greedy');
    await settle();
    const before = begun.length;
    const other = run('other');
    await settle();
    // At most one job that runs already ends first.
    if (begun.length === before) ends.shift()?.();
    await settle();
    expect(begun.slice(before)).toEqual(expect.arrayContaining(['other']));
    expect(begun.slice(before).filter((caller) => caller === 'greedy')).toEqual([]);
    ends.at(-1)?.();
    expect(await other).toBeUndefined();
  });

  it.each(fairQueues)('the queue of %s', (name) => {
    const queue = createFairQueue<{ caller: string }>(name);
    for (let count = 0; count < many; count++) queue.push({ caller: 'greedy' });
    for (let count = 0; count < 5; count++) {
      const job = queue.take();
      if (job) queue.charge(job, 1);
    }
    queue.push({ caller: 'other' });
    const next = [queue.take(), queue.take()].map((job) => job?.caller);
    expect(next).toContain('other');
  });

  it.each(Object.keys(caches) as CacheName[])('the cache of %s', (name) => {
    const cache = createCallerCache<string>(name);
    const part = Math.ceil(caches[name].room / many);
    cache.set('other', 'before', 'kept', part);
    for (let count = 0; count < 2 * many; count++) cache.set('greedy', `${count}`, 'kept', part);
    cache.set('other', 'after', 'kept', part);
    expect([cache.get('0'), cache.get('before'), cache.get('after'), cache.get(`${2 * many - 1}`)]).toEqual([
      undefined,
      'kept',
      'kept',
      'kept',
    ]);
  });

  it.each(Object.keys(budgets) as BudgetName[])('the budget of %s', (name) => {
    const budget = createQuotas(name);
    const part = Math.ceil(budgets[name].places / many);
    let taken = 0;
    while (taken < many && budget.take('greedy', part)) taken++;
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(many);
    expect(budget.take('other', part)).toBe(true);
  });
});
