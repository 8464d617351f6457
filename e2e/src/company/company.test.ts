import { openCompany } from '@gatehouse/cli';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, goodPassword, openBrowser, secretOf } from '../console/browser.ts';
import { openPeopleWorld, type PeopleWorld } from '../console/people-world.ts';
import type { Loose } from '../kit/world.ts';
import { credential as clientSecret } from '../secrets/planted.ts';
import { type CompanyServer, clientId, openCompanyServer } from './company-server.ts';

const failed = 'invalid_request/company_sign_in_failed';
const unknown = 'invalid_request/company_identity_unknown';

describe('company sign-in (D38)', () => {
  let server: CompanyServer;
  let world: PeopleWorld;
  let reported: string[];

  // The watch of the world fails a test where the secret of the client is said, logged or stored.
  beforeEach(async () => {
    reported = [];
    server = await openCompanyServer(clientSecret);
    const company = openCompany({ issuer: server.issuer, clientId, clientSecret, report: ({ message }) => reported.push(message) });
    world = await openPeopleWorld({ company });
    server.register(`${world.url}/app/company/callback`);
    server.colleagues.set('ada', { email: 'Ada@Company.test', email_verified: true, name: 'Ada' });
    server.colleagues.set('bob', { email: 'bob@company.test', email_verified: true, name: 'Bob' });
  });
  afterEach(async () => {
    expect(world.faults).toEqual([]);
    await world[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const begin = async (browser: Browser, input: object = {}): Promise<string> => (await browser.ok('begin_company_sign_in', input)).address;
  /** Query with which a browser returns from the company. */
  const goThere = async (browser: Browser, subject: string, input: object = {}) => server.visit(await begin(browser, input), subject);
  const finish = async (browser: Browser, subject: string, input: object = {}): Promise<Loose> =>
    await browser.ok('finish_company_sign_in', { query: await goThere(browser, subject, input) });
  const refused = async (browser: Browser, subject: string, input: object = {}) =>
    await browser.refused('finish_company_sign_in', { query: await goThere(browser, subject, input) });

  it('is linked by a signed-in account, and then signs in; after unlinking it does not', async () => {
    const { host } = new URL(server.issuer);
    expect(await openBrowser(world.url).ok('sign_in_options')).toMatchObject({ mailsResets: false, companyHost: host });
    const ada = await world.join('ada@acme.test', 'member');
    expect(await finish(ada, 'ada', { link: true, password: goodPassword })).toMatchObject({
      outcome: 'linked',
      account: { email: 'ada@acme.test' },
    });
    const other = openBrowser(world.url);
    expect(await finish(other, 'ada')).toMatchObject({ outcome: 'signed_in', account: { email: 'ada@acme.test', hasPassword: true } });
    const { identities } = await other.ok('list_company_identities');
    expect(identities).toMatchObject([{ issuer: server.issuer, email: 'ada@company.test' }]);
    const bob = await world.join('bob@acme.test', 'member');
    expect(await refused(bob, 'ada', { link: true, password: goodPassword })).toBe('invalid_request/company_identity_taken');
    await ada.ok('unlink_company_identity', { companyIdentityId: identities[0].id, password: goodPassword });
    expect(await refused(openBrowser(world.url), 'ada')).toBe(unknown);
    const rows = (await world.activity()).filter(({ tool }) => tool === 'finish_company_sign_in');
    expect(rows.map(({ outcome, entrance }) => [outcome, entrance])).toEqual([
      ['invalid_request', 'console'],
      ['ok', 'console'],
      ['ok', 'console'],
    ]);
  });

  it('accepts an invitation, with a new account for the invited address or with the linked account', async () => {
    const { link } = await world.ownerBrowser.ok('invite_person', { email: 'ada@acme.test', role: 'admin' }, world.orgId);
    const ada = openBrowser(world.url);
    const joined = await finish(ada, 'ada', { secret: secretOf(link) });
    expect(joined).toMatchObject({
      outcome: 'joined',
      account: { email: 'ada@acme.test', name: 'Ada', hasPassword: false },
      organizations: [{ orgId: world.orgId, role: 'admin' }],
    });
    const elsewhere = await world.other.owner.ok('invite_person', { email: 'a.lovelace@other.test' }, world.other.orgId);
    const again = await finish(openBrowser(world.url), 'ada', { secret: secretOf(elsewhere.link) });
    expect(again).toMatchObject({ outcome: 'joined', account: { id: joined.account.id } });
    expect(again.organizations).toHaveLength(2);
    expect(await ada.refused('begin_company_sign_in', { secret: secretOf(link) })).toBe('invalid_request/link_not_good');
    const { identities } = await ada.ok('list_company_identities');
    const last = await ada.refused('unlink_company_identity', { companyIdentityId: identities[0].id });
    expect(last).toBe('invalid_request/last_sign_in');
  });

  it('makes a new person with a verified address of an allowed domain a member, and nobody else', async () => {
    expect(await refused(openBrowser(world.url), 'ada')).toBe(unknown);
    await world.ownerBrowser.ok('allow_domain', { domain: 'Company.test' }, world.orgId);
    server.colleagues.set('eve', { email: 'eve@company.test', email_verified: false, name: 'Eve' });
    server.colleagues.set('mallory', { email: 'mallory@sub.company.test', email_verified: true, name: 'Mallory' });
    expect(await refused(openBrowser(world.url), 'eve')).toBe(unknown);
    expect(await refused(openBrowser(world.url), 'mallory')).toBe(unknown);
    expect(await finish(openBrowser(world.url), 'ada')).toMatchObject({
      outcome: 'joined',
      account: { email: 'ada@company.test', name: 'Ada', hasPassword: false },
      organizations: [{ orgId: world.orgId, role: 'member' }],
    });
    expect(await finish(openBrowser(world.url), 'ada')).toMatchObject({ outcome: 'signed_in' });
    // A removed person cannot join again by signing in.
    await world.ownerBrowser.ok('remove_person', { email: 'ada@company.test' }, world.orgId);
    expect(await finish(openBrowser(world.url), 'ada')).toMatchObject({ outcome: 'signed_in', organizations: [] });
    await world.ownerBrowser.ok('disallow_domain', { domain: 'company.test' }, world.orgId);
    expect(await refused(openBrowser(world.url), 'bob')).toBe(unknown);
  });

  it('links nobody by an equal e-mail: neither an account nor a person without one', async () => {
    await world.ownerBrowser.ok('allow_domain', { domain: 'company.test' }, world.orgId);
    const ada = await world.join('ada@company.test', 'admin');
    await world.ownerBrowser.ok('add_person', { email: 'bob@company.test', role: 'admin' }, world.orgId);
    const visitor = openBrowser(world.url);
    const query = await goThere(visitor, 'ada');
    const reply = await visitor.post('finish_company_sign_in', { query });
    expect(reply.body.error.reason).toBe('company_identity_unknown');
    expect(reply.body.error.message).toContain('sign in with your password and link it under Account');
    expect(await refused(visitor, 'bob')).toBe(unknown);
    expect(await visitor.refused('my_account')).toBe('unauthorized');
    const { people } = await world.ownerBrowser.ok('list_people', {}, world.orgId);
    expect(people.find(({ email }: Loose) => email === 'bob@company.test')).toMatchObject({ hasAccount: false });
    expect((await ada.ok('list_company_identities')).identities).toEqual([]);
  });

  it('accepts the answer of the company once, from the same browser, within 10 minutes', async () => {
    const ada = await world.join('ada@acme.test', 'member');
    await finish(ada, 'ada', { link: true, password: goodPassword });
    const [first, other] = [openBrowser(world.url), openBrowser(world.url)];
    const query = await goThere(first, 'ada');
    expect(await other.refused('finish_company_sign_in', { query })).toBe(failed);
    await begin(other);
    expect(await other.refused('finish_company_sign_in', { query })).toBe(failed);
    await first.ok('finish_company_sign_in', { query });
    expect(await first.refused('finish_company_sign_in', { query })).toBe(failed);
    // Two tabs of one browser do not disturb each other.
    const [inOne, inTwo] = [await goThere(first, 'ada'), await goThere(first, 'ada')];
    await first.ok('finish_company_sign_in', { query: inOne });
    await first.ok('finish_company_sign_in', { query: inTwo });
    const late = await goThere(first, 'ada');
    world.clock.now += 10 * 60_000;
    expect(await first.refused('finish_company_sign_in', { query: late })).toBe(failed);
  });

  it('refuses another issuer, another nonce, an unknown state and another code, and reports a refusal by the company', async () => {
    const ada = await world.join('ada@acme.test', 'member');
    await finish(ada, 'ada', { link: true, password: goodPassword });
    const browser = openBrowser(world.url);
    const changed = async (name: string, value: string) => {
      const query = new URLSearchParams(await goThere(browser, 'ada'));
      expect(query.has(name)).toBe(true);
      query.set(name, value);
      return await browser.refused('finish_company_sign_in', { query: `${query}` });
    };
    expect(await changed('iss', 'https://evil.test')).toBe(failed);
    expect(await changed('state', 'x'.repeat(43))).toBe(failed);
    expect(await changed('code', 'x'.repeat(43))).toBe(failed);
    const address = new URL(await begin(browser));
    address.searchParams.set('nonce', 'another');
    expect(await browser.refused('finish_company_sign_in', { query: await server.visit(address.href, 'ada') })).toBe(failed);
    const denied = await server.visit(await begin(browser), undefined);
    const reply = await browser.post('finish_company_sign_in', { query: denied });
    expect(reply.body.error.message).toContain('the identity provider refused it (access_denied)');
    expect(await browser.refused('my_account')).toBe('unauthorized');
    // The issuer, the code, the nonce and the refusal came as far as the company's answer; the state did not.
    expect(reported).toEqual([
      expect.stringContaining('does not belong to this sign-in'),
      expect.stringContaining('(invalid_grant)'),
      expect.stringContaining('does not belong to this sign-in'),
      expect.stringContaining('(access_denied)'),
    ]);
  });

  it('links only for the account that began', async () => {
    const ada = await world.join('ada@acme.test', 'member');
    expect(await openBrowser(world.url).refused('begin_company_sign_in', { link: true })).toBe('unauthorized');
    const query = await goThere(ada, 'ada', { link: true, password: goodPassword });
    await ada.ok('sign_out');
    await ada.ok('sign_in', { email: 'owner@acme.test', password: goodPassword });
    expect(await ada.refused('finish_company_sign_in', { query })).toBe(failed);
    expect((await ada.ok('list_company_identities')).identities).toEqual([]);
  });
});

it('reports an unavailable company', async () => {
  const reported: string[] = [];
  await using gone = await openCompanyServer(clientSecret);
  const company = openCompany({ issuer: gone.issuer, clientId, clientSecret, report: ({ message }) => reported.push(message) });
  await gone[Symbol.asyncDispose]();
  await using world = await openPeopleWorld({ company });
  const reply = await openBrowser(world.url).post('begin_company_sign_in');
  expect(reply.body.error).toMatchObject({ reason: 'company_sign_in_failed', message: expect.stringContaining('cannot be reached') });
  expect(reported).toHaveLength(1);
});
