import { EventEmitter } from 'node:events';
import type { ThreadWorker } from '@gatehouse/domain/processes';
import { expect, it } from 'vitest';
import type { MergeJob } from '../../../kernel/ports/text-merger.ts';
import { createTextMerger } from './text-merger.ts';

const job = (key: string, text = 'one\n'): MergeJob => ({ key, before: 'zero\n', versions: [{ isOfRun: true, text }] });

/** A worker that answers on command. */
function fakeWorker() {
  const events = new EventEmitter();
  const worker = {
    received: [] as unknown[],
    used: 0,
    isEnded: false,
    answer: (text: string) => events.emit('message', { text, places: [] }),
    fail: (error: Error) => events.emit('error', error),
    exit: () => events.emit('exit', 1),
    on: events.on.bind(events),
    postMessage: (message: unknown) => void worker.received.push(message),
    cpuUsage: async () => ({ user: worker.used * 1000, system: 0 }),
    terminate: async () => {
      worker.isEnded = true;
      return 0;
    },
    ref() {},
    unref() {},
  };
  return worker;
}

function openMerger(options: Parameters<typeof createTextMerger>[0] = {}) {
  const workers: ReturnType<typeof fakeWorker>[] = [];
  const start = () => {
    const worker = fakeWorker();
    workers.push(worker);
    return worker as unknown as ThreadWorker;
  };
  return { workers, merger: createTextMerger({ ...options, start }) };
}

it('merges on a real thread, and caches the result', async () => {
  const merger = createTextMerger();
  const versions = [
    { isOfRun: true, text: 'ONE\n\ntwo\n' },
    { isOfRun: false, text: 'ONE\n\ntwo and more\n' },
  ];
  expect(merger.find('a')).toBeUndefined();
  const merged = { text: 'one\n\ntwo and more\n', places: [] };
  expect(await merger.merge({ key: 'a', before: 'one\n\ntwo\n', versions }, 'mia')).toEqual(merged);
  expect(merger.find('a')).toEqual(merged);
});

it('does one job at a time, and the same job only once', async () => {
  const { merger, workers } = openMerger();
  const [first, second, again] = [merger.merge(job('a'), 'mia'), merger.merge(job('b'), 'mia'), merger.merge(job('a'), 'mia')];
  await expect.poll(() => workers[0]?.received.length).toBe(1);
  workers[0]?.answer('A');
  expect(await first).toEqual({ text: 'A', places: [] });
  await expect.poll(() => workers[0]?.received.length).toBe(2);
  workers[0]?.answer('B');
  expect([await second, await again]).toEqual([
    { text: 'B', places: [] },
    { text: 'A', places: [] },
  ]);
  expect([workers.length, workers[0]?.received.length]).toEqual([1, 2]);
});

it('refuses a third waiting job of one caller with 503, and takes a job of another caller next', async () => {
  const { merger, workers } = openMerger();
  const merged = Array.from({ length: 3 }, (_, index) => merger.merge(job(`${index}`), 'mia'));
  await expect(merger.merge(job('one more'), 'mia')).rejects.toMatchObject({ reason: 'overloaded', status: 503 });
  merged.push(merger.merge(job('other', 'of another'), 'olga'));
  for (let count = 1; count <= 4; count++) {
    await expect.poll(() => workers[0]?.received.length).toBe(count);
    workers[0]?.answer('A');
  }
  expect(await Promise.all(merged)).toHaveLength(4);
  expect(workers[0]?.received[1]).toMatchObject({ versions: [{ text: 'of another' }] });
});

it('gives up a job that takes too much processor time, and ends its thread', async () => {
  const { merger, workers } = openMerger({ jobMs: 100 });
  const first = merger.merge(job('a'), 'mia');
  await expect.poll(() => workers[0]?.received.length).toBe(1);
  Object.assign(workers[0] ?? {}, { used: 100 });
  expect(await first).toBeNull();
  expect([merger.find('a'), workers[0]?.isEnded]).toEqual([null, true]);
  const second = merger.merge(job('b'), 'mia');
  await expect.poll(() => workers[1]?.received.length).toBe(1);
  workers[1]?.answer('B');
  expect(await second).toEqual({ text: 'B', places: [] });
});

it('refuses with 503 if the machine gives the thread no time', async () => {
  const { merger } = openMerger({ patienceMs: 20 });
  await expect(merger.merge(job('a'), 'mia')).rejects.toMatchObject({ reason: 'overloaded' });
  expect(merger.find('a')).toBeUndefined();
});

it('gives up a job that takes too much memory, and reports any other fault', async () => {
  const { merger, workers } = openMerger();
  const first = merger.merge(job('a'), 'mia');
  await expect.poll(() => workers[0]?.received.length).toBe(1);
  workers[0]?.fail(Object.assign(new Error('memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
  expect(await first).toBeNull();
  const second = merger.merge(job('b'), 'mia');
  await expect.poll(() => workers[1]?.received.length).toBe(1);
  workers[1]?.fail(new Error('broken'));
  await expect(second).rejects.toThrow('broken');
});

it.each(['fail', 'exit'] as const)('starts another thread after an idle one ended (%s)', async (how) => {
  const { merger, workers } = openMerger();
  const first = merger.merge(job('a'), 'mia');
  await expect.poll(() => workers[0]?.received.length).toBe(1);
  workers[0]?.answer('A');
  await first;
  // An error without a listener is thrown here, as it would be in the process.
  workers[0]?.[how](new Error('broken while idle'));
  expect(workers[0]?.isEnded).toBe(true);
  const second = merger.merge(job('b'), 'mia');
  await expect.poll(() => workers[1]?.received.length).toBe(1);
  workers[1]?.answer('B');
  expect(await second).toEqual({ text: 'B', places: [] });
});

it('drops the least recently used results', async () => {
  const { merger, workers } = openMerger({ keptLength: 10 });
  for (const [index, key] of ['a', 'b'].entries()) {
    const merging = merger.merge(job(key), 'mia');
    await expect.poll(() => workers[0]?.received.length).toBe(index + 1);
    workers[0]?.answer('four');
    await merging;
  }
  expect([merger.find('a'), merger.find('b')]).toEqual([undefined, { text: 'four', places: [] }]);
});
