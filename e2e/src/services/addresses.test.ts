import dns from 'node:dns';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { credential } from '../secrets/planted.ts';
import { openServiceWorld, type ServiceWorld } from './service-world.ts';

/** Listens on every address of this machine and counts connections. */
let touched = 0;
const victim = createServer((socket) => {
  touched++;
  socket.destroy();
});
/** Server at an allowed address, which redirects to the address in its path. */
const redirector = createHttpServer((request, response) => {
  const location = Buffer.from(decodeURIComponent(request.url?.slice(1) ?? '')).toString('latin1');
  response.writeHead(307, { location }).end();
});

/** Names of a resolver under an attacker's control. */
const names: Record<string, string[]> = {
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'any.test': ['0.0.0.0'],
  'both.test': ['192.0.2.1', '127.0.0.1'],
  'other.test': ['127.8.8.8'],
};
const plainLookup = dns.lookup;
const proxyVariables = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'NODE_USE_ENV_PROXY'];

let world: ServiceWorld;
let port: number;
let closedPort: number;

beforeAll(async () => {
  await new Promise<void>((listening) => victim.listen(0, '::', listening));
  await new Promise<void>((listening) => redirector.listen(0, '127.0.0.2', listening));
  port = (victim.address() as AddressInfo).port;
  closedPort = await freePort();
  world = await openServiceWorld({ allowPrivate: ['127.0.0.2/32'], deadlineMs: 3000, connectMs: 1000 });
  dns.lookup = ((name: string, options: dns.LookupOptions, callback: (...given: unknown[]) => void) => {
    const found = names[name]?.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (!found) return plainLookup(name, options, callback as never);
    return options.all ? callback(null, found) : callback(null, found[0]?.address, found[0]?.family);
  }) as typeof dns.lookup;
});

afterAll(async () => {
  dns.lookup = plainLookup;
  await world[Symbol.asyncDispose]();
  victim.close();
  redirector.close();
});

const hosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0x7f.0x0.0x0.0x1',
  '127.0.0.1.',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '0x0',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '[::ffff:0:127.0.0.1]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '169.254.169.254',
  '192.168.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '100.64.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  ...Object.keys(names),
];

/** Hosts to reach over TLS, one of each kind, because TLS connections call the guard differently. */
const overTls = ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', 'localhost', 'both.test'];
const addresses = [...hosts.map((host) => `http://${host}`), ...overTls.map((host) => `https://${host}`)];

async function connect(input: object): Promise<{ code: string; message: string }> {
  try {
    await world.as(world.owner, 'add_connection', {
      service: 'probe',
      name: 'probe',
      access: { type: 'bearer', token: credential },
      ...input,
    });
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error('was connected');
}

const sameAnswer = 'service "probe" cannot be reached; check its address, or try again later';

describe('addresses of this machine and its network (D37)', () => {
  it.each(addresses)('connects to nothing at %s, and does not explain why', async (address) => {
    const before = touched;
    const url = `${address}:${port}/`;
    const mcp = await connect({ kind: 'mcp-http', url });
    const openapi = await connect({ kind: 'openapi', url });
    const document = { openapi: '3.1.0', paths: { '/': { get: { operationId: 'get' } } }, servers: [{ url }] };
    expect([mcp.message, openapi.message]).toEqual([sameAnswer, sameAnswer]);
    const { connectionId } = await world.as(world.owner, 'add_connection', {
      service: 'probe',
      name: 'probe',
      kind: 'openapi',
      document: JSON.stringify(document),
    });
    const called = await world.run('probe__get');
    expect(!called.ok && called.error.message).toBe(sameAnswer);
    await world.as(world.owner, 'remove_connection', { connectionId });
    expect(touched - before).toBe(0);
  });

  it.each(hosts)('does not follow a redirect of a service to %s', async (host) => {
    const before = touched;
    const { port: from } = redirector.address() as AddressInfo;
    const url = `http://127.0.0.2:${from}/${encodeURIComponent(`http://${host}:${port}/`)}`;
    for (const kind of ['mcp-http', 'openapi']) expect((await connect({ kind, url })).message).toMatch(/redirects to another URL/);
    expect(touched - before).toBe(0);
  });

  it('gives the same answer for a closed port, a refused address and an unknown name', async () => {
    const messages = await Promise.all(
      [`http://127.0.0.1:${port}/`, `http://127.0.0.2:${closedPort}/`, 'http://nowhere.invalid/'].map(
        async (url) => (await connect({ kind: 'mcp-http', url })).message,
      ),
    );
    expect(messages).toEqual([sameAnswer, sameAnswer, sameAnswer]);
  });

  it('requests access tokens through the same guard', async () => {
    const before = touched;
    const { port: allowed } = redirector.address() as AddressInfo;
    const tokenUrl = `http://127.0.0.1:${port}/token`;
    const access = { type: 'client-credentials', tokenUrl, clientId: 'id', clientSecret: credential };
    expect((await connect({ kind: 'mcp-http', url: `http://127.0.0.2:${allowed}/`, access })).message).toBe(sameAnswer);
    expect(touched - before).toBe(0);
  });

  it('uses no proxy from the environment', async () => {
    const before = touched;
    const proxy = `http://127.0.0.1:${port}`;
    for (const name of proxyVariables) process.env[name] = proxy;
    try {
      // Opened with the variables set: agents read them when they are made.
      await using proxied = await openServiceWorld({ allowPrivate: 'all', deadlineMs: 3000, connectMs: 1000 });
      const input = { service: 'probe', name: 'probe', kind: 'mcp-http', url: 'http://nowhere.invalid/' };
      await expect(proxied.as(proxied.owner, 'add_connection', input)).rejects.toThrow();
    } finally {
      for (const name of proxyVariables) delete process.env[name];
    }
    expect(touched - before).toBe(0);
  });

  it('reaches the victim if nothing is refused, so the test counts correctly', async () => {
    await using open = await openServiceWorld({ allowPrivate: 'all', deadlineMs: 2000 });
    const before = touched;
    const input = { service: 'probe', name: 'probe', kind: 'mcp-http', url: `http://loopback.test:${port}/` };
    await expect(open.as(open.owner, 'add_connection', input)).rejects.toThrow();
    expect(touched - before).toBeGreaterThan(0);
  });
});
