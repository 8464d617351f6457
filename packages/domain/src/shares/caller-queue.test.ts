import { describe, expect, it } from 'vitest';
import { createCallerQueue } from './caller-queue.ts';
import { type QueueBounds, type QueueName, queues } from './shares.ts';

/** Queues that refuse jobs beyond their places. */
const names = (Object.keys(queues) as QueueName[]).filter((name) => Number.isFinite(queues[name].waiting));

/** A queue with jobs that end on command, and the order in which they began. */
function open(name: QueueName) {
  const queue = createCallerQueue(name, () => new Error('full'));
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (caller: string, signal?: AbortSignal) => {
    const done = queue.run(
      caller,
      () => {
        begun.push(caller);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      signal,
    );
    return done.then(
      () => 'done',
      (error: Error) => error.message,
    );
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { run, begun, ends, settle };
}

describe.each(names)('the queue of %s (D51)', (name) => {
  const { atOnce, atOnceOfCaller, waiting, waitingOfCaller }: QueueBounds = queues[name];

  it('runs the first job of a new caller before the waiting jobs of a greedy one, and refuses the excess jobs', async () => {
    const { run, begun, ends, settle } = open(name);
    const all = Array.from({ length: atOnceOfCaller + waitingOfCaller }, () => run('greedy'));
    expect(await run('greedy')).toBe('full');
    const other = run('other');
    await settle();
    for (let count = 0; count < 2; count++) {
      ends.shift()?.();
      await settle();
    }
    expect(begun.slice(0, atOnceOfCaller + 1)).toEqual([...Array.from({ length: atOnceOfCaller }, () => 'greedy'), 'other']);
    while (ends.length > 0) {
      ends.shift()?.();
      await settle();
    }
    expect([await Promise.all(all), await other]).toEqual([all.map(() => 'done'), 'done']);
  });

  it('has a place for a new caller when many callers have filled the queue', async () => {
    const { run, ends, settle } = open(name);
    const callers = Math.ceil((waiting + atOnce) / waitingOfCaller) + 1;
    const all = Array.from({ length: callers * waitingOfCaller }, (_, at) => run(`caller ${at % callers}`));
    const late = run('late');
    await settle();
    for (let count = 0; count < atOnce + waiting + 1; count++) {
      ends.shift()?.();
      await settle();
    }
    expect(await late).toBe('done');
    const outcomes = await Promise.all(all);
    expect(outcomes.filter((one) => one === 'done').length).toBe(atOnce + waiting - 1);
  });

  it('drops a job that is aborted while it waits', async () => {
    const { run, begun, ends, settle } = open(name);
    const first = Array.from({ length: atOnce }, (_, at) => run(`first ${at}`));
    const gone = new AbortController();
    const waitingOne = run('gone', gone.signal);
    gone.abort(new Error('gone away'));
    expect(await waitingOne).toBe('gone away');
    for (const end of ends) end();
    expect(await Promise.all(first)).toEqual(first.map(() => 'done'));
    expect(await run('gone', gone.signal)).toBe('gone away');
    await settle();
    expect(begun).not.toContain('gone');
  });

  it('continues after a job fails', async () => {
    const queue = createCallerQueue(name, () => new Error('full'));
    await expect(queue.run('a', async () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await queue.run('a', async () => 'next')).toBe('next');
  });
});

describe('a queue with patience', () => {
  it('refuses a job that has waited too long, and serves the jobs after it', async () => {
    const queue = createCallerQueue('checksOfThread', () => new Error('too late'), { patienceMs: 1 });
    const leave = await queue.enter('a');
    await expect(queue.enter('b')).rejects.toThrow('too late');
    leave();
    (await queue.enter('c'))();
  });

  it('reserves its last places for callers with few running jobs', async () => {
    const queue = createCallerQueue('connections', () => new Error('full'), { atOnce: 4, kept: 1, patienceMs: 1 });
    for (let count = 0; count < 3; count++) await queue.enter('greedy');
    await expect(queue.enter('greedy')).rejects.toThrow('full');
    await queue.enter('other');
    await expect(queue.enter(undefined)).rejects.toThrow('full');
  });
});
