import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { httpEntrance, mcpLegacyEntrance, mcpModernEntrance } from '../entrances/index.ts';

const mebibyte = 1024 * 1024;

let gateway: ChildProcess;
let url: string;
let [greedy, honest]: string[] = [];
let sockets: Sender[] = [];

/** Interval of bytes, so that no connection is closed for being silent. That limit is not tested here. */
const trickleMs = 5000;

interface Sender {
  socket: Socket;
  /** Next byte of the body. */
  more: string;
  /** The status of the answer. Undefined while there is none. */
  status(): number | undefined;
}

beforeAll(async () => {
  const program = path.join(import.meta.dirname, '..', 'mcp', 'memory-process.ts');
  gateway = fork(program, { execArgv: ['--expose-gc'], env: { ...process.env, TEST_KEYS: '2', TEST_GRACE_MS: '600000' } });
  const [started] = (await once(gateway, 'message')) as [{ url: string; keys: string[] }];
  url = started.url.replace(/\/mcp$/, '');
  [greedy, honest] = started.keys;
});

const trickle = setInterval(() => {
  for (const { socket, more, status } of sockets) if (status() === undefined) socket.write(more);
}, trickleMs).unref();

afterEach(() => {
  for (const { socket } of sockets) socket.destroy();
  sockets = [];
});

afterAll(async () => {
  clearInterval(trickle);
  gateway.disconnect();
  await once(gateway, 'exit');
});

async function heldBytes(): Promise<number> {
  gateway.send('how much?');
  return ((await once(gateway, 'message')) as [number])[0];
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

/** Begins a request of the greedy key and sends a part of its body. */
function begin(address: string, framing: string, part: string | Buffer, more = ' '): Sender {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (data) => (received += data));
  socket.on('error', () => {});
  socket.write(
    `POST ${address} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${greedy}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`,
  );
  socket.write(part);
  const sender = { socket, more, status: () => (received ? Number(received.split(' ')[1]) : undefined) };
  sockets.push(sender);
  return sender;
}

async function expectOthersAreServed(): Promise<void> {
  for (const kind of [httpEntrance, mcpModernEntrance, mcpLegacyEntrance]) {
    const entrance = kind.open({ url });
    const replies = await Promise.all(Array.from({ length: 20 }, () => entrance.call('list_docs', {}, { key: honest })));
    expect(replies.map(({ code }) => code)).toEqual(new Array(20).fill('ok'));
  }
}

describe.each(['/v1/tools/search', '/mcp'])('unfinished bodies of one key to %s', (address) => {
  it('take a quarter of the places and leave the others free, 1,050 concurrently', async () => {
    const begun = Array.from({ length: 1050 }, () => begin(address, 'Content-Length: 1000', '{'));
    await expect.poll(() => begun.filter(({ status }) => status() !== undefined).length, { timeout: 60_000 }).toBe(800);
    expect(new Set(begun.map(({ status }) => status()))).toEqual(new Set([undefined, 503]));
    expect(await metric('gatehouse_http_bodies_under_way')).toBe(250);
    await expectOthersAreServed();
  });

  it('take memory close to their bytes, even if they arrive one by one', async () => {
    const sent = 1_000_000;
    const oneByte = '1\r\n \r\n';
    const before = await heldBytes();
    begin(address, 'Transfer-Encoding: chunked', oneByte.repeat(sent), oneByte);
    await expect.poll(() => metric('gatehouse_http_body_bytes_held'), { timeout: 60_000 }).toBeGreaterThanOrEqual(sent);
    expect((await heldBytes()) - before).toBeLessThan(20 * mebibyte);
  });

  it('take a quarter of the memory, for any number and size', async () => {
    const before = await heldBytes();
    const bytes = Math.floor(3.9 * mebibyte);
    const begun = Array.from({ length: 60 }, () => begin(address, `Content-Length: ${bytes + 100}`, Buffer.alloc(bytes, ' ')));
    // Every body is in memory or was refused.
    await expect
      .poll(
        async () => {
          const refused = begun.filter(({ status }) => status() !== undefined).length;
          return refused + Math.floor((await metric('gatehouse_http_body_bytes_held')) / bytes);
        },
        { timeout: 60_000 },
      )
      .toBe(60);
    expect(await metric('gatehouse_http_body_bytes_held')).toBeLessThanOrEqual(64 * mebibyte);
    expect((await heldBytes()) - before).toBeLessThan(100 * mebibyte);
    expect(new Set(begun.map(({ status }) => status()))).toEqual(new Set([undefined, 503]));
    await expectOthersAreServed();
  });

  it('leave nothing after they have ended', async () => {
    await expect.poll(() => metric('gatehouse_http_bodies_under_way')).toBe(0);
    expect(await metric('gatehouse_http_body_bytes_held')).toBe(0);
  });
});
