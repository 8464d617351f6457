import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goodPassword, join, setUpOwner } from '../../testing/fake-browser.ts';
import { createFakeServices } from '../../testing/fake-services.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`edit_key on ${engine.name} (D49.6)`, () => {
    let world: World;
    beforeEach(async () => {
      world = await createWorld({ engine: engine.dialect });
    });
    afterEach(async () => await world[Symbol.asyncDispose]());

    async function make(given: object = {}, person = world.owner): Promise<{ key: string; keyId: string; agentId: string }> {
      const agent = await world.ok(person, 'create_agent', { name: 'robot' });
      return await world.ok(person, 'create_key', { agentId: agent.id, access: 'write', ...given });
    }

    const edit = (keyId: string, change: object) => world.ok(world.owner, 'edit_key', { keyId, ...change });
    const reason = async (key: string, tool: string, input: object = {}) => {
      const answer = await world.call(key, tool, input);
      return answer.ok ? 'ok' : (answer.error.reason ?? answer.error.code);
    };

    it('changes one limit, keeps the others, and applies from the next call', async () => {
      const { key, keyId } = await make({ tools: ['search', 'list_docs'] });
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
      await world.ok(world.owner, 'create_doc', { title: 'Outside' });
      const folders = [{ folderId, access: 'read' }];
      expect(await edit(keyId, { folders })).toMatchObject({ tools: ['search', 'list_docs'], connections: null, folders });
      expect((await world.ok(key, 'list_docs')).docs).toEqual([]);
      expect(await edit(keyId, { tools: ['search'] })).toMatchObject({ tools: ['search'], folders });
      expect(await reason(key, 'list_docs')).toBe('forbidden');
      expect(await edit(keyId, { clear: ['tools', 'folders'], search: 'best' })).toMatchObject({
        tools: null,
        folders: null,
        search: 'best',
      });
      expect((await world.ok(key, 'list_docs')).docs).not.toEqual([]);
    });

    it('changes the keys that replaced each other together, and no others of the agent', async () => {
      const old = await make();
      const other = await world.ok(world.owner, 'create_key', { agentId: old.agentId, access: 'read' });
      const made = await world.ok(world.owner, 'rotate_key', { keyId: old.keyId });
      await edit(made.keyId, { tools: ['search'] });
      expect(await Promise.all([old.key, made.key, other.key].map((key) => reason(key, 'list_docs')))).toEqual([
        'forbidden',
        'forbidden',
        'ok',
      ]);
      await edit(old.keyId, { clear: ['tools'] });
      expect(await reason(made.key, 'list_docs')).toBe('ok');
    });

    it('refuses edits that change nothing, contradict themselves or name something that does not exist', async () => {
      const { keyId } = await make();
      const refused = (change: object) => world.refused(world.owner, 'edit_key', { keyId, ...change });
      expect(await refused({})).toBe('invalid_request/nothing_to_change');
      expect(await refused({ tools: ['search'], clear: ['tools'] })).toBe('invalid_request/invalid_argument');
      expect(await refused({ tools: ['serach'] })).toBe('invalid_request/invalid_argument');
      expect(await refused({ folders: [{ folderId: 'folder_none', access: 'read' }] })).toBe('invalid_request/no_such_item');
      await world.ok(world.owner, 'revoke_key', { keyId });
      expect(await refused({ tools: ['search'] })).toBe('invalid_request/nothing_to_change');
    });

    it('is for its person and for owners and admins; a member does not find the keys of others', async () => {
      const { keyId } = await make();
      const member = await world.addPerson('member@acme.test');
      expect(await world.refused(member, 'edit_key', { keyId, tools: ['search'] })).toBe('invalid_request/no_such_item');
    });
  });
}

describe('edit_key in a session (D49.6, D54)', () => {
  it('lets owners narrow the keys of others, and only their person widen them, with the password again', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const { id: agentId } = (await bob.ok('create_agent', { name: 'robot' }, world.orgId)) as Loose;
    const { key, keyId } = (await bob.ok('create_key', { agentId, access: 'write' }, world.orgId)) as Loose;
    const orgId = world.orgId;
    expect(await owner.ok('edit_key', { keyId, tools: ['search', 'list_docs'] }, orgId)).toMatchObject({ tools: ['search', 'list_docs'] });
    for (const change of [
      { clear: ['tools'] },
      { tools: ['search', 'read_doc'] },
      { tools: ['search', 'read_doc'], password: goodPassword },
    ])
      expect(await owner.refused('edit_key', { keyId, ...change }, orgId)).toBe('forbidden');
    expect(await owner.refused('edit_key', { keyId, search: 'best' }, orgId)).toBe('forbidden');
    expect(await bob.ok('edit_key', { keyId, tools: ['search'], search: 'best' }, orgId)).toMatchObject({
      tools: ['search'],
      search: 'best',
    });
    expect(await bob.refused('edit_key', { keyId, clear: ['tools'] }, orgId)).toBe('invalid_request/invalid_argument');
    const wrong = { keyId, clear: ['tools'], password: 'wrong horse battery' };
    expect(await bob.refused('edit_key', wrong, orgId)).toBe('unauthorized/wrong_password');
    expect(await world.refused(key, 'list_docs')).toBe('forbidden');
    expect(await bob.ok('edit_key', { keyId, clear: ['tools'], password: goodPassword }, orgId)).toMatchObject({ tools: null });
    await world.ok(key, 'list_docs');
  });

  it('lets owners take direct tools off the keys of others, and only their person add some (D76)', async () => {
    await using world = await createWorld({ services: createFakeServices() });
    const owner = await setUpOwner(world);
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const { orgId } = world;
    const github = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp', visibility: 'organization' };
    await owner.ok('add_connection', github, orgId);
    const { id: agentId } = (await bob.ok('create_agent', { name: 'robot' }, orgId)) as Loose;
    const { keyId } = (await bob.ok('create_key', { agentId, access: 'write' }, orgId)) as Loose;
    const [one, other] = [{ toolSlug: 'github__create_issue' }, { toolSlug: 'github__list_issues' }];
    const edit = (directTools: object[]) => ({ keyId, directTools });
    expect(await owner.refused('edit_key', edit([one]), orgId)).toBe('forbidden');
    expect(await bob.ok('edit_key', edit([one, other]), orgId)).toMatchObject({ directTools: [one, other] });
    expect(await owner.ok('edit_key', edit([other]), orgId)).toMatchObject({ directTools: [other] });
    expect(await owner.refused('edit_key', edit([one, other]), orgId)).toBe('forbidden');
    expect(await owner.ok('edit_key', edit([]), orgId)).toMatchObject({ directTools: [] });
  });
});
