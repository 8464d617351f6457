import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../test-server.ts';

const page = '<!doctype html><title>Try it</title>';

describe('the documentation', () => {
  let folder: string;
  let server: TestServer;
  let builds = 0;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-docs-'));
    for (const name of ['start', 'api', 'assets', 'pictures']) mkdirSync(path.join(folder, name));
    const texts = {
      'index.html': 'contents',
      'llms.txt': '# Gatehouse',
      'start/try-it.html': page,
      'start/try-it.md': '# Try it',
      'api/index.html': 'tools',
      'assets/main-1.js': 'run()',
    };
    for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(folder, `${name}.gz`), gzipSync(text));
    writeFileSync(path.join(folder, 'pictures/home.png'), 'picture');
    const buildDocs = async () => {
      builds += 1;
      return folder;
    };
    server = await openTestServer({ entrance: { buildDocs } });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  /** Requests the body as stored, without decoding it. */
  const get = (address: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${address}`, { redirect: 'manual', headers: { 'Accept-Encoding': 'identity', ...headers } });

  it('is built once, for the first reader', async () => {
    expect(builds).toBe(0);
    await Promise.all([get('/docs'), get('/llms.txt'), get('/docs/none')]);
    expect(builds).toBe(1);
  });

  it.each([
    ['/docs', 'text/html; charset=utf-8', 'contents'],
    ['/docs/', 'text/html; charset=utf-8', 'contents'],
    ['/docs/start/try-it', 'text/html; charset=utf-8', page],
    ['/docs/start/try-it.md', 'text/markdown; charset=utf-8', '# Try it'],
    ['/docs/api', 'text/html; charset=utf-8', 'tools'],
    ['/docs/pictures/home.png', 'image/png', 'picture'],
    ['/docs/llms.txt', 'text/plain; charset=utf-8', '# Gatehouse'],
    ['/llms.txt', 'text/plain; charset=utf-8', '# Gatehouse'],
  ])('has %s for everyone', async (address, type, text) => {
    const answer = await get(address);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, type, text]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('lets a page load its own files and nothing else', async () => {
    const answer = await get('/docs/start/try-it');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it.each([
    ['gzip', 'gzip, deflate, br'],
    ['gzip', 'br;q=1, gzip;q=0.5'],
    [null, 'gzip;q=0'],
    [null, 'gzip;q=0.0, br'],
    [null, 'identity'],
  ])('sends the bytes compressed during the build: %s for "%s"', async (encoding, accepted) => {
    const answer = await get('/docs/start/try-it', { 'Accept-Encoding': accepted });
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([encoding, 'Accept-Encoding']);
    expect(await answer.text()).toBe(page);
  });

  it('lets a browser cache files with a hash in their name, and revalidate pages', async () => {
    expect((await get('/docs/assets/main-1.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const answer = await get('/docs/start/try-it');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const tag = answer.headers.get('etag') as string;
    const again = await get('/docs/start/try-it', { 'If-None-Match': `"other", ${tag}` });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
    expect((await get('/docs/start/try-it', { 'If-None-Match': 'W/"other"' })).status).toBe(200);
  });

  it.each(['/docs/none', '/docs/start', '/docs/start/try-it.md.gz', '/docs/..%2F..%2Fetc%2Fpasswd'])(
    'has nothing at %s',
    async (address) => {
      const answer = await get(address);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found', message: expect.stringContaining('/llms.txt') } });
    },
  );

  it('accepts no other method', async () => {
    for (const address of ['/docs', '/docs/start/try-it', '/llms.txt']) {
      const posted = await fetch(`${server.url}${address}`, { method: 'POST' });
      expect([posted.status, posted.headers.get('allow')]).toEqual([404, 'GET, HEAD']);
    }
  });
});

it('answers 503 with an explanation if the documentation cannot be built, and does not try again', async () => {
  let builds = 0;
  const buildDocs = async () => {
    builds += 1;
    throw new Error('no room');
  };
  await using server = await openTestServer({ entrance: { buildDocs } });
  for (const address of ['/docs', '/docs/start/try-it', '/llms.txt']) {
    const answer = await fetch(`${server.url}${address}`);
    expect([answer.status, await answer.text()]).toEqual([
      503,
      'The documentation could not be built. The gateway wrote the reason to stderr.\n',
    ]);
  }
  expect(builds).toBe(1);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

it('answers 404 on a server without documentation', async () => {
  await using server = await openTestServer();
  expect((await fetch(`${server.url}/docs`)).status).toBe(404);
});
