import net from 'node:net';
import type { Gateway } from '@gatehouse/core';
import { describe, expect, it, vi } from 'vitest';
import { openTestServer } from '../test-server.ts';
import { signedToken, storeWith } from './fake-store.ts';

const chunk = 256 * 1024;
const bytes = Buffer.from(Array.from({ length: chunk + 1000 }, (_, index) => index % 251));

async function openWith(file: Parameters<typeof storeWith>[0], maxDownloads?: number) {
  const { store, blobChunk } = storeWith(file);
  const server = await openTestServer({ gateway: { store } as Partial<Gateway>, entrance: { maxDownloads } });
  return {
    server,
    blobChunk,
    url: `${server.url}/v1/downloads/${signedToken()}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe('GET /v1/downloads/<token> (D24)', () => {
  it('sends a file as an attachment, so that browsers never show it', async () => {
    await using world = await openWith({ name: 'Bericht ü.html', mimeType: 'text/html', bytes });
    const response = await fetch(world.url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Bericht u.html"; filename*=UTF-8''Bericht%20%C3%BC.html`,
      'content-length': `${bytes.length}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      'x-request-id': expect.stringMatching(/^req_/),
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it.each([
    ['text/javascript', 'application/octet-stream'],
    ['application/x-javascript', 'application/octet-stream'],
    ['text/css; charset=utf-8', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['application/atom+xml', 'application/octet-stream'],
    ['text/xml', 'application/octet-stream'],
    ['application/XHTML+xml', 'application/octet-stream'],
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['application/json', 'application/json'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', undefined],
  ])('serves %s as %s', async (mimeType, served = mimeType) => {
    await using world = await openWith({ mimeType, bytes });
    expect((await fetch(world.url)).headers.get('content-type')).toBe(served);
  });

  it('sends the requested part', async () => {
    await using world = await openWith({ bytes });
    const response = await fetch(world.url, { headers: { Range: `bytes=${chunk - 5}-${chunk + 4}` } });
    expect({
      status: response.status,
      range: response.headers.get('content-range'),
      length: response.headers.get('content-length'),
    }).toEqual({
      status: 206,
      range: `bytes ${chunk - 5}-${chunk + 4}/${bytes.length}`,
      length: '10',
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(chunk - 5, chunk + 5))).toBe(true);
  });

  it('sends a part only if the file is unchanged (If-Range)', async () => {
    await using world = await openWith({ bytes });
    const etag = (await fetch(world.url, { method: 'HEAD' })).headers.get('etag') ?? '';
    const statusWith = async (condition: string) =>
      (await fetch(world.url, { headers: { Range: 'bytes=0-9', 'If-Range': condition } })).status;
    expect(await statusWith(etag)).toBe(206);
    expect(await statusWith('"other"')).toBe(200);
  });

  it('answers a Range outside of the file with 416', async () => {
    await using world = await openWith({ bytes });
    const response = await fetch(world.url, { headers: { Range: 'bytes=999999999-' } });
    expect({ status: response.status, range: response.headers.get('content-range'), body: await response.json() }).toMatchObject({
      status: 416,
      range: `bytes */${bytes.length}`,
      body: { error: { code: 'invalid_request' } },
    });
  });

  it('answers HEAD without reading the file', async () => {
    await using world = await openWith({ bytes });
    const response = await fetch(world.url, { method: 'HEAD' });
    expect({ status: response.status, length: response.headers.get('content-length'), text: await response.text() }).toEqual({
      status: 200,
      length: `${bytes.length}`,
      text: '',
    });
    expect(world.blobChunk).not.toHaveBeenCalled();
  });

  const etag = 'its own';
  it.each<[what: string, headers: Record<string, string>, status: number]>([
    ['no Range', {}, 200],
    ['a Range', { Range: 'bytes=5-14' }, 206],
    ['an open Range', { Range: 'bytes=5-' }, 206],
    ['the last bytes', { Range: 'bytes=-7' }, 206],
    ['a Range outside of the file', { Range: 'bytes=999999999-' }, 416],
    ['an invalid Range', { Range: 'lines=1-2' }, 200],
    ['a Range of the unchanged file', { Range: 'bytes=0-9', 'If-Range': etag }, 206],
    ['a Range of a changed file', { Range: 'bytes=0-9', 'If-Range': '"other"' }, 200],
    ['a Range outside of a changed file', { Range: 'bytes=999999999-', 'If-Range': '"other"' }, 200],
  ])('answers HEAD with %s like GET, without the body', async (_what, headers, status) => {
    await using world = await openWith({ bytes });
    const own = (await fetch(world.url, { method: 'HEAD' })).headers.get('etag') ?? '';
    const ask = async (method: string) => {
      const given = headers['If-Range'] === etag ? { ...headers, 'If-Range': own } : headers;
      const response = await fetch(world.url, { method, headers: given });
      const ofThisRequest = ['x-request-id', 'date', 'connection', 'keep-alive'];
      const others = Object.fromEntries([...response.headers].filter(([name]) => !ofThisRequest.includes(name)));
      return { status: response.status, others, length: (await response.arrayBuffer()).byteLength };
    };
    const got = await ask('GET');
    expect([got.status, got.others['content-length']]).toEqual([status, `${got.length}`]);
    expect(await ask('HEAD')).toEqual({ ...got, length: 0 });
  });

  it('answers HEAD while all places are taken', async () => {
    await using world = await openWith({ bytes: Buffer.alloc(200 * chunk) }, 1);
    const reading = await fetch(world.url);
    const ask = (method: string) => fetch(world.url, { method, headers: { Range: 'bytes=0-9' } });
    expect([(await ask('GET')).status, (await ask('HEAD')).status]).toEqual([503, 206]);
    await reading.body?.cancel();
  });

  it('sends an empty file', async () => {
    await using world = await openWith({ bytes: Buffer.alloc(0) });
    const response = await fetch(world.url);
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: '' });
  });

  it('answers every invalid address with the same 404', async () => {
    await using gone = await openWith({ bytes, isVisible: false });
    const answers = [gone.url, `${gone.url}A`, `${gone.server.url}/v1/downloads/x`].map(async (url) => {
      const response = await fetch(url);
      return { status: response.status, text: await response.text() };
    });
    const [first, ...others] = await Promise.all(answers);
    expect(first).toMatchObject({ status: 404, text: expect.stringContaining('"not_found"') });
    for (const other of others) expect(other).toEqual(first);
  });

  it('reads no faster than the client, and stops when the client disconnects', async () => {
    await using world = await openWith({ bytes: Buffer.alloc(200 * chunk) });
    const socket = net.connect(world.server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(`GET ${new URL(world.url).pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await vi.waitFor(() => expect(world.blobChunk).toHaveBeenCalled());
    const inFlight = async () => /requests_in_flight (\d+)/.exec(await (await fetch(`${world.server.url}/metrics`)).text())?.[1];
    expect(await inFlight()).toBe('2');
    socket.destroy();
    await expect.poll(inFlight).toBe('1');
    expect(world.blobChunk.mock.calls.length).toBeLessThan(100);
    expect(world.server.reported).toEqual([]);
  });

  it('refuses more concurrent downloads than allowed', async () => {
    await using world = await openWith({ bytes: Buffer.alloc(200 * chunk) }, 1);
    const first = await fetch(world.url);
    const second = await fetch(world.url);
    expect({ status: second.status, retry: second.headers.get('retry-after') }).toEqual({ status: 503, retry: '1' });
    await first.body?.cancel();
    await expect.poll(async () => (await fetch(world.url, { headers: { Range: 'bytes=0-9' } })).status).toBe(206);
  });

  it('limits one person to a quarter of the places, across all keys, and keeps the rest for others', async () => {
    await using world = await openWith({ bytes: Buffer.alloc(200 * chunk) }, 8);
    const begin = (reader: Parameters<typeof signedToken>[0]) => fetch(`${world.server.url}/v1/downloads/${signedToken(reader)}`);
    const stalled = [await begin({ keyId: 'key_1' }), await begin({ keyId: 'key_2' })];
    expect(stalled.map(({ status }) => status)).toEqual([200, 200]);
    const [third, other] = [await begin({ keyId: 'key_3' }), await begin({ personId: 'person_2' })];
    expect([third.status, other.status]).toEqual([503, 200]);
    for (const { body } of [...stalled, other]) await body?.cancel();
    await expect
      .poll(async () => {
        const { status, body } = await begin({ keyId: 'key_3' });
        await body?.cancel();
        return status;
      })
      .toBe(200);
  });

  it('answers 500 if the store fails before the first byte, and breaks off if it fails later', async () => {
    await using early = await openWith({ bytes, failsAt: 0 });
    expect((await fetch(early.url)).status).toBe(500);
    await using late = await openWith({ bytes, failsAt: 1 });
    await expect(fetch(late.url).then((response) => response.arrayBuffer())).rejects.toThrow('terminated');
    expect([early.server.reported.length, late.server.reported.length]).toEqual([1, 1]);
  });
});
