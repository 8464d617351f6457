import { mintAccessToken } from '@gatehouse/core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Browser, openBrowser } from '../console/browser.ts';
import type { PeopleWorld } from '../console/people-world.ts';
import { forEachEngine } from '../kit/engines.ts';
import { beginConsent, callMcp, consent, openClient, redirectUri, visit } from './sign-in.ts';
import { openSignInWorld } from './sign-in-world.ts';

const documentUrl = 'https://client.test/client.json';

/** Malicious requests, and harmless variations by clients (D46). */
forEachEngine((engine) => {
  let world: PeopleWorld;
  let browser: Browser;
  const documents = new Map<string, () => { status?: number; type?: string; body: unknown }>();
  const asked: string[] = [];
  const getDocument = async (address: string) => {
    asked.push(address);
    const { status = 200, type = 'application/json', body } = documents.get(address)?.() ?? { status: 404, body: '' };
    const headers = new Headers({ 'content-type': type });
    return { status, headers, text: async () => (typeof body === 'string' ? body : JSON.stringify(body)) };
  };

  beforeAll(async () => {
    world = await openSignInWorld({ engine, getDocument });
    browser = world.ownerBrowser;
  });
  afterAll(async () => {
    expect(world.faults).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  /** A client with a code that it has not used. */
  async function withCode(more: Record<string, string | undefined> = {}, access: 'read' | 'write' = 'write') {
    world.clock.now += 3_600_001;
    const client = openClient(world.url);
    const clientId: string = (await client.register()).body.client_id;
    const back = await consent(browser, client.authorization(clientId, more), { orgId: world.orgId, access });
    return { client, clientId, code: back.searchParams.get('code') as string };
  }

  async function withTokens() {
    const { client, clientId, code } = await withCode();
    const { body } = await client.exchange(clientId, code);
    return { client, clientId, code, accessToken: body.access_token as string, refreshToken: body.refresh_token as string };
  }

  /** Refusal of an authorization request: sent back to the client, or shown here if it must not be sent back. */
  async function refusedRequest(more: Record<string, string | undefined>, metadata: object = {}) {
    world.clock.now += 3_600_001;
    const client = openClient(world.url);
    const clientId: string = (await client.register(metadata)).body.client_id;
    const step = await visit(openBrowser(world.url), client.authorization(clientId, more));
    if (step.location === null) return { status: step.status };
    const back = new URL(step.location);
    const answer = new URLSearchParams(back.search || back.hash.slice(1));
    return { to: `${back.origin}${back.pathname}`, error: answer.get('error'), iss: answer.get('iss') };
  }

  describe('a registration', () => {
    it.each([
      ['http off this machine', ['http://evil.test/callback']],
      ['a script', ['javascript:alert(1)']],
      ['data', ['data:text/html,x']],
      ['a file', ['file:///etc/passwd']],
      ['a fragment', ['https://client.test/callback#x']],
      ['a user name', ['https://somebody@client.test/callback']],
      ['a host that only looks like this machine', ['http://localhost.evil.test/callback']],
      ['no redirect', []],
      ['a redirect that is none', ['callback']],
      ['eleven redirects', Array.from({ length: 11 }, (_, number) => `https://client.test/${number}`)],
      ['one bad among good', ['https://client.test/callback', 'http://evil.test']],
      ['another page of the browser', ['view-source:https://client.test']],
      ['the settings of the browser', ['chrome://settings']],
      ['a file system of another page', ['filesystem:http://client.test/x']],
      ['a mail', ['mailto:somebody@client.test']],
      ['a call', ['tel:112']],
      ['a program of the system', ['ms-msdt:/id']],
      ['what a program would take for its arguments', ['client://x" --evil']],
      ['letters that look like others', ['https://сlaude.ai/callback']],
      ['a scheme alone', ['client:callback']],
    ])('with %s is refused', async (_, uris) => {
      const { status, body } = await openClient(world.url).register({ redirect_uris: uris });
      expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
    });

    it.each([
      ['is not seen', '\u3164\u115f\u2800\u200b', 'Client of localhost:8787'],
      ['turns what stands behind it', 'Claude\u202eedualC', 'Claude edualC'],
      ['stacks marks', `a${'\u0301'.repeat(50)}b`, 'a\u0301\u0301\u0301\u0301b'],
      ['is long', '🦊'.repeat(100), '🦊'.repeat(76)],
      ['is a page', '<b>x</b>\n\n<p>', '<b>x</b> <p>'],
    ])('with a name that %s shows only the readable part of it', async (_, given, kept) => {
      world.clock.now += 3_600_001;
      expect((await openClient(world.url).register({ client_name: given })).body.client_name).toBe(kept);
    });

    it('is refused if it is large or not a JSON object', async () => {
      expect((await openClient(world.url).register({ client_name: 'x'.repeat(20_000) })).status).toBe(400);
      for (const body of ['[]', '"x"', '{', 'null']) {
        const response = await fetch(`${world.url}/oauth/reg`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
        expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }]);
      }
    });

    it("creates a public client with the code flow, for any requested options, with Cursor's three redirects", async () => {
      const uris = [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ];
      const wanted = {
        redirect_uris: uris,
        application_type: 'web',
        grant_types: ['client_credentials'],
        token_endpoint_auth_method: 'client_secret_basic',
      };
      const { status, body } = await openClient(world.url).register({ ...wanted, client_id: 'mine', response_types: ['token'] });
      expect([status, body]).toMatchObject([
        201,
        {
          redirect_uris: uris,
          grant_types: ['authorization_code', 'refresh_token'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        },
      ]);
      expect(body.client_id).toMatch(/^client_/);
      expect(body).not.toHaveProperty('client_secret');
      expect(body).not.toHaveProperty('registration_client_uri');
    });
  });

  describe('an authorization request', () => {
    it.each([
      ['another address', { redirect_uri: 'https://evil.test/callback' }],
      ['a path behind the registered one', { redirect_uri: `${redirectUri}/../evil` }],
      ['a query behind the registered one', { redirect_uri: `${redirectUri}?x=1` }],
      ['no address', { redirect_uri: undefined }],
    ])('with %s as the redirect is answered here, and redirects nobody', async (_, more) => {
      expect(await refusedRequest(more)).toEqual({ status: 400 });
    });

    it('may name another port of this machine, but no other host', async () => {
      const client = openClient(world.url);
      world.clock.now += 3_600_001;
      const { client_id: clientId } = (await client.register()).body;
      await beginConsent(openBrowser(world.url), client.authorization(clientId, { redirect_uri: 'http://localhost:5555/callback' }));
      expect(
        (await visit(openBrowser(world.url), client.authorization(clientId, { redirect_uri: 'http://127.0.0.2:8787/callback' }))).status,
      ).toBe(400);
    });

    it.each([
      ['for another resource', { resource: 'https://evil.test/mcp' }, 'invalid_target'],
      ['without a challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
      ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
      ['that must not ask anybody', { prompt: 'none' }, 'consent_required'],
      ['with a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
    ])('%s is refused with a redirect to the client, with the issuer', async (_, more, error) => {
      expect(await refusedRequest(more)).toEqual({ to: redirectUri, error, iss: `${world.url}/oauth` });
    });

    it.each([
      ['an address anywhere', 'https://evil.test/callback'],
      ['a program', 'evil://callback'],
    ])('without an answer redirects no browser to %s', async (_, uri) => {
      for (const more of [
        { response_type: 'token' },
        { prompt: 'none' },
        { resource: 'https://evil.test/mcp' },
        { code_challenge_method: 'plain' },
        { response_mode: 'fragment', prompt: 'none' },
        { response_mode: 'form_post', prompt: 'none' },
      ])
        expect(await refusedRequest({ redirect_uri: uri, ...more }, { redirect_uris: [uri] })).toEqual({ status: 400 });
      world.clock.now += 3_600_001;
      const client = openClient(world.url);
      const { client_id: clientId } = (await client.register({ redirect_uris: [uri] })).body;
      const refuse = (who: Browser, requestId: string) => who.ok('refuse_client', { requestId });
      const request = client.authorization(clientId, { redirect_uri: uri });
      // A person who has seen the destination of the answer is sent there.
      expect((await consent(browser, request, { orgId: world.orgId, answer: refuse })).href.split('?')[0]).toBe(uri);
    });

    it('is answered in the query, for any requested mode', async () => {
      for (const mode of ['form_post', 'fragment', 'jwt']) {
        const { client, clientId, code } = await withCode({ response_mode: mode });
        expect((await client.exchange(clientId, code)).status).toBe(200);
      }
    });

    it('with a repeated parameter, or with too much data, is refused', async () => {
      world.clock.now += 3_600_001;
      const client = openClient(world.url);
      const { client_id: clientId } = (await client.register()).body;
      for (const [name, value] of [
        ['redirect_uri', 'https://evil.test/callback'],
        ['client_id', 'client_evil'],
        ['state', 'x'.repeat(6000)],
      ] as const) {
        const address = client.authorization(clientId);
        address.searchParams.append(name, value);
        const { status, location } = await visit(openBrowser(world.url), address);
        expect([name, status, location]).toEqual([name, 400, null]);
      }
      const { error } = await refusedRequest({ resource: `${world.url}/mcp&resource=https://evil.test/mcp` });
      expect(error).toBe('invalid_target');
    });

    it('is answered with an error here if the client is unknown', async () => {
      const client = openClient(world.url);
      for (const id of ['client_unknown', '', 'https://client.test/absent.json'])
        expect((await visit(openBrowser(world.url), client.authorization(id))).status).toBeGreaterThanOrEqual(400);
    });

    it.each([
      ['no resource', { resource: undefined }],
      ['a slash behind the resource', {}],
      ['scopes of others', { scope: 'openid profile mcp' }],
      ['offline_access', { scope: 'offline_access read' }],
      ['a prompt', { prompt: 'login consent' }],
    ])('with %s has the same result as without', async (habit, more) => {
      const resource = habit.startsWith('a slash') ? { resource: `${world.url}/mcp/` } : {};
      const { client, clientId, code } = await withCode({ ...more, ...resource }, habit === 'offline_access' ? 'read' : 'write');
      const { status, body } = await client.exchange(clientId, code);
      expect(status).toBe(200);
      expect((await callMcp(world.url, body.access_token)).status).toBe(200);
      expect((await client.refresh(clientId, body.refresh_token)).status).toBe(200);
    });
  });

  describe('a consent', () => {
    it('has no effect in a browser of another account', async () => {
      const bob = await world.join(`bob-${engine.name.toLowerCase()}@acme.test`, 'member');
      const client = openClient(world.url);
      world.clock.now += 60_000;
      const { client_id: clientId } = (await client.register()).body;
      // Bob begins a sign-in, and tricks the owner into answering on its page.
      const requestId = await beginConsent(bob, client.authorization(clientId));
      const { continueAt } = await browser.ok('allow_client', { requestId, access: 'write' }, world.orgId);
      const owners = await visit(browser, continueAt);
      expect([owners.status, owners.location]).toEqual([400, null]);
      const back = await visit(bob, continueAt);
      expect(back.location).toContain('/app/allow/');
      expect(back.location).not.toContain('code=');
    });

    it('is reported to the client if it was refused', async () => {
      const client = openClient(world.url);
      world.clock.now += 60_000;
      const { client_id: clientId } = (await client.register()).body;
      const answer = (who: Browser, requestId: string) => who.ok('refuse_client', { requestId });
      const back = await consent(browser, client.authorization(clientId), { orgId: world.orgId, answer });
      expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'a state', iss: `${world.url}/oauth` });
    });

    it('grants no more than the client requests', async () => {
      world.clock.now += 3_600_001;
      const client = openClient(world.url);
      const { client_id: clientId } = (await client.register()).body;
      const requestId = await beginConsent(browser, client.authorization(clientId, { scope: 'read' }));
      expect(await browser.refused('allow_client', { requestId, access: 'write' }, world.orgId)).toBe('invalid_request/invalid_argument');
      await browser.ok('allow_client', { requestId, access: 'read' }, world.orgId);
    });

    it('is requested every time', async () => {
      const { client, clientId } = await withTokens();
      await beginConsent(browser, client.authorization(clientId));
    });
  });

  describe('a code', () => {
    it.each([
      ['without a verifier', { code_verifier: '' }, 'invalid_grant'],
      ['with another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
      ['for another resource', { resource: 'https://evil.test/mcp' }, 'invalid_target'],
      ['with another address', { redirect_uri: 'http://localhost:8788/callback' }, 'invalid_grant'],
    ])('%s is refused', async (_, more, error) => {
      const { client, clientId, code } = await withCode();
      expect((await client.exchange(clientId, code, more)).body.error).toBe(error);
    });

    it('is refused if another client uses it', async () => {
      const { client, code } = await withCode();
      const { client_id: other } = (await client.register()).body;
      expect((await client.exchange(other, code)).body.error).toBe('invalid_grant');
    });

    it('ends its grant if it is used twice', async () => {
      const { client, clientId, code, accessToken, refreshToken } = await withTokens();
      expect((await callMcp(world.url, accessToken)).status).toBe(200);
      expect((await client.exchange(clientId, code)).body.error).toBe('invalid_grant');
      expect((await callMcp(world.url, accessToken)).status).toBe(401);
      expect((await client.refresh(clientId, refreshToken)).body.error).toBe('invalid_grant');
    });

    it('gives tokens at most once if it is used twice concurrently', async () => {
      const { client, clientId, code } = await withCode();
      const answers = await Promise.all([1, 2, 3].map(() => client.exchange(clientId, code)));
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    });
  });

  describe('a token', () => {
    it('opens only /mcp, although a key opens /v1 too', async () => {
      const { accessToken } = await withTokens();
      const { key } = await world.createKey(world.owner, 'read');
      for (const bearer of [accessToken, key]) {
        const isKey = bearer === key;
        expect((await callMcp(world.url, bearer)).status).toBe(200);
        const keyed = await callMcp(world.url, bearer, 'whoami', {}, '/mcp/key');
        expect([keyed.status, keyed.challenge]).toEqual(isKey ? [200, null] : [401, 'Bearer']);
        const http = await fetch(`${world.url}/v1/tools/whoami`, { method: 'POST', headers: { Authorization: `Bearer ${bearer}` } });
        expect([http.status, http.headers.get('www-authenticate')]).toEqual(isKey ? [200, null] : [401, 'Bearer']);
      }
    });

    it('is renewed only for its own client, which must be known', async () => {
      const { client, clientId, accessToken, refreshToken } = await withTokens();
      const { client_id: other } = (await client.register()).body;
      expect((await client.refresh(other, refreshToken)).body.error).toBe('invalid_grant');
      const unknown = await client.refresh('client_unknown', refreshToken);
      expect([unknown.status, unknown.body.error]).toEqual([401, 'invalid_client']);
      // Answered alike whether it took anything back (RFC 7009, 2.2): nothing of the grant has ended.
      for (const token of [refreshToken, accessToken]) expect((await client.revoke(other, token)).status).toBe(200);
      expect((await callMcp(world.url, accessToken)).status).toBe(200);
      expect((await client.refresh(clientId, refreshToken)).status).toBe(200);
    });

    it('is not renewed for more access, or for another resource', async () => {
      const { client, clientId, code } = await withCode({}, 'read');
      const { body } = await client.exchange(clientId, code);
      let refreshToken: string = body.refresh_token;
      for (const scope of ['read write offline_access', 'write', 'offline_access', 'admin', '']) {
        const renewed = await client.refresh(clientId, refreshToken, { scope });
        expect([renewed.status, renewed.body.scope]).toEqual([200, 'read']);
        const refused = await callMcp(world.url, renewed.body.access_token, 'create_doc', { title: 'A' });
        expect(refused.result._meta['gatehouse/error'].code).toBe('forbidden');
        refreshToken = renewed.body.refresh_token;
      }
      expect((await client.refresh(clientId, refreshToken, { resource: 'https://evil.test/mcp' })).body.error).toBe('invalid_target');
    });

    it('is renewed a limited number of times, and later again with the same token', async () => {
      const { client, clientId, refreshToken } = await withTokens();
      let last = refreshToken;
      let answer = await client.refresh(clientId, last);
      let count = 0;
      for (; answer.status === 200 && count < 100; count++) {
        last = answer.body.refresh_token;
        answer = await client.refresh(clientId, last);
      }
      expect([count, answer.body.error]).toEqual([60, 'temporarily_unavailable']);
      world.clock.now += 10 * 60_000;
      expect((await client.refresh(clientId, last)).status).toBe(200);
    });

    it('ends with its person immediately, and is not renewed', async () => {
      const email = `eve-${engine.name.toLowerCase()}@acme.test`;
      const eve = await world.join(email, 'member');
      world.clock.now += 3_600_001;
      const client = openClient(world.url);
      const clientId: string = (await client.register()).body.client_id;
      const back = await consent(eve, client.authorization(clientId), { orgId: world.orgId });
      const { body } = await client.exchange(clientId, back.searchParams.get('code') as string);
      expect((await callMcp(world.url, body.access_token)).status).toBe(200);
      await browser.ok('remove_person', { email }, world.orgId);
      expect((await callMcp(world.url, body.access_token)).status).toBe(401);
      expect((await client.refresh(clientId, body.refresh_token)).body.error).toBe('invalid_grant');
    });
  });

  describe('a client metadata document', () => {
    const good = { client_id: documentUrl, client_name: 'Described', redirect_uris: [redirectUri] };
    const start = async (id: string) => await visit(openBrowser(world.url), openClient(world.url).authorization(id));

    it('is enough to sign in, and is fetched once', async () => {
      documents.set(documentUrl, () => ({ body: good }));
      const client = openClient(world.url);
      const requestId = await beginConsent(browser, client.authorization(documentUrl));
      expect(await browser.ok('read_client_request', { requestId })).toMatchObject({ clientName: 'Described', clientHost: 'client.test' });
      const back = await consent(browser, client.authorization(documentUrl), { orgId: world.orgId, access: 'read' });
      const { status, body } = await client.exchange(documentUrl, back.searchParams.get('code') as string);
      expect([status, body.scope]).toEqual([200, 'read']);
      expect(asked.filter((address) => address === documentUrl)).toHaveLength(1);
    });

    it.each([
      ['redirects', { status: 302, body: '' }],
      ['does not exist', { status: 404, body: '' }],
      ['is not JSON', { type: 'text/html', body: '<p>x' }],
      ['is broken JSON', { body: '{"client_id":' }],
      ['is a list', { body: [] }],
      ['is of another client', { body: { ...good, client_id: 'https://other.test/client.json' } }],
      ['has a secret', { body: { ...good, client_secret: 'x' } }],
      ['goes back off this machine without https', { body: { ...good, redirect_uris: ['http://evil.test/callback'] } }],
    ])('that %s is refused', async (name, document) => {
      const id = `https://client.test/${encodeURIComponent(name)}.json`;
      const body =
        typeof document.body === 'object' && 'client_id' in document.body && document.body.client_id === documentUrl
          ? { ...document.body, client_id: id }
          : document.body;
      documents.set(id, () => ({ ...document, body }));
      const { status, location } = await start(id);
      expect([status >= 400 && status < 500, location]).toEqual([true, null]);
    });

    it('is refused if it cannot be fetched, and only the diagnosis shows how to go on', async () => {
      world.clock.now += 3_600_001;
      documents.set(documentUrl.replace('client.json', 'large.json'), () => {
        throw new Error('the answer is larger than 5120 bytes');
      });
      const { status, location, text } = await start(documentUrl.replace('client.json', 'large.json'));
      expect([status, location]).toEqual([400, null]);
      expect(text).not.toContain('5120');
      expect(text).toContain('this gateway cannot read the description of the client from client.test');
      await expect
        .poll(async () => (await world.operate('list_all_connect_attempts')).attempts[0])
        .toMatchObject({
          state: 'stopped',
          step: 'authorization',
          clientId: documentUrl.replace('client.json', 'large.json'),
          change: expect.stringMatching(/client\.test: .*GATEHOUSE_OAUTH=registration/),
        });
    });

    it('keeps tokens valid while it is unavailable, and ends them when it is withdrawn', async () => {
      let isThere = true;
      const id = `https://client.test/${engine.name}-away.json`;
      documents.set(id, () => {
        if (!isThere) throw new Error('the name cannot be looked up');
        return { body: { ...good, client_id: id } };
      });
      const forget = () => {
        // Moves past the minimum time for which a document is cached.
        vi.setSystemTime(Date.now() + 61_000);
      };
      vi.useFakeTimers({ toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      const client = openClient(world.url);
      const back = await consent(browser, client.authorization(id), { orgId: world.orgId });
      const { body } = await client.exchange(id, back.searchParams.get('code') as string);
      forget();
      isThere = false;
      const renewed = await client.refresh(id, body.refresh_token);
      expect([renewed.status, (await callMcp(world.url, renewed.body.access_token)).status]).toEqual([200, 200]);
      forget();
      expect((await start(id)).status).toBe(400);
      documents.set(id, () => ({ status: 404, body: '' }));
      expect((await client.refresh(id, renewed.body.refresh_token)).body.error).toBe('invalid_client');
    });

    it('is fetched only under https, and never with a user name', async () => {
      asked.length = 0;
      for (const id of [
        'http://client.test/x.json',
        'https://somebody@client.test/x.json',
        'https://client.test/../x.json',
        'https://client.test/x.json#y',
      ])
        expect((await start(id)).location).toBeNull();
      expect(asked).toEqual([]);
    });
  });

  describe('mixed-up issuers', () => {
    it('codes, refresh tokens and access tokens of another server open nothing', async () => {
      const { client, clientId } = await withTokens();
      const { code: ofAnother } = await withCode();
      expect((await client.exchange(clientId, ofAnother)).body.error).toBe('invalid_grant');
      expect((await client.exchange(clientId, 'a code of another server')).body.error).toBe('invalid_grant');
      expect((await client.refresh(clientId, 'a refresh token of another server')).body.error).toBe('invalid_grant');
      expect((await callMcp(world.url, mintAccessToken())).status).toBe(401);
    });

    it('no header makes the gateway name another issuer or another address', async () => {
      const headers = { 'X-Forwarded-Host': 'evil.test', 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.test;proto=https' };
      for (const path of ['/.well-known/oauth-authorization-server/oauth', '/.well-known/oauth-protected-resource/mcp']) {
        const text = await (await fetch(`${world.url}${path}`, { headers })).text();
        expect([text.includes(world.url), text.includes('evil.test')]).toEqual([true, false]);
      }
      const refused = await callMcp(world.url, undefined);
      expect(refused.challenge).toContain(`resource_metadata="${world.url}/`);
    });
  });

  it('a HEAD is answered like a GET without its body, and is not a fault', async () => {
    // The server logs an answer that it cannot send.
    const said = vi.spyOn(console, 'error');
    onTestFinished(() => said.mockRestore());
    const client = openClient(world.url);
    for (const path of [
      '/.well-known/oauth-authorization-server/oauth',
      '/.well-known/oauth-protected-resource/mcp',
      '/oauth/jwks',
      '/oauth/nothing',
      client.authorization('client_unknown').href.slice(world.url.length),
    ]) {
      const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(`${world.url}${path}`, { method, redirect: 'manual' })));
      expect([head?.status, await head?.text()]).toEqual([get?.status, '']);
    }
    expect(said).not.toHaveBeenCalled();
  });

  it('metadata is at every address where clients look, with equal content, and for every page', async () => {
    const read = async (path: string) => {
      const response = await fetch(`${world.url}${path}`, { headers: { Origin: 'https://page.test' } });
      return { status: response.status, cors: response.headers.get('access-control-allow-origin'), body: await response.json() };
    };
    const places = [
      '/.well-known/oauth-authorization-server/oauth',
      // For SDKs before RFC 9728.
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration/oauth',
      '/oauth/.well-known/openid-configuration',
    ];
    const found = await Promise.all(places.map(read));
    expect(found[0]).toMatchObject({
      status: 200,
      cors: '*',
      body: {
        issuer: `${world.url}/oauth`,
        authorization_endpoint: `${world.url}/oauth/auth`,
        token_endpoint: `${world.url}/oauth/token`,
        registration_endpoint: `${world.url}/oauth/reg`,
        revocation_endpoint: `${world.url}/oauth/token/revocation`,
        code_challenge_methods_supported: ['S256'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        scopes_supported: ['read', 'write', 'offline_access'],
        token_endpoint_auth_methods_supported: ['none'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
      },
    });
    for (const other of found) expect(other).toEqual(found[0]);
    for (const path of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'])
      expect(await read(path)).toMatchObject({
        status: 200,
        cors: '*',
        body: { resource: `${world.url}/mcp`, authorization_servers: [`${world.url}/oauth`], scopes_supported: ['read', 'write'] },
      });
    expect(await read('/.well-known/jwks.json')).toMatchObject({ status: 404, cors: null });
    const token = await fetch(`${world.url}/oauth/token`, { method: 'POST', headers: { Origin: 'https://page.test' } });
    expect([token.status, token.headers.get('access-control-allow-origin')]).toEqual([400, null]);
  });
});
