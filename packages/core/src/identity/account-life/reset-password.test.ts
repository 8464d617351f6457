import { describe, expect, it, vi } from 'vitest';
import { openTwoAccounts, waysOf } from '../../testing/fake-accounts.ts';
import { type Authenticator, createAuthenticator } from '../../testing/fake-authenticator.ts';
import { type Browser, goodPassword, join, openBrowser, secretOf, setUpOwner } from '../../testing/fake-browser.ts';
import { signClientIn } from '../../testing/fake-client.ts';
import { finish, queryOf } from '../../testing/fake-company.ts';
import { createFakeMailer, linkIn } from '../../testing/fake-mailer.ts';
import { createFakeServices } from '../../testing/fake-services.ts';
import { createWorld, type Loose } from '../../testing/test-world.ts';

const origin = 'https://gate.example';
const newPassword = 'staple correct horse';

/**
 * Opens a world with an owner who has two passkeys and the company identity of a deleted account, and with a link that resets the owner's
 * password.
 */
async function openReset() {
  const opened = await openTwoAccounts();
  const { world, owner, ada } = opened;
  await ada.ok('delete_account');
  const authenticators = [createAuthenticator({ origin }), createAuthenticator({ origin })] as const;
  for (const authenticator of authenticators) await add(owner, authenticator);
  await finish(owner, { link: true, password: goodPassword });
  const secret = secretOf(await world.ok(world.owner, 'create_reset_link', { email: 'owner@acme.test' }));
  return { ...opened, authenticators, secret, browser: openBrowser(world) };
}

async function add(browser: Browser, authenticator: Authenticator): Promise<void> {
  const { options } = await browser.ok('begin_passkey', { password: goodPassword });
  await browser.ok('add_passkey', { name: authenticator.id, passkey: authenticator.create(options) });
}

async function signIn(browser: Browser, authenticator: Authenticator) {
  const { options } = await browser.ok('begin_passkey_sign_in');
  const answer = await browser.call('sign_in_passkey', { passkey: authenticator.get(options) });
  return answer.ok ? 'signed in' : answer.error.reason;
}

describe('a reset by link (D55)', () => {
  it('removes passkeys and company identities', async () => {
    await using opened = await openReset();
    const { world, authenticators, secret, browser } = opened;
    await browser.ok('reset_password', { secret, newPassword });
    expect(await waysOf(browser)).toMatchObject({ passkeys: [], identities: [], account: { hasPassword: true } });
    const visitor = openBrowser(world);
    for (const authenticator of authenticators) expect(await signIn(visitor, authenticator)).toBe('wrong_passkey');
    const query = await queryOf(visitor);
    expect(await visitor.refused('finish_company_sign_in', { query })).toBe('invalid_request/company_identity_unknown');
  });

  it('names the agents that act as the account, and on request ends all except the kept ones', async () => {
    await using opened = await openReset();
    const { world, owner, secret, browser } = opened;
    const make = async (name: string) => {
      const { id: agentId } = await owner.ok('create_agent', { name }, world.orgId);
      return { agentId, ...(await owner.ok('create_key', { agentId, access: 'read' }, world.orgId)) };
    };
    const [mine, theirs] = [await make('mine'), await make('theirs')];
    const { token, agentId: clientId } = await signClientIn(world, owner);
    const { agents } = await browser.ok('read_link', { secret });
    expect(agents.map(({ id, kind, organization }: Loose) => [id, kind, organization]).sort()).toEqual(
      [
        [mine.agentId, 'program', 'Acme'],
        [theirs.agentId, 'program', 'Acme'],
        [clientId, 'mcp', 'Acme'],
      ].sort(),
    );
    // Made while the page is open.
    const late = await make('late');
    expect(await browser.refused('reset_password', { secret, newPassword, keepAgents: ['agent_unknown'] })).toBe(
      'invalid_request/no_such_item',
    );
    await browser.ok('reset_password', { secret, newPassword, keepAgents: [mine.agentId] });
    const outcome = async (key: string) => ((await world.call(key, 'whoami', {})).ok ? 'ok' : 'refused');
    expect([await outcome(mine.key), await outcome(theirs.key), await outcome(late.key)]).toEqual(['ok', 'refused', 'refused']);
    expect((await world.call({ type: 'token', token }, 'whoami', {})).ok).toBe(false);
    expect((await browser.ok('list_agents', {}, world.orgId)).agents).toMatchObject([{ id: mine.agentId }]);
  });

  it('ends more agents than one page, but none without a key', async () => {
    await using opened = await openReset();
    const { world, owner, secret, browser } = opened;
    const { id: withoutKey } = await owner.ok('create_agent', { name: 'without a key' }, world.orgId);
    for (let number = 0; number <= 200; number++) {
      world.clock.now += 1;
      const { id: agentId } = await owner.ok('create_agent', { name: `agent ${number}` }, world.orgId);
      await owner.ok('create_key', { agentId, access: 'read' }, world.orgId);
    }
    const { agents } = await browser.ok('read_link', { secret });
    expect([agents.length, agents[0].name, agents.at(-1).name]).toEqual([201, 'agent 200', 'agent 0']);
    await browser.ok('reset_password', { secret, newPassword, keepAgents: [agents[0].id] });
    const { agents: left } = await browser.ok('list_agents', { limit: 200 }, world.orgId);
    expect(left.map(({ id }: Loose) => id)).toEqual([withoutKey, agents[0].id]);
  });

  it('is refused if an agent to keep was removed in the meantime', async () => {
    await using opened = await openReset();
    const { world, owner, secret, browser } = opened;
    const { id } = await owner.ok('create_agent', { name: 'mine' }, world.orgId);
    await owner.ok('create_key', { agentId: id, access: 'read' }, world.orgId);
    const { people, agents } = world.store;
    vi.spyOn(people, 'hold').mockImplementationOnce((orgId) => agents.remove(orgId, id, world.clock.now));
    expect(await browser.refused('reset_password', { secret, newPassword, keepAgents: [id] })).toBe('invalid_request/no_such_item');
    await browser.ok('reset_password', { secret, newPassword, keepAgents: [id] });
  });

  it('ends no agent unless requested', async () => {
    await using opened = await openReset();
    const { world, owner, secret, browser } = opened;
    const { token } = await signClientIn(world, owner);
    await browser.ok('reset_password', { secret, newPassword });
    expect((await world.call({ type: 'token', token }, 'whoami', {})).ok).toBe(true);
  });

  it('keeps agents that its page listed and the person ticked', async () => {
    await using opened = await openReset();
    const { world, owner, authenticators, secret, browser } = opened;
    const { passkeys, identities } = await waysOf(owner);
    const { kind, ...told } = await browser.ok('read_link', { secret });
    expect(told).toMatchObject({ email: 'owner@acme.test', passkeys, companyIdentities: identities });
    expect([kind, passkeys.length, identities.length]).toEqual(['reset', 2, 1]);
    const [removed, kept] = authenticators;
    const ticked = passkeys.find((passkey: { name: string }) => passkey.name === kept.id);
    await browser.ok('reset_password', { secret, newPassword, keep: [ticked.id, identities[0].id] });
    expect(await waysOf(browser)).toMatchObject({ passkeys: [ticked], identities });
    const visitor = openBrowser(world);
    expect(await signIn(visitor, removed)).toBe('wrong_passkey');
    expect(await signIn(visitor, kept)).toBe('signed in');
    expect(await finish(visitor)).toMatchObject({ outcome: 'signed_in', account: { email: 'owner@acme.test' } });
    expect(await owner.refused('my_account')).toBe('unauthorized');
  });

  it('is refused if a way to sign in to keep does not belong to the account', async () => {
    await using opened = await openReset();
    const { owner, secret, browser } = opened;
    const before = await waysOf(owner);
    const keep = [before.passkeys[0].id, 'passkey_of_somebody_else'];
    expect(await browser.refused('reset_password', { secret, newPassword, keep })).toBe('invalid_request/no_such_item');
    expect(await waysOf(owner)).toEqual(before);
    await browser.ok('reset_password', { secret, newPassword });
  });

  it('removes nothing if the password is changed instead', async () => {
    await using opened = await openReset();
    const { owner } = opened;
    const { passkeys, identities } = await waysOf(owner);
    await owner.ok('change_password', { password: goodPassword, newPassword });
    expect(await waysOf(owner)).toMatchObject({ passkeys, identities });
  });
});

describe('service access of an account whose password is reset (D43)', () => {
  /** Ada has a private connection with a credential, her account at a service of the organization, and there is one of the organization. */
  async function openServices() {
    const services = createFakeServices();
    const mailer = createFakeMailer();
    const world = await createWorld({ services, mailer });
    const owner = await setUpOwner(world);
    const ada = await join(world, owner, 'ada@acme.test', 'member');
    const place = { kind: 'mcp-http', url: 'https://mcp.example.com/mcp' };
    const bearer = { ...place, service: 'gitlab', access: { type: 'bearer', token: 'a-token-of-this-test' } };
    const add = (browser: Browser, input: object) => browser.ok('add_connection', input, world.orgId);
    const own = (await add(ada, { ...bearer, name: 'Mine', visibility: 'private' })).connectionId;
    const everybodys = (await add(owner, { ...bearer, name: 'Ours', visibility: 'organization' })).connectionId;
    services.needsAccount = true;
    const signedIn = { ...place, service: 'github', name: 'GitHub', visibility: 'organization', access: { type: 'oauth' } };
    const { connectionId } = await add(owner, signedIn);
    for (const browser of [owner, ada]) {
      const sent = new URL((await browser.ok('begin_service_account', { connectionId }, world.orgId)).address).searchParams;
      const query = `${new URLSearchParams({ code: 'code', state: sent.get('state') ?? '' })}`;
      await browser.ok('finish_service_account', { query, connectionId }, world.orgId);
    }
    const kept = async () => {
      const { store, orgId } = world;
      return await store.read(function* () {
        const ofAda = [...(yield* store.people.list(orgId))].find(({ email }) => email === 'ada@acme.test')!;
        const accounts = yield* store.connectionAccounts.list(orgId, connectionId, 10);
        return {
          own: (yield* store.connections.secrets(orgId, own)).length,
          everybodys: (yield* store.connections.secrets(orgId, everybodys)).length,
          ofAda: accounts.filter(({ personId }) => personId === ofAda.id).length,
          ofOthers: accounts.filter(({ personId }) => personId !== ofAda.id).length,
        };
      });
    };
    return { world, services, mailer, owner, ada, own, kept, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  }

  it('ends if the link was shown, as its page announces', async () => {
    await using opened = await openServices();
    const { world, services, own, kept } = opened;
    const secret = secretOf(await world.ok(world.owner, 'create_reset_link', { email: 'ada@acme.test' }));
    const browser = openBrowser(world);
    const told = (await browser.ok('read_link', { secret })).services;
    expect(told.toSorted((left: Loose, right: Loose) => left.name.localeCompare(right.name))).toEqual([
      { name: 'GitHub', organization: 'Acme', ends: 'account' },
      { name: 'Mine', organization: 'Acme', ends: 'credentials' },
    ]);
    expect(await kept()).toEqual({ own: 1, everybodys: 1, ofAda: 1, ofOthers: 1 });
    services.forgotten.length = 0;
    await browser.ok('reset_password', { secret, newPassword });
    expect(await kept()).toEqual({ own: 0, everybodys: 1, ofAda: 0, ofOthers: 1 });
    expect(services.forgotten).toContain(own);
  });

  it('stays if the link was only mailed', async () => {
    await using opened = await openServices();
    const { world, owner, mailer, kept } = opened;
    const before = await kept();
    await owner.ok('create_reset_link', { email: 'ada@acme.test' }, world.orgId);
    const byOwner = secretOf({ link: linkIn(mailer.sent.at(-1)) });
    await openBrowser(world).ok('request_reset', { email: 'ada@acme.test' });
    const byAda = secretOf({ link: linkIn(mailer.sent.at(-1)) });
    for (const secret of [byOwner, byAda]) expect((await openBrowser(world).ok('read_link', { secret })).services).toEqual([]);
    await openBrowser(world).ok('reset_password', { secret: byOwner, newPassword });
    expect(await kept()).toEqual(before);
  });
});
