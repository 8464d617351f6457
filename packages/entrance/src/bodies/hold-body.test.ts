import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdBody, takeHeld } from './hold-body.ts';

const oneByte = '1\r\nx\r\n';
const kibibyte = 1024;

let server: ReturnType<typeof createServer>;
let client: Socket;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
});

afterEach(() => {
  client.destroy();
  server.close();
});

/** Sends a head, this many chunks of one byte each, and the bytes after them. Returns the request, whose body is held. */
async function holdRequest(chunks: number, behind = ''): Promise<IncomingMessage> {
  const arrived = new Promise<IncomingMessage>((resolve) => {
    server.once('request', (incoming) => {
      holdBody(incoming);
      resolve(incoming);
    });
  });
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${oneByte.repeat(chunks)}${behind}`);
  return await arrived;
}

/** Waits until a value stops changing. No event reports that a body is no longer read. */
async function settled(value: () => number): Promise<number> {
  for (let before = -1; ; ) {
    const now = value();
    if (now === before) return now;
    before = now;
    await wait(100);
  }
}

/** Reads a held body to its end. */
async function lengthOf(incoming: IncomingMessage): Promise<number> {
  let length = takeHeld(incoming)?.length ?? 0;
  incoming.on('data', (chunk: Buffer) => (length += chunk.length));
  client.write('0\r\n\r\n');
  await once(incoming, 'end');
  return length;
}

describe('a held body', () => {
  it('stays in the connection, except for the part that was already read', async () => {
    const incoming = await holdRequest(100_000);
    expect(await settled(() => incoming.socket.bytesRead)).toBeLessThanOrEqual(130 * kibibyte);
    expect(incoming.readableLength).toBe(0);
    expect(await lengthOf(incoming)).toBe(100_000);
  });

  it('is read to its end if reading continues immediately', async () => {
    expect(await lengthOf(await holdRequest(100_000))).toBe(100_000);
  });

  it('leaves its connection to the next request if the whole body had arrived', async () => {
    await holdRequest(1000, '0\r\n\r\n');
    const next = once(server, 'request') as Promise<[IncomingMessage]>;
    client.write('GET /next HTTP/1.1\r\nHost: x\r\n\r\n');
    expect((await next)[0].url).toBe('/next');
  });

  it('exists only once', async () => {
    const incoming = await holdRequest(1);
    takeHeld(incoming);
    expect(takeHeld(incoming)).toBeUndefined();
  });
});
