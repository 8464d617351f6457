import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../kit/world.ts';

const graceMs = 1500;
const leastRate = 1000;

let world: World;
let key: string;

beforeAll(async () => {
  world = await openWorld({ bodies: { graceMs, leastRate } });
  key = (await world.createKey(world.owner, 'read')).key;
});

afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const entrances = {
  HTTP: { path: '/v1/tools/whoami', body: '{}' },
  MCP: { path: '/mcp', body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","arguments":{}}}' },
};

/**
 * Sends the head of a call, and then the pieces of its body as they arrive. Resolves with everything received when the server closes the
 * connection.
 */
async function send(path: string, length: number, pieces: AsyncIterable<string>): Promise<string> {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (data) => (received += data));
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
      `Accept: application/json, text/event-stream\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`,
  );
  for await (const piece of pieces) if (!socket.destroyed) socket.write(piece);
  await closed;
  return received;
}

async function lateBodies(): Promise<number> {
  const text = await (await fetch(`${world.url}/metrics`)).text();
  return Number(/^gatehouse_http_bodies_late_total (\d+)$/m.exec(text)?.[1]);
}

async function* spaces(count: number, everyMs: number): AsyncGenerator<string> {
  for (let sent = 0; sent < count; sent++) {
    yield ' '.repeat(leastRate);
    await wait(everyMs);
  }
}

describe.each(Object.entries(entrances))('a slow body over %s', (_name, { path, body }) => {
  it('is answered 408 and disconnected when it stops arriving, and is counted in metrics but not logged as a call', async () => {
    const [log, late] = [await world.activity(), await lateBodies()];
    const answer = await send(
      path,
      10_000,
      (async function* () {
        yield body;
      })(),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain('did not arrive in time');
    expect(await world.activity()).toEqual(log);
    expect(await lateBodies()).toBe(late + 1);
  });

  it('may take any time while it keeps arriving', async () => {
    // Sends at four times the minimum rate, for three times the allowed pause.
    const count = Math.ceil((graceMs * 3) / 250);
    const answer = await send(
      path,
      count * leastRate + body.length,
      (async function* () {
        yield* spaces(count, 250);
        yield body;
      })(),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});
