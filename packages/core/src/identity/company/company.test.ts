import { describe, expect, it } from 'vitest';
import type { CompanyClaims } from '../../kernel/ports/company-port.ts';
import { type Browser, goodPassword, join, openBrowser, setUpOwner } from '../../testing/fake-browser.ts';
import { createFakeCompany, finish, queryOf } from '../../testing/fake-company.ts';
import { createWorld, type World } from '../../testing/test-world.ts';
import { sweepAccounts } from '../account-life/sweep-accounts.ts';

async function openCompanyWorld() {
  const company = createFakeCompany();
  const world = await createWorld({ company });
  const owner = await setUpOwner(world);
  await owner.ok('allow_domain', { domain: 'company.test' }, world.orgId);
  return { company, world, owner, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const stored = async ({ store }: World, browser: Browser, accountId: string) => {
  const identities = await store.read(() => store.companyIdentities.list(accountId));
  return { identities: identities.length, keepsCookie: browser.company !== undefined };
};

describe('company sign-in (D38)', () => {
  it('continues with its own state, nonce and verifier each time', async () => {
    await using opened = await openCompanyWorld();
    const { company, world } = opened;
    const browser = openBrowser(world, '192.0.2.1');
    await finish(browser);
    await finish(browser);
    expect(company.finished).toEqual(company.begun);
    const secrets = company.begun.flatMap(({ state, nonce, verifier }) => [state, nonce, verifier]);
    expect(new Set([...secrets, browser.company]).size).toBe(7);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(company.begun[0]?.redirectUri).toBe('http://gatehouse.test/app/company/callback');
  });

  it('accepts no name that breaks our rules, and no unverified address', async () => {
    await using opened = await openCompanyWorld();
    const { company, world } = opened;
    const browser = openBrowser(world, '192.0.2.1');
    const { email } = company.answer as CompanyClaims;
    company.answer = { ...(company.answer as CompanyClaims), isEmailVerified: false };
    const query = await queryOf(browser);
    expect(await browser.refused('finish_company_sign_in', { query })).toBe('invalid_request/company_identity_unknown');
    company.answer = { ...company.answer, isEmailVerified: true };
    expect(await finish(browser)).toMatchObject({ account: { email, name: email } });
  });

  it('joins every organization that allows the domain, and none with a person at that address', async () => {
    await using opened = await openCompanyWorld();
    const { world } = opened;
    const operator = { type: 'operator' } as const;
    for (const name of ['Second', 'Third']) {
      const { orgId, ownerId } = await world.ok(operator, 'create_organization', { name, ownerEmail: 'olga@other.test' });
      const olga = { type: 'person', orgId, personId: ownerId } as const;
      await world.ok(olga, 'allow_domain', { domain: 'company.test' });
      if (name === 'Third') await world.ok(olga, 'add_person', { email: 'ada@company.test', role: 'admin' });
    }
    const { organizations } = await finish(openBrowser(world, '192.0.2.1'));
    expect(organizations.map(({ name, role }: { name: string; role: string }) => `${name} ${role}`).sort()).toEqual([
      'Acme member',
      'Second member',
    ]);
  });

  it('can begin 300 times in 15 minutes per address, and does not limit sign-in by password', async () => {
    await using opened = await openCompanyWorld();
    const { world } = opened;
    const browser = openBrowser(world, '192.0.2.1');
    for (let number = 0; number < 300; number++) await browser.ok('begin_company_sign_in');
    expect(await browser.refused('begin_company_sign_in')).toBe('rate_limited/too_many_tries');
    await browser.ok('sign_in', { email: 'owner@acme.test', password: goodPassword });
    await openBrowser(world, '192.0.2.2').ok('begin_company_sign_in');
    world.clock.now += 15 * 60_000;
    await browser.ok('begin_company_sign_in');
  });

  it('is removed with the account, and swept if it is not completed', async () => {
    await using opened = await openCompanyWorld();
    const { world, owner } = opened;
    const ada = await join(world, owner, 'ada@acme.test', 'member');
    const { account } = await finish(ada, { link: true, password: goodPassword });
    expect(await stored(world, ada, account.id)).toEqual({ identities: 1, keepsCookie: true });
    const query = await queryOf(ada, { link: true, password: goodPassword });
    await ada.ok('delete_account', { password: goodPassword });
    expect(await stored(world, ada, account.id)).toEqual({ identities: 0, keepsCookie: true });
    expect(await ada.refused('finish_company_sign_in', { query })).toBe('invalid_request/company_sign_in_failed');

    const visitor = openBrowser(world, '192.0.2.1');
    const left = await queryOf(visitor);
    world.clock.now += 10 * 60_000;
    await sweepAccounts({ store: world.store, now: world.clock.now });
    world.clock.now -= 60_000;
    expect(await visitor.refused('finish_company_sign_in', { query: left })).toBe('invalid_request/company_sign_in_failed');
  });

  it('reports that it is not set up', async () => {
    await using world = await createWorld();
    const visitor = openBrowser(world);
    expect(await visitor.ok('sign_in_options')).toMatchObject({ companyHost: null });
    expect(await visitor.refused('begin_company_sign_in')).toBe('invalid_request/no_company_sign_in');
    expect(await visitor.refused('finish_company_sign_in', { query: 'state=x' })).toBe('invalid_request/no_company_sign_in');
  });
});

describe('an allowed domain', () => {
  it.each(['company', '@company.test', 'ada@company.test', '*.company.test', 'company.test/', '127.0.0.1', ''])(
    'cannot be %j',
    async (domain) => {
      await using opened = await openCompanyWorld();
      expect(await opened.owner.refused('allow_domain', { domain }, opened.world.orgId)).toBe('invalid_request/invalid_argument');
    },
  );

  it('is set by owners only, and shown among the settings', async () => {
    await using opened = await openCompanyWorld();
    const { world, owner } = opened;
    const admin = await join(world, owner, 'ann@acme.test', 'admin');
    expect(await admin.refused('allow_domain', { domain: 'other.test' }, world.orgId)).toBe('forbidden');
    expect(await admin.refused('disallow_domain', { domain: 'company.test' }, world.orgId)).toBe('forbidden');
    expect(await owner.ok('allow_domain', { domain: ' Other.Test ' }, world.orgId)).toEqual({
      allowedDomains: ['company.test', 'other.test'],
    });
    expect((await admin.ok('organization_settings', {}, world.orgId)).allowedDomains).toEqual(['company.test', 'other.test']);
    expect(await owner.ok('disallow_domain', { domain: 'company.test' }, world.orgId)).toEqual({ allowedDomains: ['other.test'] });
  });
});
