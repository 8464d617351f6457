import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type Running } from '../cli/command.ts';
import { goodPassword, openBrowser, secretOf } from '../console/browser.ts';
import type { Loose } from '../kit/world.ts';
import { callMcp, callModern, consent, openClient } from './sign-in.ts';

const place = openPlace();
let gateway: Running;
/** Address that clients on this machine use, and another name of the same place. */
let local: string;
let byNumber: string;

beforeAll(async () => {
  gateway = await place.start();
  byNumber = gateway.url;
  local = byNumber.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

/** Requests an address of the gateway under another name. */
async function getAs(host: string, path: string): Promise<[status: number | undefined, body: string]> {
  const sent = request(`${byNumber}${path}`, { headers: { Host: host } }).end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  return [response?.statusCode, await text(response as IncomingMessage)];
}

/** Signs a client in as the owner, and returns its access token. */
async function signIn(): Promise<string> {
  const owner = openBrowser(local);
  const link = /http\S+\/app\/set-up\S*/.exec(gateway.greeting)?.[0] ?? '';
  const founder = { secret: secretOf(link), email: 'owner@acme.test', name: 'Olive', password: goodPassword };
  const orgId: string = (await owner.ok('set_up', founder)).organizations[0].orgId;
  expect((await owner.ok('connect_options', {}, orgId)).signInUrl).toBe(`${local}/mcp`);
  const client = openClient(local);
  const { client_id: clientId } = (await client.register({ client_name: 'on this machine' })).body;
  const returned = await consent(owner, client.authorization(clientId), { orgId, access: 'read' });
  return (await client.exchange(clientId, returned.searchParams.get('code') ?? '')).body.access_token;
}

describe('a gateway that was started without a base URL (D47.1)', () => {
  it('prints at its first start how Claude Code signs in', () => {
    expect(gateway.greeting).toContain(`claude mcp add --transport http gatehouse ${local}/mcp\n`);
  });

  it('signs in a client on this machine that uses localhost, and serves it under no other host name', async () => {
    const token = await signIn();
    const listed = await callMcp(local, token, 'list_docs');
    expect([listed.status, listed.result.isError]).toEqual([200, undefined]);
    const { challenge } = await callModern(local, token, 'create_doc', { title: 'Plan', bodyMarkdown: '' });
    expect(challenge).toContain(`resource_metadata="${local}/.well-known/oauth-protected-resource/mcp"`);
    expect(await callMcp(byNumber, token)).toMatchObject({ status: 401, challenge: 'Bearer' });
  });

  it('offers sign-in only to clients on this machine that use localhost', async () => {
    const metadata = '/.well-known/oauth-protected-resource/mcp';
    expect((await callMcp(local, undefined)).challenge).toContain(`resource_metadata="${local}${metadata}"`);
    expect((await callMcp(byNumber, undefined)).challenge).toBe('Bearer');
    const resource: Loose = await (await fetch(`${local}${metadata}`)).json();
    expect(resource).toMatchObject({ resource: `${local}/mcp`, authorization_servers: [`${local}/oauth`] });
    const [other, forwarded, unknown] = await Promise.all([
      fetch(`${byNumber}${metadata}`),
      fetch(`${local}${metadata}`, { headers: { 'X-Forwarded-For': '192.0.2.9' } }),
      fetch(`${local}/nothing`),
    ]);
    const notFound = await unknown.text();
    for (const answer of [other, forwarded]) expect([answer.status, await answer.text()]).toEqual([404, notFound]);
    // With a base URL, the gateway would refuse the name of another host here.
    for (const path of [metadata, '/oauth/auth']) expect(await getAs('gatehouse.example', path)).toEqual([404, notFound]);
  });

  it('accepts keys on /mcp and /mcp/key, under both host names', async () => {
    for (const url of [local, byNumber])
      for (const path of ['/mcp', '/mcp/key'])
        expect((await callMcp(url, gateway.key, 'whoami', {}, path)).status, `${url}${path}`).toBe(200);
  });
});
