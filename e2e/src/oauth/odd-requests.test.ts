import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PeopleWorld } from '../console/people-world.ts';
import type { Loose } from '../kit/world.ts';
import { beginConsent, consent, openClient, redirectUri, visit } from './sign-in.ts';
import { openSignInWorld } from './sign-in-world.ts';

const documentAddress = 'https://client.example/client.json';
const asked: string[] = [];
let refusesDocuments = false;
let world: PeopleWorld;

beforeAll(async () => {
  world = await openSignInWorld({
    async getDocument(address) {
      asked.push(address);
      if (refusesDocuments) throw new Error('it does not answer');
      const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' });
      return { status: 200, headers, text: async () => JSON.stringify({ client_id: address, redirect_uris: [redirectUri] }) };
    },
  });
});
afterAll(async () => await world[Symbol.asyncDispose]());

it('accepts an unescaped "?" from a client', async () => {
  const client = openClient(world.url);
  const { body } = await client.register();
  const address = client.authorization(body.client_id, { state: 'QUESTION' }).href.replace('QUESTION', 'a?b=c?');
  const back = await consent(world.ownerBrowser, address, { orgId: world.orgId });
  expect(back.searchParams.get('state')).toBe('a?b=c?');
});

it('refuses a second resource of another server, in any position', async () => {
  const client = openClient(world.url);
  const { body } = await client.register();
  const foreign = 'https://other.example/mcp';
  for (const order of [
    [`${world.url}/mcp`, foreign],
    [foreign, `${world.url}/mcp`],
  ]) {
    const address = client.authorization(body.client_id, { resource: undefined });
    for (const resource of order) address.searchParams.append('resource', resource);
    const { location, text } = await visit(world.openBrowser(), address);
    expect(`${location ?? ''}${text}`).toContain('invalid_target');
  }
  for (const order of [
    [`${world.url}/mcp`, foreign],
    [foreign, `${world.url}/mcp`],
  ]) {
    const back = await consent(world.ownerBrowser, client.authorization(body.client_id), { orgId: world.orgId });
    const form = new URLSearchParams({ grant_type: 'authorization_code', client_id: body.client_id, redirect_uri: redirectUri });
    form.set('code', back.searchParams.get('code') ?? '');
    form.set('code_verifier', client.verifier);
    for (const resource of order) form.append('resource', resource);
    const response = await fetch(`${world.url}/oauth/token`, { method: 'POST', body: form });
    const { error } = (await response.json()) as Loose;
    expect([response.status, error]).toEqual([400, 'invalid_target']);
  }
  const twice = client.authorization(body.client_id);
  twice.searchParams.append('resource', `${world.url}/mcp/`);
  await beginConsent(world.openBrowser(), twice);
});

it('fetches the document of a client once per request, even if the fetch fails', async () => {
  const client = openClient(world.url);
  for (const refuses of [false, true]) {
    refusesDocuments = refuses;
    asked.length = 0;
    const address = `${documentAddress}?${refuses}`;
    await visit(world.openBrowser(), client.authorization(address));
    expect(asked).toEqual([address]);
  }
});

it.each(['/oauth/xyz', '/oauth/', '/oauth/auth/../xyz/deeper'])('answers %s with JSON', async (path) => {
  for (const method of ['GET', 'POST']) {
    const response = await fetch(`${world.url}${path}`, { method, headers: { Accept: 'text/html' } });
    const status = [response.status, response.headers.get('content-type')?.split(';')[0]];
    expect([...status, await response.json()]).toEqual([
      404,
      'application/json',
      { error: 'invalid_request', error_description: expect.any(String) },
    ]);
  }
});
