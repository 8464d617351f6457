import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from '../console/browser.ts';
import type { PeopleWorld } from '../console/people-world.ts';
import { forEachEngine } from '../kit/engines.ts';
import type { Loose } from '../kit/world.ts';
import { beginConsent, callMcp, consent, lookAround, openClient, visit } from './sign-in.ts';
import { openSignInWorld } from './sign-in-world.ts';

/** Sign-in steps of a client, as the operator and the client's person see them (D57). */
forEachEngine((engine) => {
  let world: PeopleWorld;
  let browser: Browser;

  beforeAll(async () => {
    world = await openSignInWorld({ engine });
    browser = world.ownerBrowser;
  });
  afterAll(async () => {
    expect(world.faults).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  const all = async (): Promise<Loose[]> => (await world.operate('list_all_connect_attempts')).attempts;
  const attemptOf = async (clientName: string) => (await all()).find(({ client }: Loose) => client === clientName);
  const stepsOf = (attempt: Loose) => attempt?.steps.map(({ step, status }: Loose) => `${step} ${status}`);
  const own = async (who: Browser): Promise<Loose[]> => (await who.ok('list_connect_attempts', {}, world.orgId)).attempts;

  it('shows each step of a client up to its first call, and then that it is connected', async () => {
    world.clock.now += 3_600_001;
    const client = openClient(world.url);
    await callMcp(world.url, undefined);
    await fetch(`${world.url}/.well-known/oauth-protected-resource/mcp`);
    const { client_id: clientId } = (await client.register({ client_name: 'Stepwise' })).body;
    const back = await consent(browser, client.authorization(clientId, { scope: 'read' }), { orgId: world.orgId, access: 'read' });
    const { body } = await client.exchange(clientId, back.searchParams.get('code') as string);
    await expect
      .poll(async () => stepsOf(await attemptOf('Stepwise')))
      .toEqual(['challenge 401', 'metadata 200', 'registration 201', 'authorization 303', 'consent 200', 'return 303', 'token 200']);
    expect(await attemptOf('Stepwise')).toMatchObject({ state: 'under_way', step: 'token', email: 'owner@acme.test', address: null });
    // Clients list tools long before they call one, and each time that they are started.
    for (let start = 0; start < 2; start++) await lookAround(world.url, body.access_token);
    await expect.poll(async () => (await attemptOf('Stepwise')).state).toBe('connected');
    const looked = await attemptOf('Stepwise');
    expect([looked.why, stepsOf(looked).slice(-2)]).toEqual([
      'It is signed in, but has not called a tool yet.',
      ['token 200', 'connection 200'],
    ]);
    await callMcp(world.url, body.access_token);
    expect(await attemptOf('Stepwise')).toMatchObject({ state: 'connected', why: 'It is signed in and has made calls.', change: null });
    const told = JSON.stringify(await all());
    for (const secret of [body.access_token, body.refresh_token, back.searchParams.get('code'), 'a state', client.verifier])
      expect(told).not.toContain(secret);
  });

  it('shows where a client stopped, and what to change', async () => {
    world.clock.now += 3_600_001;
    const client = openClient(world.url);
    const { client_id: clientId } = (await client.register({ client_name: 'Elsewhere' })).body;
    await visit(browser, client.authorization(clientId, { resource: 'https://somebody:hidden@evil.test/mcp?key=hidden#hidden' }));
    await expect.poll(async () => (await attemptOf('Elsewhere'))?.state).toBe('stopped');
    expect(await attemptOf('Elsewhere')).toMatchObject({
      step: 'authorization',
      why: expect.stringContaining('invalid_target'),
      change: `Enter exactly ${world.url}/mcp as the server address in the client.`,
    });
    const step = (await attemptOf('Elsewhere')).steps.at(-1);
    expect([step.asked.resource, JSON.stringify(await all()).includes('hidden')]).toEqual(['https://evil.test/mcp', false]);
    // The signed-in person is known, so the log of their organization has the refusal.
    const logged = (await world.activity()).filter(({ tool }) => tool === 'oauth_authorization');
    expect(logged).toMatchObject([{ outcome: 'invalid_request', status: 400, entrance: 'mcp' }]);
  });

  it('logs a refused token under its key', async () => {
    world.clock.now += 3_600_001;
    const client = openClient(world.url);
    const { client_id: clientId } = (await client.register({ client_name: 'Twice' })).body;
    const back = await consent(browser, client.authorization(clientId), { orgId: world.orgId });
    const code = back.searchParams.get('code') as string;
    await client.exchange(clientId, code, { code_verifier: 'x'.repeat(43) });
    // A refusal is logged as soon as it is answered.
    const logged = (await world.activity()).filter(({ tool }) => tool === 'oauth_token');
    expect(logged).toMatchObject([
      { outcome: 'unauthorized', status: 401, keyId: expect.stringMatching(/^key_/), agentId: expect.stringMatching(/^agent_/) },
    ]);
    expect(await attemptOf('Twice')).toMatchObject({ state: 'stopped', step: 'token', change: 'Sign the client in again.' });
  });

  it('shows members their own attempts without anonymous steps, owners those of the organization, and nobody those of others', async () => {
    world.clock.now += 3_600_001;
    const bob = await world.join(`bob-${engine.name.toLowerCase()}@acme.test`, 'member');
    const client = openClient(world.url);
    await callMcp(world.url, 'gth_nothing');
    const { client_id: clientId } = (await client.register({ client_name: 'Bobs' })).body;
    const requestId = await beginConsent(bob, client.authorization(clientId));
    const names = async (who: Browser) => (await own(who)).map(({ client }: Loose) => client);
    await expect.poll(() => names(bob)).toEqual(['Bobs']);
    // The organization sees nothing of it before Bob allows it.
    expect(await names(browser)).not.toContain('Bobs');
    await bob.ok('allow_client', { requestId, access: 'read' }, world.orgId);
    expect(await names(browser)).toContain('Bobs');
    expect(await names(world.other.owner).catch(() => 'refused')).toBe('refused');
    expect((await world.other.owner.ok('list_connect_attempts', {}, world.other.orgId)).attempts).toEqual([]);
    const [attempt] = await own(bob);
    expect(stepsOf(attempt)).toEqual(['registration 201', 'authorization 303', 'consent 200']);
    expect(attempt).not.toHaveProperty('address');
    expect(await bob.refused('list_all_connect_attempts', {}, world.orgId)).toBe('not_found');
  });
});
