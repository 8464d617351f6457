import type { Person } from '@gatehouse/storage';
import { describe, expect, it, vi } from 'vitest';
import { createFakeServices } from '../../testing/fake-services.ts';
import { createWorld, type Loose } from '../../testing/test-world.ts';

describe('remove_person', () => {
  it('revokes every key of the person for good: after a return, they get new ones', async () => {
    await using world = await createWorld();
    const member = await world.addPerson('bob@acme.test');
    const [own, others] = [await world.key(member, 'write'), await world.key(world.owner, 'read')];
    const { docId } = await world.ok(own, 'create_doc', { title: 'Plan' });
    await world.ok(world.owner, 'remove_person', { email: 'bob@acme.test' });
    expect(await world.refused(own, 'whoami')).toBe('unauthorized');
    expect(await world.addPerson('bob@acme.test')).toEqual(member);
    expect(await world.refused(own, 'whoami')).toBe('unauthorized');
    expect(await world.ok(others, 'read_doc', { docId })).toMatchObject({ title: 'Plan' });
    expect((await world.ok(member, 'list_keys')).keys).toMatchObject([{ revokedAt: world.clock.now }]);
    expect(await world.ok(await world.key(member, 'read'), 'read_doc', { docId })).toMatchObject({ title: 'Plan' });
  });

  it("unshares folders from the person, and leaves the person's own folders (D25)", async () => {
    await using world = await createWorld();
    const [bob, eve] = [await world.addPerson('bob@acme.test'), await world.addPerson('eve@acme.test')];
    const shared = await world.ok(world.owner, 'create_folder', { name: 'Shared' });
    const own = await world.ok(bob, 'create_folder', { name: 'Own' });
    for (const email of ['bob@acme.test', 'eve@acme.test']) await world.ok(world.owner, 'share_folder', { folderId: shared.id, email });
    await world.ok(world.owner, 'remove_person', { email: 'bob@acme.test' });
    await world.addPerson('bob@acme.test');
    expect((await world.ok(bob, 'list_folders')).folders).toMatchObject([{ id: own.id }]);
    expect((await world.ok(eve, 'list_folders')).folders).toMatchObject([{ id: shared.id, visibility: 'shared' }]);
    await world.ok(world.owner, 'remove_person', { email: 'eve@acme.test' });
    expect((await world.ok(world.owner, 'list_folders')).folders).toContainEqual(
      expect.objectContaining({ id: shared.id, visibility: 'private' }),
    );
  });

  it('removes the private connections of the person, in every process, and leaves those of others (D43)', async () => {
    const services = createFakeServices();
    await using world = await createWorld({ services });
    const bob = await world.addPerson('bob@acme.test');
    const access = { type: 'bearer', token: 'a token' };
    const add = async (person: Loose, visibility: string) =>
      (
        await world.ok(person, 'add_connection', {
          kind: 'mcp-http',
          service: `notes-${visibility}`,
          name: visibility,
          url: 'https://notes.test/mcp',
          visibility,
          access,
        })
      ).connectionId;
    const [own, shared] = [await add(bob, 'private'), await add(world.owner, 'organization')];
    services.forgotten.length = 0;
    await world.ok(world.owner, 'remove_person', { email: 'bob@acme.test' });
    expect(services.forgotten).toEqual([own]);
    const left = await world.store.read(() => world.store.connections.privateOf(world.orgId, bob.personId));
    expect(left).toEqual([]);
    expect((await world.ok(world.owner, 'list_connections')).connections).toMatchObject([{ connectionId: shared }]);
    await world.addPerson('bob@acme.test');
    expect(await world.refused(bob, 'read_connection', { connectionId: own })).toBe('invalid_request/no_such_item');
  });

  it('lets only owners remove an owner, and never the last one', async () => {
    await using world = await createWorld();
    const admin = await world.addPerson('ada@acme.test', 'admin');
    await world.addPerson('eve@acme.test', 'owner');
    expect(await world.refused(admin, 'remove_person', { email: 'eve@acme.test' })).toBe('forbidden');
    await world.ok(world.owner, 'remove_person', { email: 'eve@acme.test' });
    expect(await world.refused(world.owner, 'remove_person', { email: 'owner@acme.test' })).toBe('invalid_request/last_owner');
    expect(await world.refused(world.owner, 'remove_person', { email: 'eve@acme.test' })).toBe('invalid_request/no_such_item');
  });
});

describe('add_person', () => {
  it('lets only owners create owners, and adds each address once, until it is removed', async () => {
    await using world = await createWorld();
    const admin = await world.addPerson('ada@acme.test', 'admin');
    expect(await world.refused(admin, 'add_person', { email: 'eve@acme.test', role: 'owner' })).toBe('forbidden');
    const eve = await world.ok(admin, 'add_person', { email: 'eve@acme.test', name: 'Eve', role: 'admin' });
    expect(await world.refused(world.owner, 'add_person', { email: 'EVE@acme.test' })).toBe('invalid_request/duplicate_name');
    await world.ok(world.owner, 'remove_person', { email: 'eve@acme.test' });
    const again = await world.ok(world.owner, 'add_person', { email: 'eve@acme.test' });
    expect(again).toMatchObject({ id: eve.id, name: 'Eve', role: 'member' });
    const { people } = await world.ok(world.owner, 'list_people');
    expect(people.map(({ email, role }: Loose) => [email, role]).sort()).toEqual([
      ['ada@acme.test', 'admin'],
      ['eve@acme.test', 'member'],
      ['owner@acme.test', 'owner'],
    ]);
  });
});

describe('set_person_role', () => {
  it('is for admins unless an owner is concerned, and keeps the last owner', async () => {
    await using world = await createWorld();
    const admin = await world.addPerson('ada@acme.test', 'admin');
    await world.addPerson('bob@acme.test');
    const set = async (person: Loose, email: string, role: string) => await world.refused(person, 'set_person_role', { email, role });
    expect(await world.ok(admin, 'set_person_role', { email: 'bob@acme.test', role: 'admin' })).toMatchObject({ role: 'admin' });
    expect(await world.ok(admin, 'set_person_role', { email: 'bob@acme.test', role: 'member' })).toMatchObject({ role: 'member' });
    expect(await set(admin, 'bob@acme.test', 'owner')).toBe('forbidden');
    expect(await set(admin, 'owner@acme.test', 'member')).toBe('forbidden');
    expect(await set(world.owner, 'owner@acme.test', 'admin')).toBe('invalid_request/last_owner');
    expect(await world.ok(world.owner, 'set_person_role', { email: 'owner@acme.test', role: 'owner' })).toMatchObject({ role: 'owner' });
    await world.ok(world.owner, 'set_person_role', { email: 'bob@acme.test', role: 'owner' });
    expect(await world.ok(world.owner, 'set_person_role', { email: 'bob@acme.test', role: 'member' })).toMatchObject({ role: 'member' });
  });
});

describe('list_members', () => {
  it('lists the people of the organization page by page, without removed ones', async () => {
    await using world = await createWorld();
    for (const email of ['ada@acme.test', 'bob@acme.test', 'eve@acme.test']) await world.addPerson(email);
    await world.ok(world.owner, 'remove_person', { email: 'bob@acme.test' });
    const key = await world.key(world.owner, 'read');
    const emails: string[] = [];
    for (let cursor: string | undefined, pages = 1; ; pages++) {
      const page = await world.ok(key, 'list_members', { limit: 2, ...(cursor !== undefined && { cursor }) });
      emails.push(...page.members.map(({ email }: Loose) => email));
      expect(page.members.length).toBeLessThanOrEqual(2);
      cursor = page.nextCursor ?? undefined;
      if (cursor === undefined) {
        expect(pages).toBe(2);
        break;
      }
    }
    expect(emails.sort()).toEqual(['ada@acme.test', 'eve@acme.test', 'owner@acme.test']);
  });
});

describe('create_reset_link', () => {
  it('is for people with an account', async () => {
    await using world = await createWorld();
    await world.addPerson('bob@acme.test');
    expect(await world.refused(world.owner, 'create_reset_link', { email: 'bob@acme.test' })).toBe('invalid_request/no_such_item');
  });
});

describe('keys for other people', () => {
  it('are given out by owners and admins, but admins give out none for an owner (D12)', async () => {
    await using world = await createWorld();
    const admin = await world.addPerson('ada@acme.test', 'admin');
    const member = await world.addPerson('bob@acme.test');
    const ofOwner = await world.ok(world.owner, 'create_agent', { name: 'bot' });
    const ofMember = await world.ok(admin, 'create_agent', { name: 'bot', ownerEmail: 'bob@acme.test' });
    expect(await world.ok(admin, 'create_key', { agentId: ofMember.id, access: 'read' })).toMatchObject({ personId: member.personId });
    expect(await world.refused(admin, 'create_key', { agentId: ofOwner.id, access: 'read' })).toBe('forbidden');
    expect(await world.refused(admin, 'create_agent', { name: 'bot', ownerEmail: 'owner@acme.test' })).toBe('forbidden');
  });
});

describe('the assignee of a task', () => {
  it('is found in any spelling of the address (D26)', async () => {
    await using world = await createWorld();
    await world.addPerson('bob@acme.test');
    const { taskId } = await world.ok(world.owner, 'create_task', { title: 'Call' });
    await world.ok(world.owner, 'update_task', { taskId, assignee: 'Bob@Acme.test' });
    expect(await world.ok(world.owner, 'list_tasks', { assignee: 'BOB@acme.TEST' })).toMatchObject([{ assignee: 'bob@acme.test' }]);
  });
});

describe('changing people', () => {
  it.each([
    ['add_person', { email: 'eve@acme.test' }],
    ['invite_person', { email: 'eve@acme.test' }],
    ['set_person_role', { email: 'bob@acme.test', role: 'admin' }],
    ['remove_person', { email: 'bob@acme.test' }],
  ])('is refused if the caller lost their role or was removed while it waited: %s', async (tool, input) => {
    await using world = await createWorld();
    const admin = await world.addPerson('ada@acme.test', 'admin');
    await world.addPerson('bob@acme.test');
    const { people } = world.store;
    const hold = vi.spyOn(people, 'hold');
    const changeBehindTheLock = (change: Partial<Person>) =>
      hold.mockImplementationOnce(function* (orgId) {
        const ada = yield* people.find(orgId, admin.personId);
        if (ada) yield* people.update({ ...ada, ...change });
      });
    changeBehindTheLock({ role: 'member' });
    expect(await world.refused(admin, tool, input)).toBe('forbidden');
    changeBehindTheLock({ removedAt: world.clock.now });
    expect(await world.refused(admin, tool, input)).toBe('unauthorized');
    await world.ok(admin, tool, input);
  });
});
