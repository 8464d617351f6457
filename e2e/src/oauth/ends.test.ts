import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from '../console/browser.ts';
import type { PeopleWorld } from '../console/people-world.ts';
import { forEachEngine } from '../kit/engines.ts';
import { openListening } from '../mcp/listen.ts';
import { callMcp, consent, openClient } from './sign-in.ts';
import { openSignInWorld } from './sign-in-world.ts';

/** Ending a grant closes its streams and refuses its next call (D46). */
forEachEngine((engine) => {
  let world: PeopleWorld;
  let count = 0;
  beforeAll(async () => {
    world = await openSignInWorld({ engine });
  });
  afterAll(async () => await world[Symbol.asyncDispose]());

  /** A member whose client is signed in and listens. */
  async function withStream() {
    const email = `member-${++count}-${engine.name.toLowerCase()}@acme.test`;
    const member = await world.join(email, 'member');
    const client = openClient(world.url);
    const { client_id: clientId } = (await client.register()).body;
    const back = await consent(member, client.authorization(clientId), { orgId: world.orgId });
    const { body: tokens } = await client.exchange(clientId, back.searchParams.get('code') as string);
    const { agents } = await member.ok('list_agents', {}, world.orgId);
    const { keys } = await member.ok('list_keys', {}, world.orgId);
    const stream = await openListening(`${world.url}/mcp`, tokens.access_token, []);
    return { email, member, client, clientId, tokens, stream, agentId: agents[0].id as string, keyId: keys[0].keyId as string };
  }
  type Signed = Awaited<ReturnType<typeof withStream>>;

  const ends: [string, (signed: Signed, owner: Browser) => Promise<unknown>][] = [
    ['the client revokes its token', ({ client, clientId, tokens }) => client.revoke(clientId, tokens.refresh_token)],
    ['its person removes it under Agents', ({ member, agentId }) => member.ok('remove_agent', { agentId }, world.orgId)],
    ['an owner revokes its key', ({ keyId }, owner) => owner.ok('revoke_key', { keyId }, world.orgId)],
    ['its person is removed', ({ email }, owner) => owner.ok('remove_person', { email }, world.orgId)],
    ['its person leaves', ({ member }) => member.ok('leave_organization', {}, world.orgId)],
  ];

  it.each(ends)('if %s, its stream ends, its next call is refused, and its token is not renewed', async (_, end) => {
    const signed = await withStream();
    const { client, clientId, tokens, stream } = signed;
    expect((await callMcp(world.url, tokens.access_token)).status).toBe(200);
    await end(signed, world.ownerBrowser);
    expect((await callMcp(world.url, tokens.access_token)).status).toBe(401);
    await stream.over();
    expect((await client.refresh(clientId, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect(world.faults).toEqual([]);
  });

  it('if its token expires, its stream ends, and a renewed token opens another', async () => {
    const { client, clientId, tokens, stream } = await withStream();
    world.clock.now += 3_600_001;
    // Triggers a check of open streams: they are checked at intervals, and whenever access changes.
    await world.ownerBrowser.ok('sign_in', { email: 'owner@acme.test', password: 'correct horse battery' });
    expect((await callMcp(world.url, tokens.access_token)).status).toBe(401);
    await stream.over();
    const { body } = await client.refresh(clientId, tokens.refresh_token);
    await openListening(`${world.url}/mcp`, body.access_token, []);
  });
});
