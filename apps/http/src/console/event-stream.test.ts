import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type EventStream, type EventStreamOptions, openEventStream } from './event-stream.ts';

/** Opens a stream and its reader, which reads nothing until `text` is called. */
async function openPair(options: Partial<EventStreamOptions> = {}) {
  const ended = Promise.withResolvers<void>();
  const server = createServer((_request, outgoing) => {
    const draining = new AbortController().signal;
    opened.resolve({ outgoing, stream: openEventStream({ outgoing, requestId: 'req_1', draining }, { onEnd: ended.resolve, ...options }) });
  });
  const opened = Promise.withResolvers<{ outgoing: ServerResponse; stream: EventStream }>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    ...(await opened.promise),
    ended: ended.promise,
    response,
    text: async () => await response.text(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

describe('openEventStream', () => {
  it('sends events with the position for reconnecting, and an event in parts as a whole', async () => {
    await using pair = await openPair();
    const { stream } = pair;
    stream.send({ event: 'begun', data: '', id: '1' });
    const rows = stream.open('rows');
    expect(await rows.add('[1')).toBe(true);
    rows.close(',2]', '2');
    stream.send({ event: 'more', data: 'x' });
    stream.end();
    expect(await pair.text()).toBe(':\nid: 1\nevent: begun\ndata: \n\nevent: rows\ndata: [1\ndata: ,2]\nid: 2\n\nevent: more\ndata: x\n\n');
    await pair.ended;
  });

  it('sends a regular heartbeat, and inside an event nothing that would close it', async () => {
    const beats = ['3', undefined, undefined];
    let counted = 0;
    const done = Promise.withResolvers<void>();
    await using pair = await openPair({
      silenceMs: 5,
      heartbeat: () => {
        counted++;
        const id = beats.shift();
        if (beats.length === 0) done.resolve();
        return id === undefined ? undefined : { event: 'position', data: '', id };
      },
    });
    await done.promise;
    const open = pair.stream.open('rows');
    const inside = counted;
    const { socket } = pair.outgoing;
    const written = socket?.bytesWritten ?? 0;
    await expect.poll(() => socket?.bytesWritten ?? 0).toBeGreaterThan(written + 20);
    expect(counted).toBe(inside);
    open.close('1', '4');
    pair.stream.end();
    expect(await pair.text()).toMatch(/^:\nid: 3\nevent: position\ndata: \n\n(:\n)+event: rows\n(:\n)+data: 1\nid: 4\n\n$/);
  });

  it('waits with the next part until the browser has read, and reports when it is gone', async () => {
    await using pair = await openPair({ maxUnreadBytes: 2 ** 30 });
    const rows = pair.stream.open('rows');
    const part = 'x'.repeat(16 * 1024 * 1024);
    let isAdded = false;
    const added = rows.add(part).then((isOpen) => {
      isAdded = true;
      return isOpen;
    });
    await new Promise((turn) => setImmediate(turn));
    expect(isAdded).toBe(false);
    await pair.response.body?.cancel();
    expect(await added).toBe(false);
    await pair.ended;
    expect(await rows.add('1')).toBe(false);
  });
});
