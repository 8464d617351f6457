import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSmallPieces, type PieceCount } from './small-pieces.ts';

const options = { free: 10, perSecond: 100, now: () => Date.now() };

describe('small pieces', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => void vi.useRealTimers());

  /** Opens a body whose sender sends without pause, `atOnce` pieces per read. */
  function open(pieces: ReturnType<typeof createSmallPieces>, key: string, atOnce: number) {
    const told: string[] = [];
    const count: PieceCount = pieces.watch(key, {
      stop: () => told.push(`stop at ${Date.now() - 1_000_000}`),
      go: () => told.push(`go at ${Date.now() - 1_000_000}`),
    });
    const send = (bytes = 1) => {
      for (let sent = 0; sent < atOnce; sent++) count.add(bytes);
    };
    return { told, send, end: count.end };
  }

  it('are free while they are few, and are not counted if they are large', () => {
    const body = open(createSmallPieces(options), 'k', 10);
    body.send();
    for (let round = 0; round < 100; round++) body.send(1024);
    expect(body.told).toEqual([]);
  });

  it('continue after the processing time of those already read', () => {
    const body = open(createSmallPieces(options), 'k', 60);
    body.send();
    vi.advanceTimersByTime(10_000);
    expect(body.told).toEqual(['stop at 0', 'go at 500']);
    body.send();
    vi.advanceTimersByTime(10_000);
    expect(body.told.slice(2)).toEqual(['stop at 10000', 'go at 10600']);
  });

  it('are processed in turn for all bodies of a key, without delaying other keys', () => {
    const pieces = createSmallPieces(options);
    const [first, second, other] = [open(pieces, 'k', 60), open(pieces, 'k', 60), open(pieces, 'other', 60)];
    for (const { send } of [first, second, other]) send();
    vi.advanceTimersByTime(10_000);
    expect([first, second, other].map(({ told }) => told[1])).toEqual(['go at 1000', 'go at 1000', 'go at 500']);
  });

  it('leave no timer for a body that has ended', () => {
    const body = open(createSmallPieces(options), 'k', 60);
    body.send();
    body.end();
    vi.advanceTimersByTime(10_000);
    expect([body.told, vi.getTimerCount()]).toEqual([['stop at 0'], 0]);
  });

  it('are forgotten when their time has passed, for ten thousand keys', () => {
    const pieces = createSmallPieces(options);
    const body = open(pieces, 'k', 110);
    body.send();
    for (let key = 0; key < 10_000; key++) {
      const one = open(pieces, `${key}`, 11);
      one.send();
      one.end();
      if (key === 5000) vi.advanceTimersByTime(100);
    }
    vi.advanceTimersByTime(10_000);
    expect(body.told).toEqual(['stop at 0', 'go at 1000']);
  });
});
