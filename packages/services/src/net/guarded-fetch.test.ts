import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAddressGuard } from './address-guard.ts';
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts';

const text = 'häll😀 '.repeat(1000);
const encoders: Record<string, (bytes: string) => Buffer> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
};

type Handler = (response: ServerResponse, request: IncomingMessage) => void;
let handle: Handler = () => {};
const server = createServer((request, response) => handle(response, request));
const maxBytes = 100_000;
let guarded: GuardedFetch;
/** Gives up soon, for tests of the deadline. */
let hasty: GuardedFetch;
let url: string;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?query=1`;
  guarded = createGuardedFetch({ guard: createAddressGuard('all'), deadlineMs: 60_000, maxBytes });
  hasty = createGuardedFetch({ guard: createAddressGuard('all'), deadlineMs: 400, maxBytes });
});
afterAll(async () => {
  await guarded.close();
  await hasty.close();
  server.closeAllConnections();
  server.close();
});

async function ask(handler: Handler, init?: Parameters<GuardedFetch['fetch']>[1], by = guarded) {
  handle = handler;
  return await by.fetch(url, init);
}

it('requests no encoding, sends its name, and returns the answer unchanged', async () => {
  let seen: IncomingMessage | undefined;
  const answer = await ask((response, request) => {
    seen = request;
    response.writeHead(201, 'Made', { 'x-two': ['a', 'b'], 'content-type': 'Text/Plain; charset=utf-8' }).end(text);
  });
  expect(seen?.url).toBe('/path?query=1');
  expect(seen?.headers).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': 'gatehouse' });
  expect({ ok: answer.ok, status: answer.status, statusText: answer.statusText, two: answer.headers.get('X-Two') }).toEqual({
    ok: true,
    status: 201,
    statusText: 'Made',
    two: 'a, b',
  });
  expect(await answer.text()).toBe(text);
});

it.each(Object.keys(encoders))('decodes %s, although not requested', async (encoding) => {
  const encoded = encoders[encoding]?.(text);
  const answer = await ask((response) => void response.writeHead(200, { 'content-encoding': encoding }).end(encoded));
  expect(await answer.text()).toBe(text);
});

it('counts decoded bytes, not sent ones', async () => {
  const bomb = gzipSync('x'.repeat(maxBytes + 1));
  expect(bomb.length).toBeLessThan(1000);
  await expect(ask((response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))).rejects.toThrow('too large');
  const plain = await ask((response) => void response.end('x'.repeat(maxBytes)));
  expect((await plain.bytes()).length).toBe(maxBytes);
});

it.each([
  ['an encoding of its own', 'rot13', Buffer.from('x'), 'encoding that was not requested'],
  ['no gzip', 'gzip', Buffer.from('this is no gzip'), 'cannot be decoded'],
  ['half of a gzip', 'gzip', gzipSync(text).subarray(0, 40), 'cannot be decoded'],
])('refuses %s', async (_, encoding, body, says) => {
  await expect(ask((response) => void response.writeHead(200, { 'content-encoding': encoding }).end(body))).rejects.toThrow(says);
});

it('accepts a head without a body as the whole answer', async () => {
  const head = await ask((response) => void response.writeHead(200, { 'content-encoding': 'gzip', 'x-a': 'b' }).end(), { method: 'HEAD' });
  expect([head.status, head.headers.get('x-a'), await head.text()]).toEqual([200, 'b', '']);
  const nothing = await ask((response) => void response.writeHead(204).end());
  expect([nothing.ok, nothing.status, await nothing.text()]).toEqual([true, 204, '']);
});

it('ignores informational responses before the answer', async () => {
  const answer = await ask((response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.end('the answer');
  });
  expect([answer.status, await answer.text()]).toEqual([200, 'the answer']);
});

it('follows no redirect', async () => {
  const answer = await ask((response) => void response.writeHead(302, { location: '/elsewhere' }).end());
  expect([answer.ok, answer.status, answer.headers.get('location')]).toEqual([false, 302, '/elsewhere']);
});

it('reads only as much of a failure as can be shown, and closes the connection', async () => {
  let hungUp: Promise<unknown> | undefined;
  const answer = await ask((response) => {
    hungUp = once(response, 'close');
    response.writeHead(500);
    const more = (): void => void (response.write('x'.repeat(10_000)) ? setImmediate(more) : response.once('drain', more));
    more();
  });
  expect([answer.status, (await answer.text()).length]).toEqual([500, 16_384]);
  await hungUp;
});

it('ends at the deadline, even if the body arrives slowly', async () => {
  await expect(ask(() => {}, undefined, hasty)).rejects.toMatchObject({ kind: 'timeout' });
  await expect(
    ask(
      (response) => {
        const timer = setInterval(() => response.write('.'), 20);
        response.once('close', () => clearInterval(timer));
      },
      undefined,
      hasty,
    ),
  ).rejects.toMatchObject({ kind: 'timeout' });
});

it('ends with its signal: before the request, while waiting, and within the body', async () => {
  const reason = new Error('no longer wanted');
  let asked = 0;
  await expect(ask(() => void asked++, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(asked).toBe(0);
  for (const begin of [() => {}, (response: ServerResponse) => void response.write('the beginning')]) {
    const caller = new AbortController();
    const answer = ask(
      (response) => {
        begin(response);
        caller.abort(reason);
      },
      { signal: caller.signal },
    );
    await expect(answer).rejects.toBe(reason);
  }
});

it('streams events as they arrive, and slows the service down without a reader', async () => {
  let written = 0;
  let closed: Promise<unknown> | undefined;
  const answer = await ask((response) => {
    closed = once(response, 'close');
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write('data: first\n\n');
  });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  expect(Buffer.from((await reader.read()).value as Uint8Array).toString()).toBe('data: first\n\n');
  await reader.cancel();
  await closed;

  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const generous = createGuardedFetch({ guard: createAddressGuard('all'), deadlineMs: 5000, maxBytes: 1024 * chunk.length });
  let stalled = () => {};
  const isHeldBack = new Promise<void>((resolve) => {
    stalled = resolve;
  });
  handle = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    while (written < 64 && response.write(chunk)) written++;
    stalled();
    response.on('drain', () => {
      if (written++ < 64) response.write(chunk);
      else response.end();
    });
  };
  const large = await generous.fetch(url);
  await isHeldBack;
  const before = written;
  expect(before).toBeLessThan(64);
  expect((await large.text()).length).toBeGreaterThan(60 * chunk.length);
  await generous.close();
});

it('fails a stream that ends early, is too long, or is given up', async () => {
  const streaming = (then: (response: ServerResponse) => void, by?: GuardedFetch) =>
    ask(
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: first\n\n', () => then(response));
      },
      undefined,
      by,
    );
  await expect((await streaming((response) => response.socket?.resetAndDestroy())).text()).rejects.toThrow();
  await expect((await streaming((response) => void response.end('x'.repeat(2 * maxBytes)))).text()).rejects.toThrow('too large');
  await expect((await streaming((response) => void response.end('\n\n'.repeat(1500)))).text()).rejects.toThrow('too large');
  // The stream begins well before this deadline, on a loaded machine too.
  const patient = createGuardedFetch({ guard: createAddressGuard('all'), deadlineMs: 3000, maxBytes });
  await expect((await streaming(() => {}, patient)).text()).rejects.toMatchObject({ kind: 'timeout' });
  await patient.close();
});
