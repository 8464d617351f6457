import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from '../console/browser.ts';
import type { PeopleWorld } from '../console/people-world.ts';
import { forEachEngine } from '../kit/engines.ts';
import { callMcp, callModern, consent, openClient, redirectUri } from './sign-in.ts';
import { openSignInWorld } from './sign-in-world.ts';

/** The whole way of a client that signs in, request by request (D46). */
forEachEngine((engine) => {
  let world: PeopleWorld;
  let browser: Browser;

  beforeAll(async () => {
    world = await openSignInWorld({ engine });
    browser = world.ownerBrowser;
  });
  afterAll(async () => await world[Symbol.asyncDispose]());

  /** A client that is signed in, with its tokens. */
  async function signIn(access: 'read' | 'write' = 'write', more: Record<string, string> = {}) {
    const client = openClient(world.url);
    const { body } = await client.register();
    const back = await consent(browser, client.authorization(body.client_id, more), { orgId: world.orgId, access });
    const code = back.searchParams.get('code') as string;
    const { status, body: tokens } = await client.exchange(body.client_id, code);
    expect([status, tokens, world.faults]).toEqual([200, expect.objectContaining({ token_type: 'Bearer' }), []]);
    return { client, clientId: body.client_id as string, back, code, tokens };
  }

  it('registers, gets consent and tokens, calls, and is refused after its revocation', async () => {
    const { client, clientId, back, tokens } = await signIn('write');
    expect(`${back.origin}${back.pathname}`).toBe(redirectUri);
    expect(Object.fromEntries(back.searchParams)).toEqual({ code: expect.any(String), state: 'a state', iss: `${world.url}/oauth` });
    expect(tokens).toEqual({
      access_token: expect.stringMatching(/^gto_[0-9A-Za-z]{49}$/),
      refresh_token: expect.any(String),
      expires_in: 3600,
      scope: 'read write',
      token_type: 'Bearer',
    });
    const { status, result } = await callMcp(world.url, tokens.access_token);
    expect([status, result.structuredContent]).toMatchObject([
      200,
      { accessLevel: 'write', keyPrefix: null, person: { email: 'owner@acme.test' } },
    ]);
    expect((await callMcp(world.url, tokens.access_token, 'create_doc', { title: 'A' })).result.isError).toBeUndefined();
    const { agents } = await browser.ok('list_agents', {}, world.orgId);
    expect(agents).toMatchObject([{ kind: 'mcp', name: 'Test client', keyCount: 1 }]);
    expect((await client.revoke(clientId, tokens.refresh_token)).status).toBe(200);
    expect(await callMcp(world.url, tokens.access_token)).toMatchObject({
      status: 401,
      challenge: `Bearer error="invalid_token", resource_metadata="${world.url}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
    });
    expect((await callMcp(world.url, undefined)).challenge).toMatch(/^Bearer resource_metadata=/);
    expect((await client.refresh(clientId, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await browser.ok('list_agents', {}, world.orgId)).agents).toEqual([]);
    expect(world.faults).toEqual([]);
  });

  it.each(['GET', 'HEAD'])('learns the sign-in address by %s, and a key does not', async (method) => {
    const look = async (path: string, bearer?: string) => {
      const response = await fetch(`${world.url}${path}`, {
        method,
        headers: bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` },
      });
      return [response.status, response.headers.get('www-authenticate')?.includes('resource_metadata') ?? false];
    };
    const { key } = await world.createKey(world.owner, 'read');
    expect([await look('/mcp'), await look('/mcp', key), await look('/mcp/key')]).toEqual([
      [401, true],
      [405, false],
      [405, false],
    ]);
  });

  it('is told to request more access if it may only read, in the status too if it reads the status', async () => {
    const { tokens } = await signIn('read');
    const challenge = `Bearer error="insufficient_scope", scope="read write", resource_metadata="${world.url}/.well-known/oauth-protected-resource/mcp"`;
    const forbidden = { isError: true, _meta: { 'gatehouse/error': { code: 'forbidden' } } };
    const refused = await callModern(world.url, tokens.access_token, 'create_doc', { title: 'A' });
    expect(refused).toMatchObject({ status: 403, challenge, result: forbidden });
    // Its body does not come along with its head, so it is answered another way.
    const large = await callModern(world.url, tokens.access_token, 'create_doc', { title: 'A', bodyMarkdown: 'x'.repeat(200_000) });
    expect(large).toMatchObject({ status: 403, challenge, result: forbidden });
    for (const body of [{ title: 'A' }, { title: 'A', bodyMarkdown: 'x'.repeat(200_000) }])
      expect(await callMcp(world.url, tokens.access_token, 'create_doc', body)).toMatchObject({
        status: 403,
        challenge,
        result: forbidden,
      });
    expect(await callModern(world.url, tokens.access_token, 'whoami', {})).toMatchObject({ status: 200, challenge: null });
    const { key } = await world.createKey(world.owner, 'read');
    expect(await callModern(world.url, key, 'create_doc', { title: 'A' })).toMatchObject({
      status: 200,
      challenge: null,
      result: forbidden,
    });
  });

  it('may do no more than the consent allows, and renews its tokens', async () => {
    const { client, clientId, tokens } = await signIn('read');
    expect(tokens.scope).toBe('read');
    const refused = await callMcp(world.url, tokens.access_token, 'create_doc', { name: 'A', content: 'b' });
    expect(refused.result._meta).toMatchObject({ 'gatehouse/error': { code: 'forbidden' } });
    const renewed = await client.refresh(clientId, tokens.refresh_token);
    expect(renewed).toMatchObject({ status: 200, body: { scope: 'read' } });
    expect(renewed.body.refresh_token).not.toBe(tokens.refresh_token);
    // A lost answer: the client asks once more with what it has.
    expect((await client.refresh(clientId, tokens.refresh_token)).status).toBe(200);
    expect((await callMcp(world.url, renewed.body.access_token)).status).toBe(200);
    world.clock.now += 31_000;
    expect((await client.refresh(clientId, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await callMcp(world.url, renewed.body.access_token)).status).toBe(401);
    expect((await client.refresh(clientId, renewed.body.refresh_token)).body.error).toBe('invalid_grant');
  });
});
