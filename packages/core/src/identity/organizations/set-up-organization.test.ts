import { describe, expect, it } from 'vitest';
import { createWorld } from '../../testing/test-world.ts';
import { unclaimedOwner } from './unclaimed.ts';

const operator = { type: 'operator' } as const;
const acme = { organization: { name: 'Acme Inc', ownerEmail: 'Ada@acme.test', ownerName: 'Ada' } };

/** Opens a world with an unclaimed organization, as a gateway creates it on its first start. */
async function unclaimedWorld() {
  const world = await createWorld();
  await world.store.perform(
    function* () {
      const [owner] = yield* world.store.people.list(world.orgId);
      if (owner) yield* world.store.people.update({ ...owner, email: unclaimedOwner });
    },
    { changes: true },
  );
  return world;
}

describe('set_up_organization', () => {
  it('returns the existing organization if no name is given', async () => {
    await using world = await createWorld();
    expect(await world.ok(operator, 'set_up_organization', {})).toMatchObject({ orgId: world.orgId, outcome: 'existing' });
  });

  it('claims the organization that was created automatically, with its keys and people', async () => {
    await using world = await unclaimedWorld();
    const key = await world.key(world.owner, 'write');
    const claimed = await world.ok(operator, 'set_up_organization', acme);
    expect(claimed).toEqual({
      orgId: world.orgId,
      ownerId: world.owner.personId,
      name: 'Acme Inc',
      ownerEmail: 'ada@acme.test',
      outcome: 'claimed',
    });
    expect(await world.ok(key, 'whoami')).toMatchObject({ orgName: 'Acme Inc' });
    expect((await world.ok(world.owner, 'list_people')).people).toMatchObject([{ email: 'ada@acme.test', name: 'Ada', role: 'owner' }]);
    expect(await world.ok(operator, 'set_up_organization', acme)).toEqual({ ...claimed, outcome: 'existing' });
  });

  it('creates another one, with starter documents (D28), if a person has joined or claimed the first', async () => {
    await using world = await unclaimedWorld();
    await world.addPerson('bob@acme.test');
    const made = await world.ok(operator, 'set_up_organization', acme);
    expect(made).toMatchObject({ outcome: 'created' });
    expect(made.orgId).not.toBe(world.orgId);
    const owner = { type: 'person', orgId: made.orgId, personId: made.ownerId } as const;
    expect((await world.ok(owner, 'list_docs')).docs).toHaveLength(3);
  });

  it("refuses the name of another person's organization", async () => {
    await using world = await createWorld();
    const input = { organization: { name: 'Acme', ownerEmail: 'eve@acme.test' } };
    expect(await world.refused(operator, 'set_up_organization', input)).toBe('invalid_request/duplicate_name');
  });

  it('is only for the operator', async () => {
    await using world = await createWorld();
    expect(await world.refused(world.owner, 'set_up_organization', acme)).toBe('not_found');
    expect(await world.refused(await world.key(world.owner, 'write'), 'set_up_organization', acme)).toBe('not_found');
  });
});
