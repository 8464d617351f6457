import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeWorker, fakeWorker, listeningLogger } from './fake-worker.ts';
import { createWorkerSlot } from './worker-slot.ts';

const stopsWithinMs = 20_000;
const retiresWithinMs = 30_000;

function openSlot() {
  const forked: FakeWorker[] = [];
  const logger = listeningLogger();
  const fork = () => {
    const worker = fakeWorker(forked.length + 1);
    forked.push(worker);
    return worker;
  };
  const slot = createWorkerSlot({ number: 1, fork, logger, stopsWithinMs, retiresWithinMs });
  const at = (index: number) => forked[index] as FakeWorker;
  return { slot, forked, at, lines: logger.lines };
}

async function openedSlot() {
  const opened = openSlot();
  const isOpen = opened.slot.open();
  opened.at(0).listen();
  await isOpen;
  return opened;
}

describe('a slot of a worker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is not open when its first worker cannot serve, and tries no other', async () => {
    const { slot, at, forked } = openSlot();
    const isOpen = slot.open();
    at(0).fail('the disk is full');
    await expect(isOpen).rejects.toThrow('the disk is full');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(forked).toHaveLength(1);
  });

  it('has another worker at once when one dies that had served well', async () => {
    const { slot, at, forked, lines } = await openedSlot();
    await vi.advanceTimersByTimeAsync(15_000);
    at(0).end();
    await vi.advanceTimersByTimeAsync(1);
    at(1).listen();
    await vi.advanceTimersByTimeAsync(1);
    expect([forked.length, slot.worker?.pid, slot.deaths]).toEqual([2, 2, 1]);
    expect(lines).toEqual(['a worker has ended and is started again {"worker":1,"pid":1,"how":"signal SIGKILL","inMs":0}']);
  });

  it('waits ever longer while new workers cannot serve, says why each time, and recovers', async () => {
    const { slot, at, forked, lines } = await openedSlot();
    at(0).end();
    const startsAt: number[] = [];
    const started = Date.now();
    for (let attempt = 1; attempt <= 4; attempt++) {
      while (forked.length === attempt) await vi.advanceTimersByTimeAsync(100);
      startsAt.push(Date.now() - started);
      at(attempt).fail('no memory');
    }
    expect(startsAt).toEqual([500, 1500, 3500, 7500]);
    expect(lines.filter((line) => line.includes('"error":"no memory"'))).toHaveLength(3);
    while (forked.length === 5) await vi.advanceTimersByTimeAsync(100);
    at(5).listen();
    await vi.advanceTimersByTimeAsync(0);
    expect(slot.worker?.pid).toBe(6);
  });

  it('is replaced without a moment in which nobody listens', async () => {
    const { slot, at } = await openedSlot();
    const replaced = slot.replace();
    await vi.advanceTimersByTimeAsync(1000);
    expect([at(0).told, slot.worker?.pid]).toEqual([[], 1]);
    at(1).listen();
    await replaced;
    expect([at(0).told, slot.worker?.pid, slot.deaths]).toEqual([['retire'], 2, 0]);
  });

  it('keeps its worker when the new one cannot serve', async () => {
    const { slot, at, forked } = await openedSlot();
    const replaced = slot.replace();
    at(1).fail('written by a newer version');
    await expect(replaced).rejects.toThrow('written by a newer version');
    await vi.advanceTimersByTimeAsync(60_000);
    expect([at(0).told, slot.worker?.pid, forked.length]).toEqual([[], 1, 2]);
  });

  it('has one worker, not two, when the old one dies while it is replaced', async () => {
    const { slot, at, forked } = await openedSlot();
    const replaced = slot.replace();
    at(0).end();
    await vi.advanceTimersByTimeAsync(5000);
    at(1).listen();
    await replaced;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([forked.length, slot.worker?.pid]).toEqual([2, 2]);
  });

  it('ends a worker that does not leave', async () => {
    const { slot, at } = await openedSlot();
    const stuck = Object.assign(at(0), { retire: () => {} });
    const replaced = slot.replace();
    at(1).listen();
    await vi.advanceTimersByTimeAsync(retiresWithinMs - 1);
    expect(stuck.told).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await replaced;
    expect(stuck.told).toEqual(['kill']);
  });

  it('stops all that runs in it, also a worker that is starting, and starts none after that', async () => {
    const { slot, at, forked } = await openedSlot();
    slot.replace().catch(() => {});
    await slot.close();
    expect([at(0).told, at(1).told]).toEqual([['stop'], ['stop']]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(forked).toHaveLength(2);
  });
});
