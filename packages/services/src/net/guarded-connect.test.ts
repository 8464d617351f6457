import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AllowedRanges, createAddressGuard } from './address-guard.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

const server = createServer((socket) => {
  sockets.push(socket);
  socket.on('error', () => {});
  socket.once('data', (bytes) => {
    arrived.push(bytes);
    socket.destroy();
  });
});
const sockets: Socket[] = [];
let arrived: Buffer[] = [];
let port: number;

beforeAll(async () => {
  await once(server.listen(0), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});
beforeEach(() => {
  arrived = [];
  sockets.length = 0;
});

async function failureOf(url: string, allowed: AllowedRanges): Promise<string> {
  const guarded = createGuardedFetch({ guard: createAddressGuard(allowed), deadlineMs: 5000, maxBytes: 1000 });
  try {
    await guarded.fetch(url);
    return 'answered';
  } catch (error) {
    return describe(error);
  } finally {
    await guarded.close();
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error instanceof AggregateError ? error.errors : error.cause === undefined ? [] : [error.cause];
  return [error.message, (error as NodeJS.ErrnoException).code, ...inner.map(describe)].join(' ');
}

const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'];
const addresses = ['http', 'https'].flatMap((scheme) => hosts.map((host) => `${scheme}://${host}`));

it.each(addresses)('does not connect to a private address: %s', async (address) => {
  expect(await failureOf(`${address}:${port}/`, 'none')).toContain('ERR_IP_BLOCKED');
  expect({ sockets: sockets.length, arrived }).toEqual({ sockets: 0, arrived: [] });
});

it.each(addresses)('connects to a private address that the operator allows: %s', async (address) => {
  expect(await failureOf(`${address}:${port}/`, 'all')).not.toContain('ERR_IP_BLOCKED');
  expect(arrived[0]?.subarray(0, 1).toString('hex')).toBe(address.startsWith('https') ? '16' : '47');
  if (address === 'https://localhost') expect(arrived[0]?.toString('latin1')).toContain('localhost');
});
