import { expect, it } from 'vitest';
import { join, secretOf, setUpOwner } from '../../testing/fake-browser.ts';
import { createWorld, type World } from '../../testing/test-world.ts';

async function agentOf(world: World, ownerEmail: string): Promise<string> {
  return (await world.ok(world.owner, 'create_agent', { name: 'robot', ownerEmail })).id;
}

it('lets only a person with an account make and rotate keys for their agents; owners and admins revoke them (D43)', async () => {
  await using world = await createWorld();
  const owner = await setUpOwner(world);
  const admin = await join(world, owner, 'admin@acme.test', 'admin');
  const bob = await join(world, owner, 'bob@acme.test', 'member');
  const agentId = await agentOf(world, 'bob@acme.test');
  const { keyId } = await bob.ok('create_key', { agentId, access: 'write' }, world.orgId);
  for (const other of [owner, admin]) {
    expect(await other.refused('create_key', { agentId, access: 'read' }, world.orgId)).toBe('forbidden');
    expect(await other.refused('rotate_key', { keyId }, world.orgId)).toBe('forbidden');
  }
  expect((await owner.ok('list_keys', { agentId }, world.orgId)).keys).toHaveLength(1);
  const rotated = await bob.ok('rotate_key', { keyId }, world.orgId);
  await admin.ok('revoke_key', { keyId: rotated.keyId }, world.orgId);
  expect(await world.refused(rotated.key, 'whoami')).toBe('unauthorized');
});

it('makes explain_access refer others to the person who can create the key (D43, D45)', async () => {
  await using world = await createWorld();
  const owner = await setUpOwner(world);
  const bob = await join(world, owner, 'bob@acme.test', 'member');
  const agentId = await agentOf(world, 'bob@acme.test');
  const { keyId } = await bob.ok('create_key', { agentId, access: 'read' }, world.orgId);
  const asked = { keyId, tool: 'edit_doc' };
  expect((await bob.ok('explain_access', asked, world.orgId)).change).toMatchObject({ operation: 'create_key' });
  const { change } = await owner.ok('explain_access', asked, world.orgId);
  expect(change).toMatchObject({ operation: null, description: expect.stringContaining('only bob@acme.test can create keys') });
  // Other changes need no key.
  const { id: itemId } = await owner.ok('create_folder', { name: 'Plans' }, world.orgId);
  const { change: share } = await owner.ok('explain_access', { keyId, itemId }, world.orgId);
  expect(share).toMatchObject({ operation: 'share_folder', arguments: { folderId: itemId, email: 'bob@acme.test' } });
});

it('makes explain_access refer an admin to an owner for keys of an owner without an account (D43, D45)', async () => {
  await using world = await createWorld();
  const owner = await setUpOwner(world);
  const admin = await join(world, owner, 'admin@acme.test', 'admin');
  await owner.ok('add_person', { email: 'boss@acme.test', role: 'owner' }, world.orgId);
  const agentId = await agentOf(world, 'boss@acme.test');
  const { keyId } = await owner.ok('create_key', { agentId, access: 'read' }, world.orgId);
  expect(await admin.refused('create_key', { agentId, access: 'write' }, world.orgId)).toBe('forbidden');
  const asked = { keyId, tool: 'edit_doc' };
  const { change } = await admin.ok('explain_access', asked, world.orgId);
  expect(change).toMatchObject({ operation: null, description: expect.stringContaining('only an owner can create keys') });
  expect((await owner.ok('explain_access', asked, world.orgId)).change).toMatchObject({ operation: 'create_key' });
});

it('lets others create keys for a person without an account, and the command line for anyone', async () => {
  await using world = await createWorld();
  const owner = await setUpOwner(world);
  await owner.ok('add_person', { email: 'bob@acme.test' }, world.orgId);
  const agentId = await agentOf(world, 'bob@acme.test');
  const { keyId } = await owner.ok('create_key', { agentId, access: 'read' }, world.orgId);
  const { keyId: rotatedId } = await owner.ok('rotate_key', { keyId }, world.orgId);
  const secret = secretOf(await owner.ok('invite_person', { email: 'bob@acme.test' }, world.orgId));
  const visit = { address: undefined, browser: undefined, client: undefined };
  await world.ok({ type: 'visitor', visit }, 'accept_invitation', { secret, name: 'Bob', password: 'correct horse battery' });
  expect(await owner.refused('rotate_key', { keyId: rotatedId }, world.orgId)).toBe('forbidden');
  await world.ok(world.owner, 'rotate_key', { keyId: rotatedId });
  await world.ok(world.owner, 'create_key', { agentId, access: 'write' });
});
