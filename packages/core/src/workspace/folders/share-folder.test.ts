import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../testing/test-world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world[Symbol.asyncDispose]());

describe.each(['share_folder', 'unshare_folder'])('%s', (tool) => {
  it('takes exactly one of a person, a group and the organization, and changes nothing otherwise', async () => {
    const email = `${tool}@acme.test`;
    await world.addPerson(email);
    const { groupId } = await world.ok(world.owner, 'create_group', { name: tool, emails: [email] });
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: tool });
    const shared = await world.ok(world.owner, 'share_folder', { folderId, email });
    const organization = true;
    for (const to of [{}, { email, groupId }, { email, organization }, { groupId, organization }, { email, groupId, organization }])
      expect([to, await world.refused(world.owner, tool, { folderId, ...to })]).toEqual([to, 'invalid_request/invalid_argument']);
    expect(await world.ok(world.owner, 'share_folder', { folderId, email })).toEqual(shared);
  });
});
