import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpEntrance } from '../entrance.ts';
import { exchange, goodKey, openTestServer } from '../test-server.ts';

const mebibyte = 1024 * 1024;
/** Maximum bytes that the system buffers on both sides of a connection that is not read. */
const inBuffers = 16 * mebibyte;
const host = 'Host: localhost\r\n';
const auth = `Authorization: Bearer ${goodKey}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
const tinyChunks = '1\r\n \r\n'.repeat(10_000);

let opened: net.Socket[] = [];

afterEach(() => {
  for (const socket of opened) socket.destroy();
  opened = [];
});

interface Endless {
  /** Everything received until the server closed the connection. */
  received: string;
  /** Bytes that the server, or the system for it, accepted. */
  sentBytes: number;
  milliseconds: number;
}

/** Sends a head, and then a body for as long as it is taken. */
async function sendEndless(port: number, head: string, piece: string): Promise<Endless> {
  const started = performance.now();
  const socket = net.connect(port, '127.0.0.1');
  opened.push(socket);
  let received = '';
  socket.on('data', (data) => (received += data));
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  socket.write(head);
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more);
  more();
  await closed;
  return { received, sentBytes: socket.bytesWritten, milliseconds: performance.now() - started };
}

const unwanted: [what: string, head: string, status: number][] = [
  ['GET that is answered at once', `GET /healthz HTTP/1.1\r\n${host}${chunked}\r\n`, 200],
  ['HEAD', `HEAD /healthz HTTP/1.1\r\n${host}${chunked}\r\n`, 200],
  ['GET that is answered later', `GET /v1/tools HTTP/1.1\r\n${host}${auth}${chunked}\r\n`, 200],
  ['GET without a key', `GET /v1/tools HTTP/1.1\r\n${host}${chunked}\r\n`, 401],
  ['DELETE', `DELETE /v1/tools/whoami HTTP/1.1\r\n${host}${chunked}\r\n`, 404],
  ['POST to nowhere', `POST /nowhere HTTP/1.1\r\n${host}${chunked}\r\n`, 404],
  ['POST of a terabyte to nowhere', `POST /nowhere HTTP/1.1\r\n${host}Content-Length: 1000000000000\r\n\r\n`, 404],
  ['call without a key', `POST /v1/tools/whoami HTTP/1.1\r\n${host}${chunked}\r\n`, 401],
  ['call that is too large', `POST /v1/tools/whoami HTTP/1.1\r\n${host}${auth}${chunked}\r\n`, 400],
  ['call of a terabyte', `POST /v1/tools/whoami HTTP/1.1\r\n${host}${auth}Content-Length: 1000000000000\r\n\r\n`, 400],
  ['request with two Hosts', `GET /healthz HTTP/1.1\r\n${host}${host}${chunked}\r\n`, 400],
  ['request that is no HTTP', `GET /healthz HTTP/9.9\r\n${host}${chunked}\r\n`, 400],
];

describe('a body that never ends', () => {
  it.each(unwanted)('is read only briefly after the answer to a %s', async (_what, head, status) => {
    await using server = await openTestServer();
    const { received, sentBytes, milliseconds } = await sendEndless(server.port, head, chunk);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(sentBytes).toBeLessThan(inBuffers);
    expect(milliseconds).toBeLessThan(10_000);
  });

  it('stays in its connection before the answer, even in chunks of one byte', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<Response>();
    const waiting: IncomingMessage[] = [];
    const mount = (app: HttpEntrance['app']) => {
      app.get('/later', (c) => {
        waiting.push(c.env.incoming);
        return answered;
      });
    };
    await using server = await openTestServer({ mount });
    const sending = sendEndless(server.port, `GET /later HTTP/1.1\r\n${host}${chunked}\r\n`, tinyChunks);
    await expect.poll(() => waiting.length).toBe(1);
    const [incoming] = waiting as [IncomingMessage];
    // Only the bytes that arrived with the head were read. A stream would read 64 KiB more, here in 64,000 objects.
    expect(await settled(() => incoming.socket.bytesRead)).toBeLessThanOrEqual(130 * 1024);
    answer(new Response('late'));
    expect((await sending).received).toMatch(/^HTTP\/1\.1 200 /);
  });
});

/** Waits until a value stops changing. No event reports that a server has stopped reading. */
async function settled(value: () => number): Promise<number> {
  for (let before = -1; ; ) {
    const now = value();
    if (now === before) return now;
    before = now;
    await wait(100);
  }
}

it('keeps the connection if an unneeded body ends soon', async () => {
  await using server = await openTestServer();
  const next = `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
  for (const [framing, first, rest] of [
    ['Content-Length: 4\r\n', '{', '  }'],
    [chunked, '1\r\n{\r\n', '1\r\n}\r\n0\r\n\r\n'],
  ] as const) {
    const answer = await exchange(server.port, [`GET /healthz HTTP/1.1\r\n${host}${framing}\r\n${first}`, wait(50), rest + next]);
    expect(answer?.answers).toBe(2);
  }
});
