import net from 'node:net';
import type { TrustedProxies } from '@gatehouse/entrance';
import { describe, expect, it } from 'vitest';
import { echo, exchange, goodKey, openTestServer, post, toolUrl } from '../test-server.ts';

const call = `POST /v1/tools/search HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${goodKey}\r\nContent-Length: 2\r\n\r\n{}`;

describe('drain', () => {
  it('answers every call in flight, sends Connection: close with each answer, and accepts no new connection', async () => {
    const { promise: finish, resolve } = Promise.withResolvers<void>();
    const server = await openTestServer({ run: async (call) => finish.then(() => echo(call)) });
    const answers = Array.from({ length: 20 }, () => exchange(server.port, [call]));
    await expect.poll(() => server.calls.length).toBe(20);
    const drained = server.server.drain();
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
    resolve();
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatchObject({ status: 200, answers: 1, body: '{}' });
      expect(answer?.headers.get('connection')).toBe('close');
    }
    await drained;
  });

  it('reports itself in /readyz before it stops listening (D7)', async () => {
    const server = await openTestServer({ limits: { drainNotice: 300 }, gateway: writableStore() });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const drained = server.server.drain();
    const response = await fetch(`${server.url}/readyz`);
    expect({ status: response.status, connection: response.headers.get('connection') }).toEqual({ status: 503, connection: 'close' });
    expect((await fetch(toolUrl(server, 'search'), post('{}'))).status).toBe(200);
    await drained;
  });

  it('closes idle connections immediately, including silent ones', async () => {
    const server = await openTestServer({ limits: { drainTimeout: 100_000 } });
    const silent = net.connect(server.port, '127.0.0.1');
    await new Promise((resolve) => silent.once('connect', resolve));
    await (await fetch(`${server.url}/healthz`)).text();
    const started = performance.now();
    await server.server.drain();
    expect(performance.now() - started).toBeLessThan(50_000);
    silent.destroy();
  });

  it('ends streams that listen to it, and cuts off the others at the deadline', async () => {
    const server = await openTestServer({
      limits: { drainTimeout: 300 },
      run: () => new Promise(() => {}),
      mount: (app) =>
        app.get('/stream', (c) => {
          const body = new ReadableStream({
            start(controller) {
              controller.enqueue(Buffer.from('begun'));
              c.env.draining.addEventListener('abort', () => controller.close());
            },
          });
          return new Response(body);
        }),
    });
    const stream = await fetch(`${server.url}/stream`);
    const stuck = exchange(server.port, [call]);
    await expect.poll(() => server.calls.length).toBe(1);
    const drained = server.server.drain();
    expect(await stream.text()).toBe('begun');
    await drained;
    expect(await stuck).toBeUndefined();
  });
});

describe('too many requests in flight', () => {
  /** A server on which requests to /wait, and calls, wait for their answer until they may go on. */
  async function openWaitingServer(trustedProxies?: TrustedProxies) {
    const { promise: finish, resolve: finishAll } = Promise.withResolvers<void>();
    const server = await openTestServer({
      limits: { maxRequestsInFlight: 12 },
      gateway: writableStore(),
      ...(trustedProxies && { trustedProxies }),
      run: async (call) => finish.then(() => echo(call)),
      mount: (app) => app.get('/wait', async (c) => finish.then(() => c.text('waited'))),
    });
    const inFlight = async () => Number(/requests_in_flight (\d+)/.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]) - 1;
    return { server, inFlight, finishAll };
  }

  it('gets 503 and close, while health is still answered', async () => {
    const { server, inFlight, finishAll } = await openWaitingServer();
    await using _ = server;
    const taken = Array.from({ length: 12 }, () => fetch(`${server.url}/wait`));
    await expect.poll(inFlight).toBe(12);
    const shed = await exchange(server.port, [call.replace(/Authorization: .*\r\n/, '')]);
    expect(shed).toMatchObject({ status: 503, answers: 1 });
    expect(JSON.parse(shed?.body ?? '')).toMatchObject({ error: { code: 'internal_error' } });
    expect(shed?.headers.get('retry-after')).toBe('1');
    expect(shed?.headers.get('connection')).toBe('close');
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    finishAll();
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual(new Array(12).fill(200));
    expect((await fetch(toolUrl(server, 'search'), post('{}'))).status).toBe(200);
  });

  it('leaves a few places for a key without requests, when others have taken all', async () => {
    const { server, inFlight, finishAll } = await openWaitingServer();
    await using _ = server;
    const taken = Array.from({ length: 12 }, (_each, number) =>
      fetch(`${server.url}/wait`, { headers: { Authorization: `Bearer key${number % 4}` } }),
    );
    await expect.poll(inFlight).toBe(12);
    const ask = (key: string) => fetch(`${server.url}/wait`, { headers: { Authorization: `Bearer ${key}` } });
    expect((await ask('key0')).status).toBe(503);
    const idle = ask('idle');
    await expect.poll(inFlight).toBe(13);
    finishAll();
    expect((await Promise.all([...taken, idle])).map(({ status }) => status)).toEqual(new Array(13).fill(200));
  });

  it('refuses requests of a key that has a quarter, and serves the others', async () => {
    const { server, inFlight, finishAll } = await openWaitingServer();
    await using _ = server;
    const taken = Array.from({ length: 3 }, () => fetch(toolUrl(server, 'search'), post('{}')));
    await expect.poll(inFlight).toBe(3);
    expect(await exchange(server.port, [call])).toMatchObject({ status: 503, answers: 1 });
    const other = fetch(`${server.url}/wait`, { headers: { Authorization: 'Bearer another' } });
    await expect.poll(inFlight).toBe(4);
    finishAll();
    expect((await Promise.all([...taken, other])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await fetch(toolUrl(server, 'search'), post('{}'))).status).toBe(200);
  });

  it('refuses requests of an address that has a quarter, across all keys', async () => {
    const { server, inFlight, finishAll } = await openWaitingServer(['127.0.0.1']);
    await using _ = server;
    const ask = (address: string, key: string) =>
      fetch(`${server.url}/wait`, { headers: { 'X-Forwarded-For': address, Authorization: `Bearer ${key}` } });
    const taken = ['a', 'b', 'c'].map((key) => ask('203.0.113.7', key));
    await expect.poll(inFlight).toBe(3);
    expect((await ask('203.0.113.7', 'd')).status).toBe(503);
    const other = ask('203.0.113.8', 'd');
    await expect.poll(inFlight).toBe(4);
    finishAll();
    expect((await Promise.all([...taken, other])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('does not count open streams', async () => {
    await using server = await openTestServer({
      limits: { maxRequestsInFlight: 1, drainTimeout: 100 },
      mount: (app) => app.get('/stream', () => new Response(new ReadableStream({ start: (c) => c.enqueue(Buffer.from('x')) }))),
    });
    await fetch(`${server.url}/stream`);
    expect((await fetch(toolUrl(server, 'search'), post('{}'))).status).toBe(200);
  });

  it('does not count pipelined calls of a broken connection', async () => {
    const { promise: finish, resolve } = Promise.withResolvers<void>();
    await using server = await openTestServer({ run: async (call) => finish.then(() => echo(call)) });
    const socket = net.connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(call.repeat(15));
    await expect.poll(() => server.calls.length).toBe(15);
    socket.destroy();
    const inFlight = async () => /requests_in_flight (\d+)/.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1];
    await expect.poll(inFlight).toBe('1');
    resolve();
  });
});

describe('a client that does not read its answer', () => {
  it('is dropped', async () => {
    const json = JSON.stringify('x'.repeat(30_000_000));
    await using server = await openTestServer({ limits: { timeout: 200 }, run: () => ({ ok: true, value: 0, json, rate: undefined }) });
    const socket = net.connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(call);
    await expect.poll(() => server.calls.length).toBe(1);
    const inFlight = async () => /requests_in_flight (\d+)/.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1];
    await expect.poll(inFlight).toBe('1');
    socket.destroy();
  });
});

function writableStore() {
  return { store: { checkWritable: async () => {}, isReplaced: async () => false } as never };
}
