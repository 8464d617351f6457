import { request } from 'node:https';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, goodPassword, openBrowser, secretOf } from '../console/browser.ts';
import { followChanges, openChanges } from '../console/follow-changes.ts';
import type { Loose } from '../kit/world.ts';
import { listen } from '../mcp/listen.ts';
import { legacyCall, post } from '../mcp/raw.ts';
import { openProxiedGateway, type ProxiedGateway } from './proxied-gateway.ts';
import { proxyKinds } from './proxy.ts';

const ada = { email: 'ada@example.com', name: 'Ada', password: goodPassword };
const mebibyte = 1024 * 1024;
const trusting = { GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1' };

for (const kind of proxyKinds) {
  const name = kind.missing === undefined ? `behind ${kind.name}` : `behind ${kind.name} (skipped: ${kind.missing})`;
  describe.skipIf(kind.missing !== undefined)(name, () => {
    let proxied: ProxiedGateway;
    let browser: Browser;
    let orgId: string;

    beforeAll(async () => {
      proxied = await openProxiedGateway(kind, trusting);
      const link = /https\S+\/app\/set-up#\S+/.exec(proxied.gateway.greeting)?.[0] ?? '';
      expect(link).toContain(`${proxied.url}/app/`);
      browser = openBrowser(proxied.url);
      await browser.ok('set_up', { secret: secretOf(link), organizationName: 'Acme', ...ada });
      orgId = (await browser.ok('my_account')).organizations[0].orgId;
    });
    afterAll(async () => await proxied[Symbol.asyncDispose]());

    async function call(tool: string, input: object = {}): Promise<{ status: number; body: Loose }> {
      const response = await post(`${proxied.url}/v1/tools/${tool}`, proxied.gateway.key, input);
      return { status: response.status, body: await response.json() };
    }

    it('people sign in and out with cookies that only https can set', async () => {
      expect(proxied.gateway.url).toBe(proxied.url);
      const page = await fetch(`${proxied.url}/app`);
      expect([page.status, page.headers.get('content-type'), await page.text()]).toMatchObject([
        200,
        'text/html; charset=utf-8',
        expect.stringContaining('<div id="root">'),
      ]);
      const other = openBrowser(proxied.url);
      const { headers } = await other.post('sign_in', { email: ada.email, password: ada.password });
      expect(headers.getSetCookie()).toContainEqual(expect.stringMatching(/^__Host-gatehouse-session=[\w-]{43};.* HttpOnly;.* Secure$/));
      expect((await other.ok('my_account')).account.email).toBe(ada.email);
      await other.ok('sign_out');
      expect([...other.cookies.keys()]).toEqual(['__Host-gatehouse-browser']);
    });

    it('tools are called over HTTP and MCP', async () => {
      expect((await call('whoami')).body).toMatchObject({ orgId, person: { email: ada.email } });
      const answer = await post(`${proxied.url}/mcp`, proxied.gateway.key, legacyCall('whoami', {}));
      expect(((await answer.json()) as Loose).result.structuredContent).toMatchObject({ orgId });
    });

    it('open streams deliver events immediately, and end when their reader disconnects', async () => {
      const { docId } = (await call('create_doc', { title: 'Watched' })).body;
      const leaving = new AbortController();
      const uri = `gatehouse://docs/${docId}`;
      const listening = await listen(`${proxied.url}/mcp`, proxied.gateway.key, [uri], leaving.signal);
      expect(await listening.next?.()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
      const changes = await followChanges(await openChanges({ url: proxied.url, orgId }, browser, { signal: leaving.signal }));
      expect(await openStreams()).toBe(2);
      await call('append_doc', { docId, text: 'more' });
      expect(await listening.next?.()).toMatchObject({ method: 'notifications/resources/updated', params: { uri } });
      await expect.poll(() => changes.tools).toContain('append_doc');
      const ended = expect(changes.ended).rejects.toThrow(/abort/);
      leaving.abort();
      await ended;
      await expect.poll(openStreams).toBe(0);
    });

    /** Reads the number of open streams from the gateway's own metrics. */
    async function openStreams(): Promise<number> {
      const text = await (await fetch(`${proxied.direct}/metrics`)).text();
      return Number(/^gatehouse_http_streams_open\S* (\d+)$/m.exec(text)?.[1]);
    }

    it('files of 25 MiB are uploaded and downloaded, in parts too, and larger ones are refused by the gateway itself (D17)', async () => {
      const write = (size: number) => call('write_file', { name: `${size}.bin`, contentBase64: Buffer.alloc(size, 7).toString('base64') });
      const written = await write(25 * mebibyte);
      expect(written).toMatchObject({ status: 200, body: { sizeBytes: 25 * mebibyte } });
      const refused = async (size: number) => {
        const { status, body } = await write(size);
        return { status, ...body.error };
      };
      // A caller that is still sending when the answer comes may lose the connection before reading it, so it asks again.
      for (const size of [30, 60])
        await expect
          .poll(() => refused(size * mebibyte))
          .toMatchObject({ status: 400, reason: 'too_large', message: expect.stringContaining('37748736 bytes') });
      const { downloadUrl } = (await call('read_file', { fileId: written.body.id })).body;
      expect(downloadUrl).toContain(`${proxied.url}/v1/downloads/`);
      const part = await fetch(downloadUrl, { headers: { Range: 'bytes=5-14' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-14/${25 * mebibyte}`]);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.alloc(10, 7));
      expect((await (await fetch(downloadUrl)).arrayBuffer()).byteLength).toBe(25 * mebibyte);
    });

    it('/metrics is not accessible', async () => {
      const { status, headers } = await fetch(`${proxied.url}/metrics`);
      expect([status, headers.get('content-type')]).toEqual([403, 'application/json']);
    });

    // Elsewhere loopback has one address only.
    it.skipIf(process.platform !== 'linux')("wrong passwords count for the client's own address (D41)", async () => {
      const email = 'nobody@example.com';
      const wrong = (localAddress: string) => tryPassword(proxied.url, email, localAddress);
      for (let time = 0; time < 10; time++) expect(await wrong('127.0.0.2')).toBe('wrong_password');
      expect(await wrong('127.0.0.2')).toBe('too_many_tries');
      expect(await wrong('127.0.0.3')).toBe('wrong_password');
    });
  });
}

describe('behind a proxy that GATEHOUSE_TRUSTED_PROXIES does not name', () => {
  it('prints once on stderr which setting to change', async () => {
    const [kind] = proxyKinds;
    await using proxied = await openProxiedGateway(kind as (typeof proxyKinds)[number]);
    for (let time = 0; time < 3; time++) expect((await fetch(`${proxied.url}/healthz`)).status).toBe(200);
    const { stderr } = await proxied.gateway.stop();
    expect(stderr.match(/set GATEHOUSE_TRUSTED_PROXIES=127\.0\.0\.1"/g)).toHaveLength(1);
  });

  it('prints nothing if the proxy is named', async () => {
    const [kind] = proxyKinds;
    await using proxied = await openProxiedGateway(kind as (typeof proxyKinds)[number], trusting);
    expect((await fetch(`${proxied.url}/healthz`)).status).toBe(200);
    expect((await proxied.gateway.stop()).stderr).toBe('');
  });
});

/** Tries a wrong password from an own address. Returns the reason or code of the refusal. */
async function tryPassword(url: string, email: string, localAddress: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
  const sent = request({ hostname, port, family: 4, localAddress, path: '/app/api/tools/sign_in', method: 'POST', headers, agent: false });
  const { promise, resolve, reject } = Promise.withResolvers<Loose>();
  sent.on('response', (answer) => resolve(json(answer)));
  sent.on('error', reject);
  sent.end(JSON.stringify({ email, password: 'not the right one' }));
  const { error } = await promise;
  return error.reason ?? error.code;
}
