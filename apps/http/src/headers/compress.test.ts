import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { goodKey, openTestServer, type TestServer } from '../test-server.ts';

const large = { text: 'A document of a size that is worth it. '.repeat(300) };

interface Received {
  encoding: string | undefined;
  vary: string | undefined;
  length: number;
  bytes: Buffer;
}

/** Sends a request, and returns the body as sent, without decoding it. */
function ask(
  server: TestServer,
  accepted: string | undefined,
  { path = '/v1/tools/search', body = large, method = 'POST', passedOn = true } = {},
) {
  const proxy = passedOn && { 'X-Forwarded-For': '203.0.113.9' };
  const headers = { Authorization: `Bearer ${goodKey}`, ...proxy, ...(accepted !== undefined && { 'Accept-Encoding': accepted }) };
  return new Promise<Received>((resolve, reject) => {
    const sent = request({ port: server.port, method, path, headers: { ...headers, 'Content-Type': 'application/json' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const { 'content-encoding': encoding, 'content-length': length, vary } = answer.headers;
        resolve({ encoding, vary, length: Number(length), bytes: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? JSON.stringify(body) : undefined);
  });
}

describe('large answers (D8)', () => {
  it.each([
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['zstd;q=0, br;q=0.0, GZIP;q=0.1', 'gzip', gunzipSync],
  ])('are compressed for clients that accept %s', async (accepted, encoding, decompress) => {
    await using server = await openTestServer();
    const received = await ask(server, accepted);
    expect(JSON.parse(decompress(received.bytes).toString())).toEqual(large);
    expect([received.encoding, received.length]).toEqual([encoding, received.bytes.length]);
    expect(received.vary).toContain('Accept-Encoding');
    expect(received.bytes.length).toBeLessThan(1000);
  });

  it.each([undefined, 'identity', 'gzip;q=0', 'deflate'])('are not compressed for clients that accept %s', async (accepted) => {
    await using server = await openTestServer();
    const { encoding, vary, bytes } = await ask(server, accepted);
    expect([encoding, JSON.parse(bytes.toString())]).toEqual([undefined, large]);
    expect(vary).toContain('Accept-Encoding');
  });

  it('are compressed, but small ones are not', async () => {
    await using server = await openTestServer();
    expect((await ask(server, 'gzip', { body: { text: 'a'.repeat(8100) } })).encoding).toBeUndefined();
    expect((await ask(server, 'gzip', { body: { text: 'a'.repeat(8200) } })).encoding).toBe('gzip');
  });

  it('are not compressed for a client on this machine, but are for one behind a proxy on it (D8.3)', async () => {
    await using server = await openTestServer();
    for (const path of ['/v1/tools/search', '/v1/openapi.json']) {
      const method = path === '/v1/openapi.json' ? 'GET' : 'POST';
      const local = await ask(server, 'gzip', { path, method, passedOn: false });
      expect([path, local.encoding, local.vary]).toEqual([path, undefined, 'Accept-Encoding, Origin']);
      expect([path, (await ask(server, 'gzip', { path, method })).encoding]).toEqual([path, 'gzip']);
    }
  });

  it('are not compressed if a service made them, because they may contain a secret next to text by others', async () => {
    await using server = await openTestServer();
    for (const tool of ['execute_service_tool', 'execute_service_read_tool'])
      expect([tool, (await ask(server, 'gzip', { path: `/v1/tools/${tool}` })).encoding]).toEqual([tool, undefined]);
  });

  it('are compressed once per encoding if they are the same for many callers', async () => {
    await using server = await openTestServer();
    const openApi = { path: '/v1/openapi.json', method: 'GET' };
    const [plain, first, second] = [
      await ask(server, undefined, openApi),
      await ask(server, 'br', openApi),
      await ask(server, 'br', openApi),
    ];
    expect(brotliDecompressSync(first.bytes)).toEqual(plain.bytes);
    expect(second.bytes).toEqual(first.bytes);
    expect(first.length * 5).toBeLessThan(plain.length);
  });
});
