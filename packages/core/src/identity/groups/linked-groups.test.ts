import { dayMs } from '@gatehouse/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import type { CompanyClaims } from '../../kernel/ports/company-port.ts';
import { type Browser, openBrowser, setUpOwner } from '../../testing/fake-browser.ts';
import { createFakeCompany, type FakeCompany, finish } from '../../testing/fake-company.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

describe('groups linked to a claim of company sign-in (D77.2)', () => {
  let company: FakeCompany;
  let world: World;
  let owner: Browser;
  let ada: Browser;
  let groupId: string;

  beforeEach(async () => {
    company = { ...createFakeCompany(), groupsClaim: 'groups' };
    company.finish = async () => company.answer;
    world = await createWorld({ company });
    owner = await setUpOwner(world);
    await owner.ok('allow_domain', { domain: 'company.test' }, world.orgId);
    ada = openBrowser(world, '192.0.2.1');
    await signIn(undefined);
    ({ groupId } = await as('create_group', { name: 'Design', emails: ['ada@company.test'] }));
    await as('link_group', { groupId, claimValue: 'design' });
  });
  afterEach(async () => await world[Symbol.asyncDispose]());

  const as = (tool: string, input: object = {}): Promise<Loose> => owner.ok(tool, input, world.orgId);

  /** Signs Ada in with these groups in the claim. Undefined simulates an unreadable claim. */
  async function signIn(groups: string[] | undefined): Promise<void> {
    company.answer = { ...(company.answer as CompanyClaims), groups };
    await finish(ada);
  }

  const members = async () => (await as('list_group_people', { groupId })).people.map(({ email }: Loose) => email);

  it('are emptied, and then follow the claims of sign-ins; other values create nothing', async () => {
    expect(await members()).toEqual([]);
    await signIn(['sales', 'design']);
    expect(await members()).toEqual(['ada@company.test']);
    expect((await as('list_groups')).groups).toHaveLength(1);
    await signIn(undefined);
    expect(await members()).toEqual(['ada@company.test']);
    await signIn(['sales']);
    expect(await members()).toEqual([]);
  });

  it('cannot be changed by hand until they are unlinked, which keeps their people', async () => {
    await signIn(['design']);
    const emails = ['owner@acme.test'];
    for (const tool of ['add_to_group', 'remove_from_group'])
      expect(await owner.refused(tool, { groupId, emails }, world.orgId)).toBe('invalid_request/protected_item');
    const { groupId: other } = await as('create_group', { name: 'Other' });
    expect(await owner.refused('link_group', { groupId: other, claimValue: 'design' }, world.orgId)).toBe('invalid_request/duplicate_name');
    await as('link_group', { groupId, unlink: true });
    // The owner's session has expired by then, so the next calls use another credential.
    world.clock.now += 31 * dayMs;
    expect((await world.ok(world.owner, 'list_group_people', { groupId })).people).toMatchObject([{ endsAt: null }]);
    await world.ok(world.owner, 'add_to_group', { groupId, emails });
  });

  it('end access 30 days after the last sign-in with the claim, for keys too, and show the time in advance', async () => {
    await signIn(['design']);
    const endsAt = world.clock.now + 30 * dayMs;
    const { people } = await as('list_people');
    const personId = people.find(({ email }: Loose) => email === 'ada@company.test').id;
    const person: Credential = { type: 'person', orgId: world.orgId, personId };
    const key = await world.key(person, 'read');
    const { id: folderId } = await as('create_folder', { name: 'Mockups' });
    await as('share_folder', { folderId, groupId });
    const ask = async () => await world.ok(world.owner, 'explain_access', { personId, itemId: folderId });
    expect(await ask()).toMatchObject({ allowed: true, endsAt });
    expect((await world.ok(key, 'whoami')).groups).toEqual([{ groupId, name: 'Design', endsAt }]);
    world.clock.now = endsAt - 1;
    expect((await world.ok(key, 'list_folders')).folders).toHaveLength(1);
    world.clock.now = endsAt;
    expect((await world.ok(key, 'list_folders')).folders).toEqual([]);
    expect(await world.ok(key, 'whoami')).not.toHaveProperty('groups');
    expect(await ask()).toMatchObject({ allowed: false });
    world.clock.now++;
    await world.ok(world.owner, 'share_folder', { folderId, email: 'ada@company.test' });
    await signIn(['design']);
    expect(await ask()).not.toHaveProperty('endsAt');
  });

  it('require a gateway that reads a groups claim', async () => {
    Object.assign(company, { groupsClaim: undefined });
    const { groupId: other } = await as('create_group', { name: 'Other' });
    expect(await owner.refused('link_group', { groupId: other, claimValue: 'x' }, world.orgId)).toBe('invalid_request/no_company_sign_in');
  });
});
