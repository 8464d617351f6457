import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BoundedThread, createBoundedThread } from './bounded-thread.ts';

const script = `
const { parentPort } = require('node:worker_threads');
const kept = [];
parentPort.on('message', (what) => {
  if (what === 'spin') for (;;);
  if (what === 'fill') for (;;) kept.push(new Array(1e5).fill(what));
  if (what === 'throw') throw new Error('thrown there');
  if (what === 'leave') process.exit(0);
  if (what !== 'wait') parentPort.postMessage(what);
});`;

let started = 0;
let thread: BoundedThread<string>;
beforeEach(() => {
  started = 0;
  const start = () => {
    started += 1;
    return new Worker(script, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
  };
  thread = createBoundedThread({ start, idleMs: 60_000 });
});
afterEach(() => thread.close());

function run(request: string, more: object = {}): Promise<string> {
  return thread.run<string>({
    request,
    take: (message, job) => job.end(message),
    outOfMemory: () => 'out of memory',
    patienceMs: 60_000,
    late: () => new Error('late'),
    ...more,
  });
}

it('runs one job after another on one thread', async () => {
  expect([await run('a'), await run('b'), started, thread.jobsGiven]).toEqual(['a', 'b', 1, 2]);
});

it.each([
  ['processor time', 'spin', { limit: { processorMs: 50, result: 'too long' } }, 'too long'],
  ['memory', 'fill', {}, 'out of memory'],
])('ends a job that takes too much %s, together with its thread', async (_what, request, more, expected) => {
  await run('a');
  expect(await run(request, more)).toBe(expected);
  expect([await run('b'), started]).toEqual(['b', 2]);
});

it.each([
  ['takes too long by the clock', 'wait', { patienceMs: 20 }, 'late'],
  ['throws', 'throw', {}, 'thrown there'],
  ['leaves', 'leave', {}, 'the thread has ended'],
])('rejects a job that %s, and starts a new thread for the next', async (_what, request, more, message) => {
  await expect(run(request, more)).rejects.toThrow(message);
  expect([await run('b'), started]).toEqual(['b', 2]);
});

it('ends the thread of an aborted job, and fails the running job when it is closed', async () => {
  const gone = new AbortController();
  const waiting = run('wait', { signal: gone.signal });
  gone.abort(new Error('gone away'));
  await expect(waiting).rejects.toThrow('gone away');
  await expect(run('a', { signal: gone.signal })).rejects.toThrow('gone away');
  const running = run('wait');
  await Promise.all([expect(running).rejects.toThrow('closing'), thread.close(new Error('closing'))]);
});
