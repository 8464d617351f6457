import { expect, it } from 'vitest';
import { createWorld } from '../../testing/test-world.ts';

it('keeps the first time of revocation, however often a key is revoked', async () => {
  await using world = await createWorld();
  const agent = await world.ok(world.owner, 'create_agent', { name: 'release-bot' });
  const { key: _, ...created } = await world.ok(world.owner, 'create_key', { agentId: agent.id, access: 'read', name: 'nightly' });
  const revokedAt = world.clock.now;
  expect(await world.ok(world.owner, 'revoke_key', { keyId: created.keyId })).toEqual({ ...created, revokedAt });
  world.clock.now += 1000;
  expect(await world.ok(world.owner, 'revoke_key', { keyId: created.keyId })).toEqual({ ...created, revokedAt });
});

it("gives the same answer for an unknown key and for another person's key", async () => {
  await using world = await createWorld();
  const [ada, bob] = [await world.addPerson('ada@acme.test'), await world.addPerson('bob@acme.test')];
  const agent = await world.ok(ada, 'create_agent', { name: 'release-bot' });
  const { key, keyId } = await world.ok(ada, 'create_key', { agentId: agent.id, access: 'read' });
  expect(await world.refused(bob, 'revoke_key', { keyId })).toBe('invalid_request/no_such_item');
  expect(await world.refused(bob, 'revoke_key', { keyId: 'key_00000000000000000000000000' })).toBe('invalid_request/no_such_item');
  expect((await world.call(key, 'whoami')).ok).toBe(true);
});

it('leaves no way to create a key for a removed person', async () => {
  await using world = await createWorld();
  const ada = await world.addPerson('ada@acme.test');
  const agent = await world.ok(ada, 'create_agent', { name: 'release-bot' });
  await world.ok(world.owner, 'remove_person', { email: 'ada@acme.test' });
  expect(await world.refused(world.owner, 'create_key', { agentId: agent.id, access: 'read' })).toBe('invalid_request/no_such_item');
});
