import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace } from './pace.ts';

const options = { leastRate: 1000, graceMs: 5000, everyMs: 500 };

describe('the pace of a body', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const open = () => createPace({ ...options, now: () => Date.now() });

  /** Sends bytes at an interval for some seconds. Returns the time at which the body was ended, in seconds. */
  function send(bytes: number, everyMs: number, seconds: number): number | undefined {
    const pace = open();
    const started = Date.now();
    let ended: number | undefined;
    const arrival = pace.watch(() => {
      ended = (Date.now() - started) / 1000;
    });
    for (let at = 0; at < seconds * 1000 && ended === undefined; at += everyMs) {
      vi.advanceTimersByTime(everyMs);
      arrival.add(bytes);
    }
    arrival.stop();
    return ended;
  }

  it('can stay at the minimum rate forever, in small and in large pieces', () => {
    expect([send(1000, 1000, 3600), send(100, 100, 600), send(4000, 4000, 3600)]).toEqual([undefined, undefined, undefined]);
  });

  it('cannot stay below the minimum rate for long', () => {
    expect(send(0, 100, 60)).toBeCloseTo(5.5, 0);
    expect(send(1, 100, 60)).toBeCloseTo(5.5, 0);
    expect(send(500, 1000, 60)).toBeGreaterThan(8);
    expect(send(500, 1000, 60)).toBeLessThan(13);
  });

  it('earns at most the grace period for bytes that came fast', () => {
    const pace = open();
    let isEnded = false;
    const arrival = pace.watch(() => (isEnded = true));
    arrival.add(1_000_000);
    vi.advanceTimersByTime(5000);
    expect(isEnded).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(isEnded).toBe(true);
  });

  it('does not count time in which the process could not read', () => {
    let clock = 0;
    const pace = createPace({ ...options, now: () => clock });
    let isEnded = false;
    const arrival = pace.watch(() => (isEnded = true));
    clock = 60_000;
    vi.advanceTimersByTime(500);
    expect(isEnded).toBe(false);
    arrival.stop();
  });

  it('is watched until the body ends, by a timer that exists only while it is needed', () => {
    const pace = open();
    const arrivals = [1, 2, 3].map(() => pace.watch(() => expect.unreachable('nothing is late')));
    expect([pace.watched, vi.getTimerCount()]).toEqual([3, 1]);
    for (const arrival of [arrivals[1], arrivals[0], arrivals[0], arrivals[2]]) arrival?.stop();
    expect([pace.watched, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('ends each late body among many, and no other', () => {
    const pace = open();
    const ended: number[] = [];
    const arrivals = Array.from({ length: 10 }, (_, index) => pace.watch(() => ended.push(index)));
    vi.advanceTimersByTime(4000);
    for (const index of [0, 4, 9]) arrivals[index]?.add(100_000);
    vi.advanceTimersByTime(2000);
    expect([ended.toSorted(), pace.watched]).toEqual([[1, 2, 3, 5, 6, 7, 8], 3]);
    for (const arrival of arrivals) arrival.stop();
  });
});
