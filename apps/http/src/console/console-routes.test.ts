import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../test-server.ts';

const script = 'export const answer = 42;'.repeat(20);

describe('the workspace application (D52)', () => {
  let folder: string;
  let server: TestServer;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-console-'));
    const assets = path.join(folder, 'assets');
    mkdirSync(assets);
    writeFileSync(path.join(folder, 'index.html'), '<meta nonce="{{nonce}}"><script src="/app/assets/main-1.js"></script>');
    writeFileSync(path.join(assets, 'main-1.js'), script);
    writeFileSync(path.join(assets, 'main-1.js.br'), brotliCompressSync(script));
    writeFileSync(path.join(assets, 'main-1.js.gz'), gzipSync(script));
    writeFileSync(path.join(assets, 'letters-1.woff2'), 'letters');
    server = await openTestServer({ entrance: { consoleFolder: Promise.resolve(folder) } });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  /** Requests the body as stored, without decoding it. */
  const get = (address: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${address}`, { redirect: 'manual', headers: { 'Accept-Encoding': 'identity', ...headers } });

  it.each(['/app', '/app/', '/app/org_1/agents', '/app/set-up'])(
    'has its page at %s, with its own nonce and without caching',
    async (address) => {
      const [one, other] = [await get(address), await get(address)];
      expect(one.status).toBe(200);
      expect(one.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(one.headers.get('cache-control')).toBe('no-store');
      const nonce = /nonce="([\w-]{24})"/.exec(await one.text())?.[1];
      expect(one.headers.get('content-security-policy')).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; media-src 'self' blob:; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types default dompurify`,
      );
      expect(await other.text()).not.toContain(nonce);
    },
  );

  it.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['gzip', 'gzip, br;q=0'],
    [null, 'identity'],
    [null, 'zstd'],
  ])('sends files compressed at build time: %s for "%s"', async (encoding, accepted) => {
    const answer = await get('/app/assets/main-1.js', { 'Accept-Encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(await answer.text()).toBe(script);
    expect(
      Object.fromEntries(
        ['cache-control', 'content-type', 'vary', 'x-content-type-options'].map((name) => [name, answer.headers.get(name)]),
      ),
    ).toEqual({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
  });

  it('sends fonts as they are', async () => {
    const answer = await get('/app/assets/letters-1.woff2', { 'Accept-Encoding': 'br' });
    expect([answer.headers.get('content-type'), answer.headers.get('content-encoding'), await answer.text()]).toEqual([
      'font/woff2',
      null,
      'letters',
    ]);
  });

  it.each(['/app/assets/none.js', '/app/assets/main-1.js.br', '/app/assets/..%2Findex.html', '/app/api/tools/whoami'])(
    'has nothing at %s',
    async (address) => {
      const answer = await get(address);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
    },
  );

  it('accepts no other method, and answers HEAD like GET without the page', async () => {
    const posted = await fetch(`${server.url}/app/agents`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([404, 'GET, HEAD']);
    const head = await fetch(`${server.url}/app/agents`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'text/html; charset=utf-8', '']);
  });

  it('is where the root redirects browsers, but not programs', async () => {
    const browser = await get('/', { Accept: 'text/html,application/xhtml+xml' });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/app']);
    expect((await get('/', { Accept: '*/*' })).status).toBe(404);
  });
});

describe('the workspace application, before it is built', () => {
  it('is waited for during the build', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-console-'));
    mkdirSync(path.join(folder, 'assets'));
    writeFileSync(path.join(folder, 'index.html'), 'built');
    const building = Promise.withResolvers<string>();
    await using server = await openTestServer({ entrance: { consoleFolder: building.promise } });
    const answer = fetch(`${server.url}/app`);
    // A second answer shows that the first request has arrived.
    await fetch(`${server.url}/healthz`);
    building.resolve(folder);
    expect(await (await answer).text()).toBe('built');
    rmSync(folder, { recursive: true });
  });

  it('is answered 503 with a sentence when it could not be built', async () => {
    await using server = await openTestServer({ entrance: { consoleFolder: Promise.reject(new Error('no bundler')) } });
    const answer = await fetch(`${server.url}/app/agents`);
    expect([answer.status, await answer.text()]).toEqual([
      503,
      'The workspace application could not be built when this gateway started; the gateway wrote the reason to stderr.\n',
    ]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('is not found on a server without it', async () => {
    await using server = await openTestServer();
    expect((await fetch(`${server.url}/app`)).status).toBe(404);
    expect((await fetch(`${server.url}/`, { headers: { Accept: 'text/html' } })).status).toBe(404);
  });
});
