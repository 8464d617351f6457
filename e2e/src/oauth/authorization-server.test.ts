import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NotedStep } from '@gatehouse/core';
import { createAuthorizationServer } from '@gatehouse/oauth';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openWorld, type World } from '../kit/world.ts';

const baseUrl = 'https://gate.example';
const metadata = '/.well-known/oauth-authorization-server/oauth';
const ofResource = '/.well-known/oauth-protected-resource/mcp';

let world: World;
let close: () => Promise<void>;
let url: string;
const noted: NotedStep[] = [];
const reported: unknown[] = [];
/** Stops the clock at this time. Undefined to let it run. */
let frozenAt: number | undefined;

/** Opens the authorization server behind a listener that trusts the client address in each request. */
beforeAll(async () => {
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => frozenAt ?? now());
  world = await openWorld();
  const server = createAuthorizationServer({
    gateway: world.gateway,
    baseUrl,
    getDocument: undefined,
    report: (error) => void reported.push(error),
    note: async (step) => void noted.push(step),
  });
  const listener = createServer((incoming, outgoing) => {
    const { 'x-address': address } = incoming.headers;
    void server.handle({ incoming, outgoing, requestId: 'req_1', body: Buffer.alloc(0), address: address?.toString(), session: undefined });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  close = async () => {
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  };
});
afterEach(() => {
  frozenAt = undefined;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await close();
  await world[Symbol.asyncDispose]();
  expect(reported).toEqual([]);
});

async function ask(path: string, { address, method = 'GET' }: { address?: string; method?: string } = {}) {
  const response = await fetch(`${url}${path}`, { method, headers: address === undefined ? {} : { 'X-Address': address } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

describe('the metadata of the resource (RFC 9728)', () => {
  it('names the issuer of its tokens, to every page', async () => {
    const { status, headers, body } = await ask(ofResource);
    expect([status, headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([200, '*', 'no-store']);
    expect(body).toEqual({
      resource: `${baseUrl}/mcp`,
      resource_name: 'Gatehouse',
      authorization_servers: [`${baseUrl}/oauth`],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
    });
  });

  it('is read-only', async () => {
    const asked = await ask(ofResource, { method: 'OPTIONS' });
    expect([asked.status, asked.body, asked.headers.get('access-control-allow-methods')]).toEqual([204, undefined, 'GET, HEAD']);
    expect((await ask(ofResource, { method: 'HEAD' })).status).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers, body } = await ask(ofResource, { method });
      expect([status, headers.get('allow'), body.error]).toEqual([405, 'GET, HEAD', 'invalid_request']);
    }
  });
});

describe('a request', () => {
  it('from an address with too many requests is told when to retry, and other addresses are answered', async () => {
    const begun = Date.now();
    frozenAt = begun;
    const statuses = new Set<number>();
    for (let time = 0; time < 300; time++) statuses.add((await ask(metadata, { address: '192.0.2.1' })).status);
    expect([...statuses]).toEqual([200]);
    const { status, headers, body } = await ask(metadata, { address: '192.0.2.1' });
    expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
    expect([headers.get('retry-after'), body.error_description]).toEqual(['60', expect.stringContaining('60 s')]);
    expect(noted.at(-1)).toMatchObject({ step: 'metadata', status: 429, answered: { error: 'temporarily_unavailable' } });
    expect((await ask(metadata, { address: '192.0.2.2' })).status).toBe(200);
    expect((await ask(metadata)).status).toBe(200);
    // Requests to this address are not counted, because they store nothing.
    expect((await ask(ofResource, { address: '192.0.2.1' })).status).toBe(200);
    frozenAt = begun + 59_999;
    const last = await ask(metadata, { address: '192.0.2.1' });
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '1']);
    frozenAt = begun + 60_000;
    expect((await ask(metadata, { address: '192.0.2.1' })).status).toBe(200);
  });

  it('is recorded with the name of its client, which the request does not contain', async () => {
    const metadata = {
      client_id: 'client_1',
      client_name: 'Named',
      redirect_uris: ['http://localhost:8787/callback'],
      token_endpoint_auth_method: 'none',
    };
    const client = { id: metadata.client_id, metadata, address: null, createdAt: world.clock.now };
    const { store } = world.gateway;
    await store.perform(() => store.oauthClients.create(client), { changes: true });
    await (await fetch(`${url}/oauth/auth?client_id=client_1&response_type=code`)).arrayBuffer();
    expect(noted.at(-1)).toMatchObject({ step: 'authorization', clientId: 'client_1', clientName: 'Named' });
  });

  it('is refused if it is too long to record', async () => {
    const start = '/oauth/auth?state=';
    const { status, body } = await ask(start + 'x'.repeat(6001 - start.length));
    expect([status, body.error, body.error_description]).toEqual([400, 'invalid_request', expect.stringContaining('6000')]);
    expect(noted.at(-1)).toMatchObject({ step: 'authorization', status: 400, answered: { error: 'invalid_request' } });
    const atMost = await ask(metadata + '?'.padEnd(6000 - metadata.length, 'x'));
    expect(atMost.status).toBe(200);
  });

  it('states its request id from the log, and is never read as another type', async () => {
    const { headers } = await ask(metadata);
    expect([headers.get('x-request-id'), headers.get('x-content-type-options')]).toEqual(['req_1', 'nosniff']);
  });
});
