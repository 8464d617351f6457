import { describe, expect, it } from 'vitest';
import { createWorld } from '../../testing/test-world.ts';

describe('remove_person', () => {
  it('revokes every key of the person for good: added again, they get new ones', async () => {
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

  it('takes the folders back that were shared with the person; their own stay theirs (D25)', async () => {
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
});

describe('keys for other people', () => {
  it('are given out by owners and admins, but an admin gives out none that acts for an owner (D12)', async () => {
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
  it('is found however its address was typed (D26)', async () => {
    await using world = await createWorld();
    await world.addPerson('bob@acme.test');
    const { taskId } = await world.ok(world.owner, 'create_task', { title: 'Call' });
    await world.ok(world.owner, 'update_task', { taskId, assignee: 'Bob@Acme.test' });
    expect(await world.ok(world.owner, 'list_tasks', { assignee: 'BOB@acme.TEST' })).toMatchObject([{ assignee: 'bob@acme.test' }]);
  });
});
