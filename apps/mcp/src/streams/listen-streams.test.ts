import { type AccessWatch, GatewayError, type ItemFilter } from '@gatehouse/core';
import { createStreamPlaces } from '@gatehouse/entrance';
import { describe, expect, it } from 'vitest';
import { createProtocolServer } from '../protocol/protocol-server.ts';
import type { RequestScope } from '../requests/request-scope.ts';
import { createFakeGateway } from '../testing/fake-gateway.ts';
import { createListenStreams, type ListenStreams } from './listen-streams.ts';
import { subscribedItems } from './subscribed-items.ts';

const uri = 'gatehouse://docs/doc_1';

function openStreams({
  places = createStreamPlaces(),
  ...options
}: {
  maxPerKey?: number;
  places?: ReturnType<typeof createStreamPlaces>;
} = {}) {
  const gateway = createFakeGateway();
  const watching: { key: unknown; changed: (itemId: string) => void }[] = [];
  const changes: ItemFilter = {
    async watch(credential, _isWatched, changed) {
      const watcher = { key: credential.type === 'key' ? credential.key : undefined, changed };
      watching.push(watcher);
      return () => void watching.splice(watching.indexOf(watcher), 1);
    },
  };
  const open: { key: unknown; lost: (error: GatewayError) => void }[] = [];
  const access: AccessWatch = {
    async watch(credential, lost) {
      await gateway.identify(credential);
      const one = { key: credential.type === 'key' ? credential.key : undefined, lost };
      open.push(one);
      return async () => void open.splice(open.indexOf(one), 1);
    },
  };
  /** Notifies as the watch does when a key is no longer valid. */
  const revoke = (key: string) => {
    gateway.keys.delete(key);
    for (const one of open.filter((each) => each.key === key)) one.lost(new GatewayError('unauthorized', 'revoked'));
  };
  const report = (error: unknown) => expect.unreachable(String(error));
  const scope = { gateway, credential: { type: 'key', key: 'good' }, given: new Map() } as unknown as RequestScope;
  const factory = () =>
    createProtocolServer({ scope, toolsFor: async () => [], version: '1', instructions: undefined, report, era: 'modern' });
  const streams = createListenStreams({ access, changes, factory, report, maxPerKey: 2, places, ...options });
  return { gateway, streams, watching, open, revoke };
}

function listen(
  streams: ListenStreams,
  {
    key = 'good',
    uris = [uri],
    signal,
    address,
  }: { key?: string; uris?: string[]; signal?: AbortSignal; address?: string | undefined } = {},
) {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  const body = { jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params: { notifications: { resourceSubscriptions: uris }, _meta } };
  const headers = { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' };
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) });
  return streams.open(request, {
    key,
    credential: { type: 'key', key },
    address,
    scope: noScope,
    authInfo: { token: key, clientId: '', scopes: [] },
    parsedBody: body,
  });
}

/** Scope for addresses that need no lookup. */
const noScope = {} as RequestScope;

const isStream = (response: Response) => response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;

describe('createListenStreams', () => {
  it('publishes a change to the stream that watches the item', async () => {
    const { streams, watching } = openStreams();
    const response = await listen(streams);
    expect(watching).toMatchObject([{ key: 'good' }]);
    watching[0]?.changed('doc_1');
    await streams.close();
    const text = await response.text();
    expect(text).toContain('"method":"notifications/resources/updated"');
    expect(text).toContain(uri);
    expect(watching).toEqual([]);
  });

  it('limits the streams of a key, not those of another, and frees a place when a stream closes', async () => {
    const { gateway, streams } = openStreams();
    gateway.keys.set('other', 'read');
    const leaving = new AbortController();
    expect(isStream(await listen(streams, { signal: leaving.signal }))).toBe(true);
    expect(isStream(await listen(streams))).toBe(true);
    const refused = await listen(streams);
    expect(await refused.json()).toMatchObject({ id: 7, error: { code: -32603 } });
    expect(isStream(await listen(streams, { key: 'other' }))).toBe(true);
    leaving.abort();
    expect(isStream(await listen(streams))).toBe(true);
    await streams.close();
  });

  it('limits an address to a quarter of all streams, across all keys, and frees its places (D51)', async () => {
    const places = createStreamPlaces(8);
    const { gateway, streams } = openStreams({ places });
    for (const key of ['a', 'b', 'c', 'd', 'e']) gateway.keys.set(key, 'read');
    const leaving = new AbortController();
    const open = async (key: string, address?: string) => isStream(await listen(streams, { key, address, signal: leaving.signal }));
    expect([await open('a', '192.0.2.1'), await open('b', '192.0.2.1'), await open('c', '192.0.2.1')]).toEqual([true, true, false]);
    expect([await open('c', '192.0.2.2'), await open('c'), await open('d'), await open('d'), await open('e'), await open('e')]).toEqual(
      new Array(6).fill(true),
    );
    expect([await open('a'), places.taken]).toEqual([false, 8]);
    leaving.abort();
    expect(places.taken).toBe(0);
    await streams.close();
  });

  it('ends only the streams of a key that is no longer valid', async () => {
    const { gateway, streams, watching, open, revoke } = openStreams();
    gateway.keys.set('other', 'read');
    const [mine] = [await listen(streams), await listen(streams, { key: 'other' })];
    revoke('good');
    expect(await mine.text()).toContain('"result"');
    expect(watching).toMatchObject([{ key: 'other' }]);
    expect(open).toMatchObject([{ key: 'other' }]);
    await streams.close();
  });

  it('opens no stream while the gateway drains', async () => {
    const { streams } = openStreams();
    await streams.close();
    expect(await (await listen(streams)).json()).toMatchObject({ error: { code: -32603 } });
  });

  it('keeps nothing of a stream without subscriptions', async () => {
    const { streams, watching, open } = openStreams({ maxPerKey: 1 });
    for (let time = 0; time < 3; time++) await (await listen(streams, { uris: [] })).text();
    expect(isStream(await listen(streams))).toBe(true);
    expect(watching).toHaveLength(1);
    expect(open).toHaveLength(1);
    await streams.close();
    expect(open).toEqual([]);
  });

  it('opens no stream for a key that is no longer valid, and frees its place', async () => {
    const { gateway, streams } = openStreams({ maxPerKey: 1 });
    gateway.keys.clear();
    for (let time = 0; time < 2; time++) await expect(listen(streams)).rejects.toMatchObject({ code: 'unauthorized' });
    gateway.keys.set('good', 'read');
    expect(isStream(await listen(streams))).toBe(true);
    await streams.close();
  });
});

describe('subscribedItems', () => {
  it.each([undefined, null, 5, [5, 'file:///x']])('finds nothing in %j', async (resourceSubscriptions) => {
    expect((await subscribedItems(noScope, { params: { notifications: { resourceSubscriptions } } })).size).toBe(0);
  });
});
