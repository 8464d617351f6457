import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCheckQueue } from './check-queue.ts';
import type { CheckJob, CheckOutcome, CheckThread } from './check-thread.ts';

const checked: CheckOutcome = { state: 'checked', faults: [] };
const ended = (why: 'compiling' | 'time' | 'memory' = 'time'): CheckOutcome => ({ state: 'ended', why });
const noPlace = { code: 'internal_error', reason: 'overloaded', status: 503, retryAfterSeconds: 1 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A thread whose jobs end on command. */
function fakeThread() {
  const ends = new Map<string, (outcome: CheckOutcome | Error) => void>();
  const begun: string[] = [];
  const thread: CheckThread = {
    run: ({ hash }: CheckJob) =>
      new Promise((resolve, reject) => {
        begun.push(hash);
        ends.set(hash, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
      }),
    close: async () => {},
  };
  const end = async (hash: string, outcome: CheckOutcome | Error) => {
    const give = ends.get(hash);
    if (!give) throw new Error(`${hash} has not begun`);
    ends.delete(hash);
    give(outcome);
    await turn();
  };
  return { thread, begun, end };
}

const turn = () => new Promise((next) => setImmediate(next));

function openQueue() {
  const [quick, patient, confined] = [fakeThread(), fakeThread(), fakeThread()];
  let now = 0;
  const threads = { quick: quick.thread, patient: patient.thread, confined: confined.thread };
  const queue = createCheckQueue({ ...threads, waitMs: 1000, clock: () => now });
  const run = async (caller: string, hash: string, signal = new AbortController().signal) => {
    const outcome = queue.run(caller, { hash, schema: {}, given: {} }, signal);
    // Prevents an unhandled rejection before the test awaits the outcome.
    outcome.catch(() => {});
    await turn();
    return { outcome };
  };
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    vi.advanceTimersByTime(milliseconds);
    await turn();
  };
  /** Has a check of a caller ended. */
  const confine = async (caller: string) => {
    const { outcome } = await run(caller, `${caller} ends`);
    await quick.end(`${caller} ends`, ended());
    await patient.end(`${caller} ends`, ended());
    return outcome;
  };
  return { quick, patient, confined, run, pass, confine };
}

it('runs one check at a time, in order of arrival', async () => {
  const { quick, patient, run } = openQueue();
  const all = [await run('a', '1'), await run('b', '2'), await run('c', '3')];
  expect(quick.begun).toEqual(['1']);
  for (const hash of ['1', '2', '3']) await quick.end(hash, checked);
  expect(quick.begun).toEqual(['1', '2', '3']);
  expect(await Promise.all(all.map(({ outcome }) => outcome))).toEqual([checked, checked, checked]);
  expect(patient.begun).toEqual([]);
});

it('has one place per caller, and lets other callers go first', async () => {
  const { quick, patient, run } = openQueue();
  await run('a', '1');
  await run('a', '2');
  await run('b', '3');
  await quick.end('1', ended());
  expect([quick.begun, patient.begun]).toEqual([['1', '3'], ['1']]);
  await quick.end('3', checked);
  expect([quick.begun, patient.begun]).toEqual([['1', '3'], ['1']]);
  await patient.end('1', checked);
  expect([quick.begun, patient.begun]).toEqual([['1', '3', '2'], ['1']]);
});

it.each(['time', 'memory', 'compiling'] as const)('moves to the patient thread a check that the quick one gave up for %s', async (why) => {
  const { quick, patient, run } = openQueue();
  const { outcome } = await run('a', '1');
  await quick.end('1', ended(why));
  await patient.end('1', { state: 'unusable', why: 'it is none' });
  expect(await outcome).toEqual({ state: 'unusable', why: 'it is none' });
  expect([quick.begun, patient.begun]).toEqual([['1'], ['1']]);
});

it('sends checks of a schema that the quick thread gave up to the patient thread, for any caller, for five minutes', async () => {
  const { quick, patient, run, pass } = openQueue();
  await run('a', 'large');
  await quick.end('large', ended('compiling'));
  await patient.end('large', checked);
  await pass(299_999);
  await run('b', 'large');
  await run('c', 'small');
  expect([quick.begun, patient.begun]).toEqual([
    ['large', 'small'],
    ['large', 'large'],
  ]);
  await patient.end('large', checked);
  await quick.end('small', checked);
  await pass(1);
  await run('b', 'large');
  expect(quick.begun).toEqual(['large', 'small', 'large']);
});

it('confines a caller whose check was ended, for five minutes after each', async () => {
  const { quick, patient, confined, run, pass, confine } = openQueue();
  expect(await confine('hostile')).toEqual(ended());
  for (const hash of ['1', '2']) {
    await pass(299_000);
    await run('hostile', hash);
    await confined.end(hash, ended('memory'));
  }
  await run('hostile', '3');
  await run('honest', '4');
  expect([quick.begun, patient.begun, confined.begun]).toEqual([['hostile ends', '4'], ['hostile ends'], ['1', '2', '3']]);
  await confined.end('3', checked);
  await pass(300_000);
  await run('hostile', '5');
  expect([quick.begun.at(-1), confined.begun.at(-1)]).toEqual(['4', '3']);
  await quick.end('4', checked);
  expect(quick.begun.at(-1)).toBe('5');
});

it('does not confine a caller whose check the quick thread gave up and the patient one finished', async () => {
  const { quick, patient, confined, run } = openQueue();
  await run('honest', '1');
  await quick.end('1', ended());
  await patient.end('1', checked);
  await run('honest', '2');
  expect([quick.begun, confined.begun]).toEqual([['1', '2'], []]);
});

it('moves calls that waited before their caller was confined to the confined thread too', async () => {
  const { quick, patient, confined, run } = openQueue();
  for (const hash of ['1', '2', '3']) await run('hostile', hash);
  await quick.end('1', ended());
  await patient.end('1', ended());
  expect([quick.begun, patient.begun, confined.begun]).toEqual([['1'], ['1'], ['2']]);
});

it('rests after a confined check that was ended, for as long as it took, and no longer than a quarter of a second', async () => {
  const { confined, run, pass, confine } = openQueue();
  await confine('hostile');
  await run('hostile', '1');
  await pass(100);
  await confined.end('1', ended());
  await run('hostile', '2');
  await pass(99);
  expect(confined.begun).toEqual(['1']);
  await pass(1);
  expect(confined.begun).toEqual(['1', '2']);
  await pass(900);
  await confined.end('2', ended());
  await run('hostile', '3');
  await pass(249);
  expect(confined.begun).toEqual(['1', '2']);
  await pass(1);
  expect(confined.begun).toEqual(['1', '2', '3']);
  await pass(900);
  await confined.end('3', checked);
  await run('hostile', '4');
  expect(confined.begun).toEqual(['1', '2', '3', '4']);
});

it('answers 503 if no place is free within a second, and never starts the check', async () => {
  const { quick, run, pass } = openQueue();
  await run('a', '1');
  const { outcome } = await run('b', '2');
  await pass(1000);
  await expect(outcome).rejects.toMatchObject(noPlace);
  await quick.end('1', checked);
  expect(quick.begun).toEqual(['1']);
});

it('frees the place of a caller that found none on the patient thread, or whose check failed', async () => {
  const { quick, patient, run, pass } = openQueue();
  await run('a', '1');
  await quick.end('1', ended());
  const { outcome } = await run('b', '2');
  await quick.end('2', ended());
  await pass(1000);
  await expect(outcome).rejects.toMatchObject(noPlace);
  const { outcome: failed } = await run('b', '3');
  await quick.end('3', new Error('a fault of ours'));
  await expect(failed).rejects.toThrow('a fault of ours');
  await run('b', '4');
  expect([quick.begun, patient.begun]).toEqual([['1', '2', '3', '4'], ['1']]);
});

it('forgets a caller that disconnects', async () => {
  const { quick, run } = openQueue();
  await run('a', '1');
  const gone = new AbortController();
  const { outcome } = await run('b', '2', gone.signal);
  gone.abort(new Error('went away'));
  await expect(outcome).rejects.toThrow('went away');
  const { outcome: late } = await run('b', '3', gone.signal);
  await expect(late).rejects.toThrow('went away');
  await quick.end('1', checked);
  expect(quick.begun).toEqual(['1']);
});
