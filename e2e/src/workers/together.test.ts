import { once } from 'node:events';
import { Agent, createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modernRequest } from '../mcp/raw.ts';
import { type Connection, openConnection } from './connection.ts';
import { forEachEngine, openWorkers, type WorkersWorld } from './workers-world.ts';

const workers = 4;
const editors = 64;
const appendsEach = 4;
/** Of one key: enough for each test, with keys of its own. */
const callsPerMinute = 240;

describe('four workers', () => {
  forEachEngine((engine) => {
    let world: WorkersWorld;
    beforeAll(async () => {
      world = await openWorkers({ workers, engine, callsPerMinute });
      await world.place.json(['init', '--org', 'Acme', '--email', 'owner@example.com'], { env: withoutLog(world.environment) });
    });
    afterAll(() => world[Symbol.asyncDispose]());

    it('admit exactly 240 calls of each key together, however many come at once (D13)', async () => {
      const connections = open(world.url, 100);
      const keys = [(await createKey(world)).key, (await createKey(world)).key];
      const answers = await Promise.all(
        connections.flatMap((connection) =>
          Array.from({ length: 12 }, async (_, index) => {
            const key = keys[index % keys.length] as string;
            return { key, ...(await connection.call('whoami', {}, key)) };
          }),
        ),
      );
      for (const key of keys) {
        const statuses = answers.filter((answer) => answer.key === key).map(({ status }) => status);
        expect(Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => [status, all?.length])).toEqual([
          ['200', callsPerMinute],
          ['429', 600 - callsPerMinute],
        ]);
      }
      expect((await callsByWorker(world.url)).filter((calls) => calls > 0).length).toBeGreaterThan(1);
      close(connections);
    });

    it('let 64 editors append to one document at once without a gap, a repeated version or a lost word (D19, D20)', async () => {
      const connections = open(world.url, editors);
      const keys = [(await createKey(world)).key, (await createKey(world)).key];
      const keyOf = (editor: number) => keys[editor % keys.length] as string;
      const { body: document } = await (connections[0] as Connection).call('create_doc', { title: 'Shared' }, keyOf(0));
      const { docId } = document;
      const appended = await Promise.all(
        connections.map(async (connection, editor) => {
          const versions: { mark: string; version: number }[] = [];
          for (let turn = 0; turn < appendsEach; turn++) {
            const mark = `${editor}-${turn}`;
            const { status, body } = await connection.call('append_doc', { docId, text: `${mark};` }, keyOf(editor));
            expect([status, body]).toEqual([200, { versionCount: expect.any(Number) }]);
            versions.push({ mark, version: body.versionCount });
          }
          return versions;
        }),
      );
      const inOrder = appended.flat().sort((left, right) => left.version - right.version);
      expect(inOrder.map(({ version }) => version)).toEqual(Array.from({ length: editors * appendsEach }, (_, index) => index + 2));
      const { body: read } = await (connections[0] as Connection).call('read_doc', { docId }, keyOf(0));
      expect(read).toMatchObject({
        versionCount: editors * appendsEach + 1,
        bodyMarkdown: inOrder.map(({ mark }) => `${mark};`).join(''),
      });
      close(connections);
    });

    it('refuse a revoked key everywhere, from the answer of its revocation on (D10)', async () => {
      const { key, keyId } = await createKey(world);
      const connections = open(world.url, 32);
      let isRevoked = false;
      const calls = connections.map(async (connection) => {
        for (let admitted = 0; ; ) {
          const wasRevoked = isRevoked;
          const { status } = await connection.call('whoami', {}, key);
          if (status === 200) admitted++;
          if (wasRevoked) return { status, admitted };
        }
      });
      await world.place.json(['keys', 'revoke', keyId], { env: withoutLog(world.environment) });
      isRevoked = true;
      const ends = await Promise.all(calls);
      expect(ends.map(({ status }) => status)).toEqual(connections.map(() => 401));
      expect(ends.reduce((sum, { admitted }) => sum + admitted, 0)).toBeGreaterThan(0);
      close(connections);
    });
  });
});

describe('two workers', () => {
  it('cancel a call of one another by notifications/cancelled, and no call of another client', async () => {
    await using service = await openHangingService();
    await using world = await openWorkers({
      workers: 2,
      engine: { name: 'SQLite' },
      variables: { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' },
    });
    const add = ['connections', 'add', '--service', 'slow', '--name', 'Slow', '--openapi', service.documentUrl];
    await world.place.json(add, { env: withoutLog(world.environment) });
    const [first, second] = (await world.pids()) as [number, number];
    using ofFirst = await connectTo(world, second);
    using ofSecond = await connectTo(world, first);
    const cancel = (connection: PinnedConnection) =>
      connection.send('POST', '/mcp', world.key, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
    const call = (connection: PinnedConnection) => {
      const { body, headers } = modernRequest('tools/call', { name: 'execute_service_tool', arguments: { toolSlug: 'slow__hang' } }, 7);
      const answer = connection.send('POST', '/mcp', world.key, body, headers);
      answer.catch(() => {});
      return answer;
    };
    const answer = call(ofFirst);
    await expect.poll(() => service.held(), patience).toBe(1);
    expect(await cancel(ofSecond)).toBe(202);
    await expect.poll(() => service.held(), patience).toBe(0);
    await answer;
    // Two clients with one key can have calls of one number, on two workers: it is not known whose is meant.
    using another = await connectTo(world, first);
    const both = [call(ofFirst), call(ofSecond)];
    await expect.poll(() => service.held(), patience).toBe(2);
    expect(await cancel(another)).toBe(202);
    // What comes later over the same line has been answered: the cancellation was dealt with.
    expect(await another.send('GET', '/metrics', world.key)).toBe(200);
    expect(service.held()).toBe(2);
    service.answer();
    expect(await Promise.all(both)).toEqual([200, 200]);
  });
});

const patience = { timeout: 20_000 };

interface PinnedConnection extends Disposable {
  /** Resolves to the status when the whole answer is here. */
  send(method: string, path: string, key: string, body?: object, headers?: Record<string, string>): Promise<number>;
}

/** A connection to the one worker that is not stopped meanwhile. */
async function connectTo({ url, key }: WorkersWorld, other: number): Promise<PinnedConnection> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const connection: PinnedConnection = {
    send(method, path, bearer, body, headers) {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const text = body && JSON.stringify(body);
      const accepted = { Accept: 'application/json, text/event-stream', Authorization: `Bearer ${bearer}` };
      const sent = text === undefined ? accepted : { ...accepted, 'Content-Type': 'application/json', 'Content-Length': text.length };
      const outgoing = request(`${url}${path}`, { method, agent, headers: { ...sent, ...headers } }, (incoming) => {
        incoming.resume().once('end', () => resolve(incoming.statusCode ?? 0));
      });
      outgoing.once('error', reject).end(text);
      return promise;
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
  process.kill(other, 'SIGSTOP');
  try {
    expect(await connection.send('GET', '/healthz', key)).toBe(200);
  } finally {
    process.kill(other, 'SIGCONT');
  }
  return connection;
}

/** An API whose one operation is answered when it is said. */
async function openHangingService() {
  const held = new Set<ServerResponse>();
  const document = {
    openapi: '3.1.0',
    info: { title: 'Slow', version: '1' },
    servers: [{ url: '/' }],
    paths: { '/hang': { get: { operationId: 'hang', description: 'Answers late.', responses: { 200: { description: 'done' } } } } },
  };
  const server = createServer((incoming, response) => {
    response.setHeader('content-type', 'application/json');
    if (incoming.url === '/openapi.json') return void response.end(JSON.stringify(document));
    held.add(response);
    response.once('close', () => held.delete(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    documentUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`,
    held: () => held.size,
    answer() {
      for (const response of held) response.end('{}');
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function createKey({ place, environment }: Pick<Awaited<ReturnType<typeof openWorkers>>, 'place' | 'environment'>) {
  const asked = ['keys', 'create', '--owner', 'owner@example.com', '--agent', 'tester', '--access', 'write'];
  return place.json(asked, { env: withoutLog(environment) });
}

/** With --json a command's whole output is one value. */
function withoutLog(environment: Record<string, string>): Record<string, string> {
  return { ...environment, GATEHOUSE_LOG: 'error' };
}

async function callsByWorker(url: string): Promise<number[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = [...text.matchAll(/^gatehouse_calls_total\{.*worker="(\d+)"\} (\d+)$/gm)];
  return Array.from({ length: workers }, (_, index) =>
    counts.filter(([, worker]) => Number(worker) === index + 1).reduce((sum, [, , count]) => sum + Number(count), 0),
  );
}

function open(url: string, count: number): Connection[] {
  return Array.from({ length: count }, () => openConnection(url));
}

function close(connections: Connection[]): void {
  for (const connection of connections) connection[Symbol.dispose]();
}
