import { EventEmitter } from 'node:events';
import type { ThreadWorker } from '@gatehouse/domain/processes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckReply } from './check-messages.ts';
import { createCheckThread } from './check-thread.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const schema = { type: 'object' };
const jobOf = (hash: string) => ({ hash, schema, given: { a: 1 } });
const checked = { state: 'checked' as const, faults: [] };
const ended = (why: 'compiling' | 'time' | 'memory') => ({ state: 'ended', why });
const outOfMemory = Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });

/** A worker with the messages and the processor time that a test sets. */
class FakeWorker extends EventEmitter {
  sent: unknown[] = [];
  usedMs = 0;
  isEnded = false;
  isHeld = true;
  postMessage(message: unknown) {
    this.sent.push(message);
  }
  async cpuUsage() {
    if (this.isEnded) throw new Error('is not running');
    return { user: this.usedMs * 600, system: this.usedMs * 400 };
  }
  async terminate() {
    this.isEnded = true;
    return 0;
  }
  ref() {
    this.isHeld = true;
  }
  unref() {
    this.isHeld = false;
  }
  async say(reply: CheckReply) {
    this.emit('message', reply);
    await turn();
  }
}

const turn = () => new Promise((next) => setImmediate(next));

function openThread() {
  const workers: FakeWorker[] = [];
  const started: unknown[] = [];
  const thread = createCheckThread({
    compileMs: 100,
    checkMs: 50,
    jobMs: 10_000,
    idleMs: 60_000,
    maxSteps: undefined,
    niceness: 3,
    start(limits) {
      started.push(limits);
      const worker = new FakeWorker();
      workers.push(worker);
      return worker as unknown as ThreadWorker;
    },
  });
  /** Begins a job, and gives how it came out as soon as it did. */
  const run = (hash = 'a') => {
    const job = { outcome: undefined as unknown };
    thread.run(jobOf(hash)).then(
      (outcome) => void (job.outcome = outcome),
      (error) => void (job.outcome = error),
    );
    return job;
  };
  const pass = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    await turn();
  };
  const last = () => workers.at(-1) as FakeWorker;
  const running = () => workers.filter(({ isEnded }) => !isEnded).length;
  return { thread, workers, started, run, pass, last, running };
}

describe('a job', () => {
  it('starts the thread if it is the first, with its limits, and sends the schema only on request', async () => {
    const { thread, workers, started, last } = openThread();
    expect(workers).toEqual([]);
    const outcome = thread.run(jobOf('a'));
    const request = { hash: 'a', given: '{"a":1}', schema: undefined };
    expect([started, last().sent]).toEqual([[{ checkMs: 50, maxSteps: undefined, niceness: 3 }], [request]]);
    await last().say({ state: 'wanted' });
    expect(last().sent).toEqual([request, { ...request, schema: '{"type":"object"}' }]);
    await last().say({ state: 'unusable', why: 'it is none' });
    expect(await outcome).toEqual({ state: 'unusable', why: 'it is none' });
    const next = thread.run(jobOf('b'));
    await last().say(checked);
    expect(await next).toEqual(checked);
    expect(workers).toHaveLength(1);
  });

  it('keeps the process alive, but an idle thread does not', async () => {
    const { run, last } = openThread();
    run();
    expect(last().isHeld).toBe(true);
    await last().say(checked);
    expect(last().isHeld).toBe(false);
    run();
    expect(last().isHeld).toBe(true);
  });

  it('fails with the fault of its thread, and the next job gets another thread', async () => {
    const { run, last, workers } = openThread();
    const job = run();
    const fault = new Error('a fault of ours');
    last().emit('error', fault);
    await turn();
    expect([job.outcome, workers.map(({ isEnded }) => isEnded)]).toEqual([fault, [true]]);
    const next = run();
    await last().say(checked);
    expect([next.outcome, workers.length]).toEqual([checked, 2]);
  });

  it('is given up with 503 if the machine gives it no time', async () => {
    const { run, pass, last, running } = openThread();
    const job = run();
    await pass(9999);
    expect([job.outcome, running()]).toEqual([undefined, 1]);
    await pass(1);
    expect(job.outcome).toMatchObject({ code: 'internal_error', reason: 'overloaded', status: 503, retryAfterSeconds: 1 });
    expect(running()).toBe(0);
    const next = run();
    await pass(1);
    await last().say(checked);
    expect(next.outcome).toEqual(checked);
    await pass(10_000);
    expect(running()).toBe(1);
  });
});

describe('the time of a job', () => {
  it.each([
    ['compiling', 100, 'compiling'],
    // Includes the additional time for checks that cannot interrupt themselves.
    ['checking', 100, 'time'],
  ] as const)('is processor time: %s', async (state, most, why) => {
    const { run, pass, last, workers } = openThread();
    const job = run();
    last().usedMs = 1000;
    await last().say({ state, usedMs: 1000 });
    await pass(most - 1);
    last().usedMs = 1000 + most - 30;
    await pass(1);
    await pass(29);
    expect([job.outcome, workers.length]).toEqual([undefined, 1]);
    last().usedMs = 1000 + most - 1;
    await pass(1);
    expect([job.outcome, workers.length]).toEqual([undefined, 1]);
    last().usedMs = 1000 + most;
    await pass(1);
    expect(job.outcome).toEqual(ended(why));
    // The next finds one that has started.
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });

  it('starts again with each part of the job', async () => {
    const { run, pass, last } = openThread();
    const job = run();
    for (const state of ['compiling', 'checking', 'compiling', 'checking'] as const) {
      await last().say({ state, usedMs: last().usedMs });
      await pass(90);
      last().usedMs += 90;
    }
    await pass(9);
    expect(job.outcome).toBeUndefined();
    last().usedMs += 10;
    await pass(1);
    expect(job.outcome).toEqual(ended('time'));
  });

  it('ends with the job: a late limit ends nothing', async () => {
    const { run, pass, last, workers } = openThread();
    run();
    await last().say({ state: 'checking', usedMs: 0 });
    vi.advanceTimersByTime(100);
    // The thread is being asked for its time.
    last().usedMs = 100;
    await last().say(checked);
    const next = run();
    await turn();
    expect([next.outcome, workers.length]).toEqual([undefined, 1]);
    await last().say({ state: 'checking', usedMs: 100 });
    await pass(99);
    expect(next.outcome).toBeUndefined();
  });

  it('is not measured on a thread that has ended', async () => {
    const { run, last, workers } = openThread();
    const job = run();
    await last().say({ state: 'checking', usedMs: 0 });
    last().isEnded = true;
    vi.advanceTimersByTime(100);
    await turn();
    expect([job.outcome, workers.length]).toEqual([undefined, 1]);
    last().emit('error', outOfMemory);
    await turn();
    expect([job.outcome, workers.length]).toEqual([ended('memory'), 2]);
  });
});

describe('a thread', () => {
  it('is replaced if it ran out of memory, and its late messages are ignored', async () => {
    const { run, workers, last } = openThread();
    const job = run();
    const [first] = workers as [FakeWorker];
    first.emit('error', outOfMemory);
    await turn();
    expect(job.outcome).toEqual(ended('memory'));
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    const next = run();
    await first.say(checked);
    first.emit('error', new Error('late'));
    await turn();
    expect(next.outcome).toBeUndefined();
    await last().say(checked);
    expect([next.outcome, workers.length]).toEqual([checked, 2]);
  });

  it('is replaced if other jobs may have filled its memory, and the job runs again', async () => {
    const { run, workers, last } = openThread();
    run('a');
    await last().say(checked);
    const job = run('b');
    last().emit('error', outOfMemory);
    await turn();
    expect([job.outcome, last().sent]).toEqual([undefined, [{ hash: 'b', given: '{"a":1}', schema: undefined }]]);
    last().emit('error', outOfMemory);
    await turn();
    expect([job.outcome, workers.length]).toEqual([ended('memory'), 3]);
    const next = run('c');
    last().emit('error', outOfMemory);
    await turn();
    expect([next.outcome, workers.length]).toEqual([ended('memory'), 4]);
  });

  it('ends after a while without work, and its late messages are ignored', async () => {
    const { run, pass, last, running, workers } = openThread();
    run();
    await last().say(checked);
    await pass(59_999);
    run();
    await pass(1);
    await last().say(checked);
    expect(running()).toBe(1);
    await last().say(checked);
    await pass(60_000);
    expect(running()).toBe(0);
    const job = run();
    last().emit('error', outOfMemory);
    await turn();
    expect([job.outcome, workers.length]).toEqual([ended('memory'), 3]);
  });

  it('is replaced if it fails without a job', async () => {
    const { run, last, running } = openThread();
    run();
    await last().say(checked);
    last().emit('error', new Error('nobody waits'));
    last().emit('error', outOfMemory);
    await turn();
    expect(running()).toBe(0);
    const job = run();
    await last().say(checked);
    expect([job.outcome, running()]).toEqual([checked, 1]);
  });

  it('ends when it is closed, together with its job', async () => {
    const { thread, run, running } = openThread();
    const job = run();
    await thread.close();
    expect([job.outcome, running()]).toEqual([new Error('the checks of arguments are closed'), 0]);
    const idle = openThread();
    await idle.thread.close();
    expect(idle.workers).toEqual([]);
  });
});
