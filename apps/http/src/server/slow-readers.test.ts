import type { ServerResponse } from 'node:http';
import net from 'node:net';
import type { Gateway } from '@gatehouse/core';
import { describe, expect, it, vi } from 'vitest';
import { signedToken, storeWith } from '../routes/fake-store.ts';
import { openTestServer } from '../test-server.ts';
import { createSlowReaders } from './slow-readers.ts';

const second = 1000;
const rate = 16 * 1024;

/** A connection whose reader takes what a test says. */
function openReaders({ isBegun = true } = {}) {
  const handle = { bytesWritten: 0, writeQueueSize: 0 };
  const destroy = vi.fn();
  const outgoing = { headersSent: isBegun, req: { socket: { _handle: handle, destroy } } } as unknown as ServerResponse;
  const readers = createSlowReaders({ requests: { all: () => [outgoing] }, minimumRate: rate, patience: 10 * second });
  let now = 0;
  return {
    handle,
    /** Whether it is cut within a time in which its reader takes so many bytes, in steps of so many. */
    isCutAfter(seconds: number, { bytesPerSecond = 0, step = 1, secondsBusy = 0 } = {}): boolean {
      const waiting = handle.writeQueueSize;
      for (let passed = 1; passed <= seconds && destroy.mock.calls.length === 0; passed++) {
        const taken = Math.floor((passed * bytesPerSecond) / step) * step;
        handle.writeQueueSize = Math.max(0, waiting - taken);
        readers.look((now += second + secondsBusy * second));
      }
      return destroy.mock.calls.length > 0;
    },
  };
}

describe('a reader that bytes wait for', () => {
  it('is cut when it takes nothing', () => {
    const { handle, isCutAfter } = openReaders();
    Object.assign(handle, { bytesWritten: 300_000, writeQueueSize: 200_000 });
    expect([isCutAfter(10), isCutAfter(10)]).toEqual([false, true]);
  });

  it('is cut when it takes a few bytes each second', () => {
    const { handle, isCutAfter } = openReaders();
    Object.assign(handle, { bytesWritten: 300_000, writeQueueSize: 200_000 });
    expect(isCutAfter(20, { bytesPerSecond: 100 })).toBe(true);
  });

  it('is cut when it stops, however fast it was before', () => {
    const { handle, isCutAfter } = openReaders();
    Object.assign(handle, { bytesWritten: 50_000_000, writeQueueSize: 50_000_000 });
    expect(isCutAfter(20, { bytesPerSecond: 2_000_000 })).toBe(false);
    expect([isCutAfter(60), isCutAfter(100)]).toEqual([false, true]);
  });

  it.each([1, 64 * 1024, 1_600_000])('is left alone at the rate it is allowed, where the system takes %i bytes at once', (step) => {
    const { handle, isCutAfter } = openReaders();
    Object.assign(handle, { bytesWritten: 34_000_000, writeQueueSize: 30_000_000 });
    expect(isCutAfter(1500, { bytesPerSecond: rate, step })).toBe(false);
  });

  it('is not cut for what this process was too busy to send', () => {
    const { handle, isCutAfter } = openReaders();
    Object.assign(handle, { bytesWritten: 300_000, writeQueueSize: 200_000 });
    expect([isCutAfter(2), isCutAfter(1, { secondsBusy: 60 }), isCutAfter(20)]).toEqual([false, false, true]);
  });

  it.each([
    ['whose answer has not begun', { isBegun: false }, 200_000],
    ['for whom nothing waits', {}, 0],
  ])('but nobody is %s', (_what, options, writeQueueSize) => {
    const { handle, isCutAfter } = openReaders(options);
    Object.assign(handle, { bytesWritten: 300_000, writeQueueSize });
    expect(isCutAfter(1000)).toBe(false);
  });
});

it('cuts a download that nobody reads, also while its client sends something, and has the place again', async () => {
  const { store } = storeWith({ bytes: Buffer.alloc(60 * 1024 * 1024) });
  const limits = { minimumReadRate: 1024 ** 4, readPatience: 200 };
  await using server = await openTestServer({ gateway: { store } as Partial<Gateway>, limits, entrance: { maximumDownloads: 1 } });
  const address = `/v1/downloads/${signedToken()}`;
  const socket = net.connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET ${address} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const drip = setInterval(() => socket.write('G'), 20);
  await expect
    .poll(async () => (await fetch(`${server.url}${address}`, { method: 'GET', headers: { Range: 'bytes=0-1' } })).status)
    .toBe(503);
  await expect.poll(async () => (await fetch(`${server.url}${address}`, { headers: { Range: 'bytes=0-1' } })).status).toBe(206);
  clearInterval(drip);
  socket.resume();
  await expect.poll(() => socket.destroyed).toBe(true);
  expect(server.reported).toEqual([]);
});
