import { describe, expect, it } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

const namesOf = ({ items }: Loose): string[] => items.map(({ name }: Loose) => name);

describe.each(engines)('people and folders on $engine', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    /** Acme without the documents that it starts with, Ada and Bob, and a folder of Ada's. */
    async function openFolder() {
      const world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const bob = await world.addPerson('bob@acme.test');
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Notes' });
      return { world, ada, bob, folderId, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
    }

    async function fill(world: World, person: Credential, place: { folderId?: string }) {
      for (const title of ['beta', 'Alpha', 'émile', 'gamma']) {
        world.clock.now++;
        await world.ok(person, 'create_doc', { title, ...place });
      }
      world.clock.now++;
      await world.ok(person, 'write_file', { name: 'Beta.txt', content: 'a', ...place });
      world.clock.now++;
      await world.ok(person, 'write_skill', { name: 'alpha-two', description: 'd', content: 'c', ...place });
    }

    async function allOf(world: World, person: Credential, input: object): Promise<string[]> {
      const names: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Loose = await world.ok(person, 'browse_folder', { ...input, limit: 2, ...(cursor && { cursor }) });
        expect(page.items.length).toBeLessThanOrEqual(2);
        names.push(...namesOf(page));
        cursor = page.nextCursor;
      }
      return names;
    }

    it('see the content of a folder, by name or newest change, page by page and by kind', async () => {
      await using desk = await openFolder();
      const { world, ada, folderId } = desk;
      await fill(world, ada, { folderId });
      await fill(world, ada, {});
      const byName = ['Alpha', 'alpha-two', 'beta', 'Beta.txt', 'gamma', 'émile'];
      expect(await allOf(world, ada, { folderId })).toEqual(byName);
      const newest = ['alpha-two', 'Beta.txt', 'gamma', 'émile', 'Alpha', 'beta'];
      expect(await allOf(world, ada, { folderId, sort: 'changed' })).toEqual(newest);
      expect(await allOf(world, ada, { folderId, type: 'doc' })).toEqual(['Alpha', 'beta', 'gamma', 'émile']);
      const started = ['Company overview', 'Goals', 'How agents work here', 'gatehouse'];
      expect((await allOf(world, ada, {})).filter((name) => !started.includes(name))).toEqual(byName);
      expect((await allOf(world, ada, { sort: 'changed' })).slice(0, 6)).toEqual(newest);
      const { folder, items } = await world.ok(ada, 'browse_folder', { folderId, limit: 1 });
      expect(folder).toEqual({ id: folderId, name: 'Notes', parentId: null, isOwner: true, canWrite: true });
      expect(items).toMatchObject([{ type: 'doc', name: 'Alpha', versionCount: 1, tags: [] }]);
    });

    it('see nothing of a folder that they cannot see, and no cursor leads elsewhere', async () => {
      await using desk = await openFolder();
      const { world, ada, bob, folderId } = desk;
      await fill(world, ada, { folderId });
      for (const tool of ['browse_folder', 'list_folder_viewers', 'delete_folder'])
        expect(await world.refused(bob, tool, { folderId })).toBe('invalid_request/no_such_item');
      expect(await world.refused(bob, 'rename_folder', { folderId, name: 'Mine' })).toBe('invalid_request/no_such_item');
      const { nextCursor: cursor } = await world.ok(ada, 'browse_folder', { folderId, limit: 1 });
      expect(await world.refused(bob, 'browse_folder', { cursor })).toBe('invalid_request/invalid_cursor');
      expect(await world.refused(ada, 'browse_folder', { folderId, sort: 'changed', cursor })).toBe('invalid_request/invalid_cursor');
      expect(namesOf(await world.ok(bob, 'browse_folder'))).not.toContain('beta');
    });

    it('rename their own folders, and only owners and admins rename those of others', async () => {
      await using desk = await openFolder();
      const { world, ada, bob, folderId } = desk;
      await world.ok(ada, 'share_folder', { folderId, email: 'bob@acme.test' });
      expect(await world.refused(bob, 'rename_folder', { folderId, name: 'Mine' })).toBe('forbidden');
      await world.ok(ada, 'create_folder', { name: 'Plans' });
      expect(await world.refused(ada, 'rename_folder', { folderId, name: 'Plans' })).toBe('invalid_request/duplicate_name');
      await world.ok(ada, 'rename_folder', { folderId, name: 'Notes' });
      await world.ok(world.owner, 'rename_folder', { folderId, name: 'Minutes' });
      expect((await world.ok(bob, 'list_folders')).folders).toMatchObject([{ id: folderId, name: 'Minutes', visibility: 'shared' }]);
    });

    it('see who can see a folder, and every reason', async () => {
      await using desk = await openFolder();
      const { world, ada, bob, folderId } = desk;
      const eve = await world.addPerson('eve@acme.test', 'admin');
      await world.ok(ada, 'share_folder', { folderId, email: 'bob@acme.test' });
      const viewers = async () =>
        Object.fromEntries(
          (await world.ok(bob, 'list_folder_viewers', { folderId })).viewers.map(({ personId, because }: Loose) => [personId, because]),
        );
      const seen = { [world.owner.personId]: ['role'], [ada.personId]: ['owns_it'], [bob.personId]: ['shared_with_them'] };
      expect(await viewers()).toEqual({ ...seen, [eve.personId]: ['role'] });
      await world.ok(ada, 'share_folder', { folderId, organization: true });
      expect((await viewers())[bob.personId]).toEqual(['shared_with_them', 'shared_with_organization']);
      await world.ok(ada, 'unshare_folder', { folderId, email: 'bob@acme.test' });
      await world.ok(ada, 'unshare_folder', { folderId, organization: true });
      const left = await world.ok(ada, 'list_folder_viewers', { folderId, limit: 1 });
      expect(left.nextCursor).not.toBeNull();
      const rest = await world.ok(ada, 'list_folder_viewers', { folderId, cursor: left.nextCursor });
      expect([...left.viewers, ...rest.viewers].map(({ email }: Loose) => email)).not.toContain('bob@acme.test');
    });

    it('delete a folder in steps, and restore its items from the trash with its sharing', async () => {
      await using desk = await openFolder();
      const { world, ada, bob, folderId } = desk;
      await world.ok(ada, 'share_folder', { folderId, email: 'bob@acme.test' });
      const ids: string[] = [];
      for (let count = 0; count < 10; count++) {
        ids.push((await world.ok(ada, 'create_doc', { title: `doc ${count}`, bodyMarkdown: 'needle', folderId })).docId);
      }
      expect(await world.refused(bob, 'delete_folder', { folderId })).toBe('forbidden');
      expect(await world.ok(ada, 'delete_folder', { folderId })).toEqual({ movedItems: 8, isDone: false });
      expect(await world.ok(ada, 'delete_folder', { folderId })).toEqual({ movedItems: 2, isDone: true });
      for (const person of [ada, bob, world.owner]) {
        expect((await world.ok(person, 'list_folders')).folders).toEqual([]);
        expect(await world.refused(person, 'browse_folder', { folderId })).toBe('invalid_request/no_such_item');
        expect(await world.refused(person, 'create_doc', { title: 'x', folderId })).toBe('invalid_request/no_such_item');
        expect((await world.ok(person, 'search', { query: 'needle' })).results).toEqual([]);
      }
      expect((await world.ok(ada, 'list_belongings', { email: 'ada@acme.test' })).folders).toBe(0);
      await world.ok(ada, 'create_folder', { name: 'Notes' });
      const trashed: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Loose = await world.ok(bob, 'list_trash', { limit: 7, ...(cursor && { cursor }) });
        trashed.push(...page.items.map(({ id }: Loose) => id));
        cursor = page.nextCursor;
      }
      expect(trashed.toSorted()).toEqual(ids.toSorted());
      await world.ok(bob, 'restore_item', { itemId: ids[0] });
      expect(namesOf(await world.ok(bob, 'browse_folder', { folderId }))).toEqual(['doc 0']);
      await world.ok(ada, 'delete_doc', { docId: ids[0] });
      expect((await world.ok(bob, 'browse_folder', { folderId })).items).toEqual([]);
    });

    it('move items that cannot be deleted before they delete a folder', async () => {
      await using desk = await openFolder();
      const { world, ada, folderId } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Memory', folderId });
      await world.ok(ada, 'set_agent_memory', { docId, isAgentMemory: true });
      expect(await world.refused(ada, 'delete_folder', { folderId })).toBe('invalid_request/protected_item');
      expect(namesOf(await world.ok(ada, 'browse_folder', { folderId }))).toEqual(['Memory']);
    });
  });
});
