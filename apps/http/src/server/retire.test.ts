import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { echo, openTestServer, post, toolUrl } from '../test-server.ts';

const patienceMs = 60_000;

describe('retire', () => {
  it('answers the next request of each idle connection, closes it with that answer, and is over when none is left', async () => {
    await using server = await openTestServer({
      gateway: { store: { checkWritable: async () => {}, isReplaced: async () => false } as never },
    });
    const agents = Array.from({ length: 3 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    for (const agent of agents) expect(await statusOf(server.url, agent)).toEqual({ status: 200, connection: 'keep-alive' });
    const started = performance.now();
    const retired = server.server.retire(patienceMs);
    // Others go on: the balancer must not hear that the gateway is shutting down.
    for (const agent of agents) expect(await statusOf(`${server.url}/readyz`, agent)).toEqual({ status: 200, connection: 'close' });
    await retired;
    expect(performance.now() - started).toBeLessThan(patienceMs / 2);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
    for (const agent of agents) agent.destroy();
  });

  it('closes the connection of a request in flight with its answer', async () => {
    const { promise: finish, resolve } = Promise.withResolvers<void>();
    await using server = await openTestServer({ run: async (call) => finish.then(() => echo(call)) });
    const answer = fetch(toolUrl(server, 'search'), post('{}'));
    await expect.poll(() => server.calls.length).toBe(1);
    const retired = server.server.retire(patienceMs);
    resolve();
    expect((await answer).headers.get('connection')).toBe('close');
    await retired;
  });

  it('cuts no connection that a client still may use: it was told for how long, and lets go of it before', async () => {
    await using server = await openTestServer({ limits: { keepAliveTimeout: 3000 } });
    await using between = await openRecordingProxy(server.port);
    const { connection, 'keep-alive': keepAlive } = Object.fromEntries((await fetch(`${between.url}/healthz`)).headers);
    expect({ connection, keepAlive }).toEqual({ connection: 'keep-alive', keepAlive: 'timeout=3, max=10000' });
    await server.server.retire(10 * patienceMs);
    await expect.poll(() => between.ended).toEqual(['client', 'server']);
  });

  it('waits no longer than it was told for a connection that stays silent', async () => {
    await using server = await openTestServer();
    const agent = new Agent({ keepAlive: true });
    await statusOf(server.url, agent);
    await server.server.retire(200);
    await server.server.drain();
    agent.destroy();
  });
});

/** Of a GET that keeps its connection for the next one. */
async function statusOf(url: string, agent: Agent) {
  const target = url.endsWith('/readyz') ? url : `${url}/healthz`;
  const response = await new Promise<IncomingMessage>((resolve, reject) => get(target, { agent }, resolve).once('error', reject));
  response.resume();
  await new Promise((resolve) => response.once('end', resolve));
  return { status: response.statusCode, connection: response.headers.connection };
}

/** Hands one connection after another on to the server, and records who ends it first. */
async function openRecordingProxy(port: number) {
  const ended: ('client' | 'server')[] = [];
  const proxy = net.createServer({ allowHalfOpen: true }, (client) => {
    const server = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    client.once('end', () => ended.push('client')).pipe(server);
    server.once('end', () => ended.push('server')).pipe(client);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`,
    ended,
    async [Symbol.asyncDispose]() {
      await new Promise((closed) => proxy.close(closed));
    },
  };
}
