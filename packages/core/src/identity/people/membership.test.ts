import { describe, expect, it } from 'vitest';
import { type Browser, goodPassword, join, openBrowser, secretOf, setUpOwner } from '../../testing/fake-browser.ts';
import { createWorld, type World } from '../../testing/test-world.ts';

const operator = { type: 'operator' } as const;
const account = { name: 'Somebody', password: goodPassword };

/** Another organization, with an owner who signs in. */
async function otherOrganization(world: World): Promise<{ orgId: string; owner: Browser }> {
  const { orgId, ownerId } = await world.ok(operator, 'create_organization', { name: 'Other', ownerEmail: 'olga@other.test' });
  const made = await world.ok({ type: 'person', orgId, personId: ownerId }, 'invite_person', { email: 'olga@other.test' });
  const owner = openBrowser(world);
  await owner.ok('accept_invitation', { secret: secretOf(made), ...account });
  return { orgId, owner };
}

describe('an invitation', () => {
  it('makes a new person a member with an account, once, within 7 days (D38, D40)', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const made = await owner.ok('invite_person', { email: 'Bob@acme.test', name: 'Bob', role: 'admin' }, world.orgId);
    expect(made).toMatchObject({ email: 'bob@acme.test', role: 'admin', expiresAt: world.clock.now + 7 * 24 * 60 * 60_000 });
    expect(await owner.ok('list_invitations', {}, world.orgId)).toMatchObject({ invitations: [{ id: made.id, email: 'bob@acme.test' }] });
    const bob = openBrowser(world);
    const secret = secretOf(made);
    expect(await bob.ok('read_link', { secret })).toMatchObject({ kind: 'invitation', organization: 'Acme', name: 'Bob', role: 'admin' });
    expect(await bob.refused('accept_invitation', { secret })).toBe('invalid_request/invalid_argument');
    const joined = await bob.ok('accept_invitation', { secret, password: goodPassword });
    expect(joined).toMatchObject({
      account: { email: 'bob@acme.test', name: 'Bob' },
      organizations: [{ orgId: world.orgId, role: 'admin' }],
    });
    expect(await openBrowser(world).refused('accept_invitation', { secret, ...account })).toBe('invalid_request/link_not_good');
    expect(await owner.ok('list_invitations', {}, world.orgId)).toEqual({ invitations: [] });
    expect(await owner.refused('invite_person', { email: 'bob@acme.test' }, world.orgId)).toBe('invalid_request/duplicate_name');
    const late = secretOf(await owner.ok('invite_person', { email: 'eve@acme.test' }, world.orgId));
    world.clock.now += 7 * 24 * 60 * 60_000;
    expect(await openBrowser(world).refused('read_link', { secret: late })).toBe('invalid_request/link_not_good');
  });

  it('is named in the log when it is revoked', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const { id } = await owner.ok('invite_person', { email: 'bob@acme.test' }, world.orgId);
    await owner.ok('revoke_invitation', { invitationId: id }, world.orgId);
    const [row] = await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 5, tool: 'revoke_invitation' }));
    expect([row?.itemType, row?.itemId]).toEqual(['invitation', id]);
  });

  it('names its person as they choose, else as the invitation does, else by their address', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const nameOf = async (email: string, invited: object, accepted: object) => {
      const secret = secretOf(await owner.ok('invite_person', { email, ...invited }, world.orgId));
      return (await openBrowser(world).ok('accept_invitation', { secret, password: goodPassword, ...accepted })).account.name;
    };
    expect(await nameOf('bob@acme.test', { name: 'Robert' }, { name: 'Bob' })).toBe('Bob');
    expect(await nameOf('eve@acme.test', { name: 'Eve' }, {})).toBe('Eve');
    expect(await nameOf('zoe@acme.test', {}, {})).toBe('zoe@acme.test');
  });

  it('joins the person who accepts it: an equal address alone joins nobody (D38)', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const { orgId, owner: olga } = await otherOrganization(world);
    await world.ok(world.owner, 'add_person', { email: 'olga@other.test' });
    expect((await olga.ok('my_account')).organizations).toMatchObject([{ orgId }]);
    const secret = secretOf(await owner.ok('invite_person', { email: 'olga@other.test' }, world.orgId));
    expect(await openBrowser(world).refused('accept_invitation', { secret, ...account })).toBe('invalid_request/duplicate_name');
    const { organizations } = await olga.ok('accept_invitation', { secret });
    expect(organizations.map((one: { orgId: string }) => one.orgId).sort()).toEqual([orgId, world.orgId].sort());
    const under = secretOf(await owner.ok('invite_person', { email: 'another@acme.test' }, world.orgId));
    expect(await olga.refused('accept_invitation', { secret: under })).toBe('invalid_request/duplicate_name');
    const sandra = await join(world, owner, 'sandra@acme.test', 'member');
    const toOther = secretOf(await olga.ok('invite_person', { email: 'sandy@other.test' }, orgId));
    await sandra.ok('accept_invitation', { secret: toOther });
    expect((await olga.ok('list_people', {}, orgId)).people).toContainEqual(expect.objectContaining({ email: 'sandy@other.test' }));
    expect(await sandra.ok('whoami', {}, orgId)).toMatchObject({ orgId });
  });

  it('joins an existing person: their keys, agents and role stay', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const person = await world.addPerson('bob@acme.test', 'admin');
    const key = await world.key(person, 'read');
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    expect((await bob.ok('my_account')).organizations).toMatchObject([{ personId: person.personId, role: 'admin' }]);
    await world.ok(key, 'whoami');
    expect((await bob.ok('list_agents', {}, world.orgId)).agents).toHaveLength(1);
  });

  it('can be revoked, or replaced by the next one for the same address; one of another organization looks absent (D5)', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const { orgId, owner: olga } = await otherOrganization(world);
    const first = await owner.ok('invite_person', { email: 'bob@acme.test' }, world.orgId);
    const second = await owner.ok('invite_person', { email: 'bob@acme.test' }, world.orgId);
    expect(await openBrowser(world).refused('read_link', { secret: secretOf(first) })).toBe('invalid_request/link_not_good');
    for (const invitationId of [second.id, 'link_absent'])
      expect(await olga.refused('revoke_invitation', { invitationId }, orgId)).toBe('invalid_request/no_such_item');
    await owner.ok('revoke_invitation', { invitationId: second.id }, world.orgId);
    expect(await openBrowser(world).refused('read_link', { secret: secretOf(second) })).toBe('invalid_request/link_not_good');
  });

  it('loses its effect if its creator was removed or got a lower role', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const ada = await join(world, owner, 'ada@acme.test', 'admin');
    const ofAda = secretOf(await ada.ok('invite_person', { email: 'eve@acme.test' }, world.orgId));
    expect(await ada.refused('invite_person', { email: 'eve@acme.test', role: 'owner' }, world.orgId)).toBe('forbidden');
    await owner.ok('set_person_role', { email: 'ada@acme.test', role: 'member' }, world.orgId);
    expect(await openBrowser(world).refused('accept_invitation', { secret: ofAda, ...account })).toBe('invalid_request/link_not_good');
    await owner.ok('set_person_role', { email: 'ada@acme.test', role: 'admin' }, world.orgId);
    expect(await openBrowser(world).ok('read_link', { secret: ofAda })).toMatchObject({ invitedBy: 'ada@acme.test' });
    await owner.ok('remove_person', { email: 'ada@acme.test' }, world.orgId);
    expect(await openBrowser(world).refused('read_link', { secret: ofAda })).toBe('invalid_request/link_not_good');
  });

  it('is created and revoked only by owners if it is for an owner who cannot sign in yet', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const ada = await join(world, owner, 'ada@acme.test', 'admin');
    await world.addPerson('oscar@acme.test', 'owner');
    expect(await ada.refused('invite_person', { email: 'oscar@acme.test' }, world.orgId)).toBe('forbidden');
    const { id } = await owner.ok('invite_person', { email: 'oscar@acme.test' }, world.orgId);
    expect(await ada.refused('revoke_invitation', { invitationId: id }, world.orgId)).toBe('forbidden');
  });
});

describe('resetting an account', () => {
  it('is for people who may manage its person, and only while it belongs to this organization alone (D43)', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const ada = await join(world, owner, 'ada@acme.test', 'admin');
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const ofBob = { email: 'bob@acme.test' };
    for (const tool of ['create_reset_link', 'end_person_sessions']) {
      expect(await ada.refused(tool, { email: 'owner@acme.test' }, world.orgId)).toBe('forbidden');
      expect(await bob.refused(tool, { email: 'ada@acme.test' }, world.orgId)).toBe('forbidden');
    }
    const early = secretOf(await ada.ok('create_reset_link', ofBob, world.orgId));
    expect(await ada.ok('end_person_sessions', ofBob, world.orgId)).toEqual({ ended: 1 });
    expect(await bob.refused('my_account')).toBe('unauthorized');
    await bob.ok('sign_in', { ...ofBob, password: goodPassword });
    const { orgId, owner: olga } = await otherOrganization(world);
    await bob.ok('accept_invitation', { secret: secretOf(await olga.ok('invite_person', { email: 'bob@other.test' }, orgId)) });
    for (const tool of ['create_reset_link', 'end_person_sessions']) expect(await ada.refused(tool, ofBob, world.orgId)).toBe('forbidden');
    const reset = { secret: early, newPassword: 'staple correct horse' };
    expect(await openBrowser(world).refused('reset_password', reset)).toBe('invalid_request/link_not_good');
    await openBrowser(world).ok('reset_password', { ...reset, secret: secretOf(await world.ok(world.owner, 'create_reset_link', ofBob)) });
  });

  it('requires that its creator may still manage the person when the link is used (D43)', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const ada = await join(world, owner, 'ada@acme.test', 'admin');
    await join(world, owner, 'bob@acme.test', 'member');
    const secret = secretOf(await ada.ok('create_reset_link', { email: 'bob@acme.test' }, world.orgId));
    const roleOf = (email: string, role: string) => owner.ok('set_person_role', { email, role }, world.orgId);
    const visitor = openBrowser(world);
    const outcome = async () => {
      const answer = await visitor.call('read_link', { secret });
      return answer.ok ? 'good' : answer.error.reason;
    };
    await roleOf('ada@acme.test', 'member');
    expect(await outcome()).toBe('link_not_good');
    const reset = { secret, newPassword: 'staple correct horse' };
    expect(await visitor.refused('reset_password', reset)).toBe('invalid_request/link_not_good');
    await roleOf('ada@acme.test', 'admin');
    expect(await outcome()).toBe('good');
    await roleOf('bob@acme.test', 'owner');
    expect(await outcome()).toBe('link_not_good');
    await roleOf('bob@acme.test', 'member');
    await visitor.ok('reset_password', reset);
  });
});

describe('a person who leaves', () => {
  it('fails at the next call with key and session, and returns only by a new invitation', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const [{ personId }] = (await bob.ok('my_account')).organizations;
    const key = await world.key({ type: 'person', orgId: world.orgId, personId }, 'read');
    const open = secretOf(await owner.ok('invite_person', { email: 'eve@acme.test' }, world.orgId));
    await owner.ok('remove_person', { email: 'bob@acme.test' }, world.orgId);
    expect(await world.refused(key, 'whoami')).toBe('unauthorized');
    expect(await bob.refused('list_people', {}, world.orgId)).toBe('forbidden/not_a_member');
    expect((await bob.ok('my_account')).organizations).toEqual([]);
    await world.ok(world.owner, 'add_person', { email: 'bob@acme.test' });
    expect(await bob.refused('list_people', {}, world.orgId)).toBe('forbidden/not_a_member');
    await bob.ok('accept_invitation', { secret: secretOf(await owner.ok('invite_person', { email: 'bob@acme.test' }, world.orgId)) });
    await bob.ok('leave_organization', {}, world.orgId);
    expect(await bob.refused('list_people', {}, world.orgId)).toBe('forbidden/not_a_member');
    expect(await owner.refused('leave_organization', {}, world.orgId)).toBe('invalid_request/last_owner');
    expect(await openBrowser(world).ok('read_link', { secret: open })).toMatchObject({ email: 'eve@acme.test' });
  });

  it('loses a pending invitation', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    await world.addPerson('bob@acme.test');
    const secret = secretOf(await owner.ok('invite_person', { email: 'bob@acme.test' }, world.orgId));
    await owner.ok('remove_person', { email: 'bob@acme.test' }, world.orgId);
    expect(await openBrowser(world).refused('accept_invitation', { secret, ...account })).toBe('invalid_request/link_not_good');
  });

  it('transfers folders, open tasks and connections to a successor', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const eve = await join(world, owner, 'eve@acme.test', 'member');
    await bob.ok('create_folder', { name: 'Plans' }, world.orgId);
    for (const [title, status] of [
      ['open', 'todo'],
      ['closed', 'done'],
    ] as const)
      await bob.ok('create_task', { title, status, assignee: 'bob@acme.test' }, world.orgId);
    const having = { folders: 1, openTasks: 1, connections: 0, privateConnections: 0, agents: 0, goodKeys: 0 };
    const ofBob = { email: 'bob@acme.test' };
    expect(await owner.ok('list_belongings', ofBob, world.orgId)).toEqual(having);
    expect(await bob.ok('list_belongings', ofBob, world.orgId)).toEqual(having);
    expect(await eve.refused('list_belongings', ofBob, world.orgId)).toBe('forbidden');
    const remove = (successorEmail: string) => owner.refused('remove_person', { ...ofBob, successorEmail }, world.orgId);
    expect(await remove('bob@acme.test')).toBe('invalid_request/invalid_argument');
    expect(await remove('nobody@acme.test')).toBe('invalid_request/no_such_item');
    await owner.ok('remove_person', { ...ofBob, successorEmail: 'eve@acme.test' }, world.orgId);
    expect(await owner.ok('list_belongings', { email: 'eve@acme.test' }, world.orgId)).toEqual(having);
    expect((await eve.ok('list_folders', {}, world.orgId)).folders).toMatchObject([{ name: 'Plans', isOwner: true }]);
    const tasks = await owner.ok('list_tasks', { includeDone: true }, world.orgId);
    expect(tasks.map(({ title, assignee }: { title: string; assignee: string }) => [title, assignee]).sort()).toEqual([
      ['closed', 'bob@acme.test'],
      ['open', 'eve@acme.test'],
    ]);
  });
});

describe('end_person_sessions', () => {
  it('ends every session of a person whom the caller manages, and is logged with their name', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const admin = await join(world, owner, 'ada@acme.test', 'admin');
    expect(await admin.refused('end_person_sessions', { email: 'owner@acme.test' }, world.orgId)).toBe('forbidden');
    expect(await admin.ok('end_person_sessions', { email: 'bob@acme.test' }, world.orgId)).toEqual({ ended: 1 });
    expect(await bob.refused('my_account')).toBe('unauthorized');
    await owner.ok('whoami', {}, world.orgId);
    const people = (await owner.ok('list_people', {}, world.orgId)).people as { email: string; id: string }[];
    const [row] = await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 5, tool: 'end_person_sessions' }));
    expect([row?.itemType, row?.itemId]).toEqual(['person', people.find(({ email }) => email === 'bob@acme.test')?.id]);
    await world.addPerson('new@acme.test');
    expect(await owner.ok('end_person_sessions', { email: 'new@acme.test' }, world.orgId)).toEqual({ ended: 0 });
  });
});

describe('a link', () => {
  it('opens only its own page, and names that page', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    await join(world, owner, 'bob@acme.test', 'member');
    const invitation = secretOf(await owner.ok('invite_person', { email: 'eve@acme.test' }, world.orgId));
    const reset = secretOf(await owner.ok('create_reset_link', { email: 'bob@acme.test' }, world.orgId));
    const browser = openBrowser(world);
    const told = async (tool: string, input: object) => {
      const answer = await browser.call(tool, input);
      return answer.ok ? answer.value : [answer.error.reason, answer.error.detail, /\/app\/[\w-]+/.exec(answer.error.message)?.[0]];
    };
    expect(await told('reset_password', { secret: invitation, newPassword: goodPassword })).toEqual([
      'link_not_good',
      'other_page',
      '/app/invitation',
    ]);
    expect(await told('accept_invitation', { secret: reset, ...account })).toEqual(['link_not_good', 'other_page', '/app/reset']);
    // Neither was used up.
    await browser.ok('accept_invitation', { secret: invitation, ...account });
    await browser.ok('reset_password', { secret: reset, newPassword: 'staple correct horse' });
  });

  it('states in one word why it is invalid: used, revoked, too old, unknown, or for a person who has joined or left', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const fault = async (secret: string) => {
      const answer = await openBrowser(world).call('read_link', { secret });
      return answer.ok ? 'good' : answer.error.detail;
    };
    const invite = async (email: string) => secretOf(await owner.ok('invite_person', { email }, world.orgId));
    const replaced = await invite('eve@acme.test');
    const eves = await invite('eve@acme.test');
    expect([await fault(replaced), await fault(eves), await fault(`${eves}x`)]).toEqual(['revoked', 'good', 'unknown']);
    await openBrowser(world).ok('accept_invitation', { secret: eves, ...account });
    expect(await fault(eves)).toBe('used');
    const [ended, old] = [await owner.ok('create_reset_link', { email: 'bob@acme.test' }, world.orgId), await invite('zoe@acme.test')];
    expect(await fault(secretOf(ended))).toBe('good');
    await bob.ok('delete_account', { password: goodPassword });
    expect(await fault(secretOf(ended))).not.toBe('good');
    world.clock.now += 7 * 24 * 60 * 60_000 - 1;
    expect(await fault(old)).toBe('good');
    world.clock.now += 1;
    expect(await fault(old)).toBe('expired');
  });
});
