import { expect, it, vi } from 'vitest';
import { createCheckQueue } from './check-queue.ts';
import type { CheckJob, CheckOutcome, CheckThread } from './check-thread.ts';

const checked: CheckOutcome = { state: 'checked', faults: [] };
const ended: CheckOutcome = { state: 'ended', why: 'time' };
const { signal } = new AbortController();

/** A thread whose jobs end when the test says so. */
function fakeThread() {
  const jobs: { hash: string; end: (outcome: CheckOutcome) => void }[] = [];
  const thread: CheckThread = {
    run: ({ hash }: CheckJob) => new Promise((end) => void jobs.push({ hash, end })),
    close: async () => {},
  };
  return { thread, jobs, started: () => jobs.map(({ hash }) => hash) };
}

function openQueue(waitMs = 60_000) {
  const [prompt, slow] = [fakeThread(), fakeThread()];
  const clock = { now: 0 };
  const queue = createCheckQueue({ prompt: prompt.thread, slow: slow.thread, waitMs, clock: () => clock.now });
  const run = (caller: string, hash: string) => queue.run(caller, { hash, schema: {}, given: {} }, signal);
  const turn = () => new Promise((next) => setImmediate(next));
  return { prompt, slow, clock, run, turn };
}

it('takes the checks of a thread one at a time, in the order in which they came', async () => {
  const { prompt, run, turn } = openQueue();
  const all = ['a', 'b', 'c'].map((caller) => run(caller, caller));
  await turn();
  expect(prompt.started()).toEqual(['a']);
  for (const at of [0, 1, 2]) {
    prompt.jobs[at]?.end(checked);
    await turn();
  }
  expect(prompt.started()).toEqual(['a', 'b', 'c']);
  expect(await Promise.all(all)).toEqual([checked, checked, checked]);
});

it('keeps a caller whose check was ended out of the way of others, for a minute', async () => {
  const { prompt, slow, clock, run, turn } = openQueue();
  const first = run('hostile', '1');
  await turn();
  prompt.jobs[0]?.end(ended);
  expect(await first).toBe(ended);
  void run('hostile', '2');
  void run('hostile', '3');
  const honest = run('honest', '4');
  await turn();
  await expect.poll(() => [prompt.started(), slow.started()]).toEqual([['1', '4'], ['2']]);
  prompt.jobs[1]?.end(checked);
  expect(await honest).toBe(checked);
  slow.jobs[0]?.end(checked);
  await turn();
  expect(slow.started()).toEqual(['2', '3']);
  slow.jobs[1]?.end(checked);
  await turn();
  clock.now = 60_001;
  void run('hostile', '5');
  await turn();
  expect(prompt.started()).toEqual(['1', '4', '5']);
});

it('has one place for each caller, and lets those behind go first', async () => {
  const { prompt, slow, run, turn } = openQueue();
  const first = run('hostile', '1');
  await turn();
  prompt.jobs[0]?.end(ended);
  await first;
  void run('hostile', 'slow');
  void run('hostile', 'waits');
  void run('other', 'goes');
  await expect.poll(() => [prompt.started(), slow.started()]).toEqual([['1', 'goes'], ['slow']]);
});

it('lets a thread rest after a check that had to be ended, for as long as it took', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { prompt, clock, run, turn } = openQueue();
  const first = run('hostile', '1');
  void run('honest', '2');
  await turn();
  clock.now = 250;
  prompt.jobs[0]?.end(ended);
  await first;
  vi.advanceTimersByTime(249);
  await turn();
  expect(prompt.started()).toEqual(['1']);
  vi.advanceTimersByTime(1);
  await turn();
  expect(prompt.started()).toEqual(['1', '2']);
  vi.useRealTimers();
});

it('answers 503 to what found no place in time, and never starts it', async () => {
  const { prompt, run, turn } = openQueue(20);
  const first = run('a', 'first');
  await expect(run('b', 'late')).rejects.toMatchObject({ code: 'internal_error', reason: 'overloaded', status: 503, retryAfterSeconds: 1 });
  prompt.jobs[0]?.end(checked);
  await first;
  await turn();
  expect(prompt.started()).toEqual(['first']);
});
