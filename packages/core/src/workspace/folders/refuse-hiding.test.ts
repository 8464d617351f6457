import { describe, expect, it } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

const hidden = 'invalid_request/protected_item';

describe.each(engines)('making items visible to fewer people on $engine (D63)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    async function openFolders() {
      const world = await createWorld({ engine });
      const [ada, bob, eve] = await Promise.all(['ada', 'bob', 'eve'].map((name) => world.addPerson(`${name}@acme.test`)));
      return { world, ada: ada!, bob: bob!, eve: eve!, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
    }
    const folderOf = async (world: World, person: Credential, name: string, ...emails: string[]): Promise<string> => {
      const { id: folderId } = await world.ok(person, 'create_folder', { name });
      for (const email of emails) {
        const to = email === 'everybody' ? { organization: true } : { email };
        await world.ok(person, 'share_folder', { folderId, ...to });
      }
      return folderId;
    };
    const complaint = async (world: World, person: Credential | string, tool: string, input: object): Promise<string> => {
      const answer = await world.call(person, tool, input);
      return answer.ok ? `${tool} was not refused` : answer.error.message;
    };

    it('is refused to a member and to their key if another person created the item, and names that person', async () => {
      await using opened = await openFolders();
      const { world, ada, bob } = opened;
      const { docId } = await world.ok(bob, 'create_doc', { title: 'Plan' });
      const folderId = await folderOf(world, ada, 'Mine');
      const key = await world.key(ada, 'write');
      for (const who of [ada, key]) {
        expect(await world.refused(who, 'move_item', { docId, folderId })).toBe(hidden);
        const message = await complaint(world, who, 'move_item', { docId, folderId });
        expect(message).toContain(`"Plan" (${docId})`);
        expect(message).toContain('its creator (bob@acme.test), an owner or an admin');
      }
      expect(await world.ok(bob, 'read_doc', { docId })).toMatchObject({ folderId: null });
      await world.ok(world.owner, 'move_item', { docId, folderId: await folderOf(world, world.owner, 'Archive') });
      expect(await world.refused(bob, 'read_doc', { docId })).toBe('invalid_request/no_such_item');
    });

    it('is for the creator of the item, even through an agent, and for admins', async () => {
      await using opened = await openFolders();
      const { world, ada, bob } = opened;
      const eve = await world.addPerson('admin@acme.test', 'admin');
      const { docId } = await world.ok(await world.key(ada, 'write'), 'create_doc', { title: 'Plan' });
      const folderId = await folderOf(world, ada, 'Mine');
      expect(await world.ok(ada, 'move_item', { docId, folderId })).toEqual({
        ok: true,
        seenBy: { visibility: 'private', people: ['ada@acme.test'], peopleCount: 1 },
      });
      await world.ok(eve, 'move_item', { docId, outOfFolders: true });
      await world.ok(eve, 'move_item', { docId, folderId });
      expect(await world.refused(bob, 'read_doc', { docId })).toBe('invalid_request/no_such_item');
    });

    it('is not possible in two steps: neither through a shared folder of the mover, nor by unsharing a folder', async () => {
      await using opened = await openFolders();
      const { world, ada, bob, eve } = opened;
      const { docId } = await world.ok(bob, 'create_doc', { title: 'Plan' });
      const mine = await folderOf(world, ada, 'Mine', 'everybody');
      expect(await world.refused(ada, 'move_item', { docId, folderId: mine })).toBe(hidden);
      const { id: fileId } = await world.ok(bob, 'write_file', { name: 'a.txt', content: 'a', folderId: mine });
      expect(await world.refused(ada, 'unshare_folder', { folderId: mine, organization: true })).toBe(hidden);
      const message = await complaint(world, ada, 'unshare_folder', { folderId: mine, organization: true });
      expect(message).toContain(`"a.txt" (${fileId})`);
      expect(message).toContain('only an owner or an admin');
      // Everyone who saw an item can restore it from the trash, so it must not be hidden there either.
      await world.ok(ada, 'delete_file', { fileId });
      expect(await world.refused(ada, 'unshare_folder', { folderId: mine, organization: true })).toBe(hidden);
      await world.ok(eve, 'restore_item', { itemId: fileId });
      expect(await world.ok(bob, 'read_file', { fileId })).toMatchObject({ content: 'a' });
      await world.ok(world.owner, 'unshare_folder', { folderId: mine, organization: true });
      expect(await world.refused(bob, 'read_file', { fileId })).toBe('invalid_request/no_such_item');
    });

    it('is refused if one person would lose an item, and allowed if nobody does', async () => {
      await using opened = await openFolders();
      const { world, ada, bob, eve } = opened;
      await world.addPerson('admin@acme.test', 'admin');
      const shared = await folderOf(world, ada, 'Shared', 'bob@acme.test', 'eve@acme.test', 'admin@acme.test');
      const narrower = await folderOf(world, eve, 'Narrower', 'ada@acme.test');
      const wider = await folderOf(world, eve, 'Wider', 'ada@acme.test', 'bob@acme.test');
      const { docId } = await world.ok(bob, 'create_doc', { title: 'Plan', folderId: shared });
      expect(await world.refused(ada, 'move_item', { docId, folderId: narrower })).toBe(hidden);
      // The administrator sees every folder.
      expect(await world.ok(ada, 'move_item', { docId, folderId: wider })).toMatchObject({
        seenBy: { visibility: 'shared', people: ['ada@acme.test', 'bob@acme.test', 'eve@acme.test'], peopleCount: 3 },
      });
      expect(await world.ok(ada, 'move_item', { docId, outOfFolders: true })).toEqual({
        ok: true,
        seenBy: { visibility: 'organization', people: [], peopleCount: 0 },
      });
      const open = await folderOf(world, eve, 'Open', 'everybody');
      expect(await world.ok(ada, 'move_item', { docId, folderId: open, name: 'Plans' })).toEqual({ ok: true });
      await world.ok(ada, 'unshare_folder', { folderId: shared, email: 'bob@acme.test' });
      await world.ok(ada, 'create_doc', { title: 'Own', folderId: shared });
      await world.ok(ada, 'unshare_folder', { folderId: shared, email: 'eve@acme.test' });
    });

    it('removes a person from a folder only if it contains nothing of others, and accepts removals without effect', async () => {
      await using opened = await openFolders();
      const { world, ada, bob } = opened;
      const folderId = await folderOf(world, ada, 'Mine', 'bob@acme.test');
      await world.ok(bob, 'create_doc', { title: 'Plan', folderId });
      expect(await world.refused(ada, 'unshare_folder', { folderId, email: 'bob@acme.test' })).toBe(hidden);
      for (const email of ['eve@acme.test', 'ada@acme.test', 'owner@acme.test'])
        expect(await world.ok(ada, 'unshare_folder', { folderId, email })).toMatchObject({ visibility: 'shared' });
      await world.ok(ada, 'share_folder', { folderId, organization: true });
      // This share can go, because everyone still sees the folder. Then the organization's share must stay.
      await world.ok(ada, 'unshare_folder', { folderId, email: 'bob@acme.test' });
      expect(await world.refused(ada, 'unshare_folder', { folderId, organization: true })).toBe(hidden);
    });

    it('names five items at most, and says if there are more', async () => {
      await using opened = await openFolders();
      const { world, ada, bob } = opened;
      const folderId = await folderOf(world, ada, 'Mine', 'bob@acme.test');
      const unsharing = async () => {
        const message = await complaint(world, ada, 'unshare_folder', { folderId, email: 'bob@acme.test' });
        return { named: message.match(/"Plan \d"/g)?.length, isCut: message.includes(' and more ') };
      };
      for (let at = 1; at <= 5; at++) await world.ok(bob, 'create_doc', { title: `Plan ${at}`, folderId });
      expect(await unsharing()).toEqual({ named: 5, isCut: false });
      await world.ok(bob, 'create_doc', { title: 'Plan 6', folderId });
      expect(await unsharing()).toEqual({ named: 5, isCut: true });
    });

    it('is refused to everyone for system documents, including owners', async () => {
      await using opened = await openFolders();
      const { world, ada } = opened;
      const [system] = (await world.ok(ada, 'list_docs')).docs.filter(({ isSystem }: Loose) => isSystem);
      const admin = await world.addPerson('admin@acme.test', 'admin');
      for (const person of [ada, admin, world.owner]) {
        const folderId = await folderOf(world, person, `of ${person.personId}`);
        expect(await world.refused(person, 'move_item', { docId: system.id, folderId })).toBe(hidden);
      }
      const open = await folderOf(world, admin, 'Open', 'everybody');
      await world.ok(ada, 'move_item', { docId: system.id, folderId: open });
      for (const person of [admin, world.owner]) {
        expect(await world.refused(person, 'unshare_folder', { folderId: open, organization: true })).toBe(hidden);
        expect(await complaint(world, person, 'unshare_folder', { folderId: open, organization: true })).toContain(system.id);
      }
      expect(await world.refused(admin, 'delete_folder', { folderId: open })).toBe(hidden);
      await world.ok(admin, 'move_item', { docId: system.id, outOfFolders: true });
      await world.ok(admin, 'unshare_folder', { folderId: open, organization: true });
    });

    it('is not done by any tool that writes an existing item and names a folder', async () => {
      await using opened = await openFolders();
      const { world, ada, bob } = opened;
      const { id: fileId } = await world.ok(bob, 'write_file', { name: 'a.txt', content: 'a' });
      const { id: skillId } = await world.ok(bob, 'write_skill', { name: 'release', description: 'd', content: 'c' });
      const { id: docId } = await world.ok(bob, 'import_item', { path: 'a.md', name: 'a', bodyMarkdown: 'a' });
      const folderId = await folderOf(world, ada, 'Mine');
      const calls: [string, object][] = [
        ['write_file', { fileId, content: 'b', folderId }],
        ['write_skill', { fileId: skillId, name: 'release', description: 'd', content: 'b', folderId }],
      ];
      for (const [tool, input] of calls) expect(await world.refused(ada, tool, input)).toBe('invalid_request/invalid_argument');
      expect(await world.ok(ada, 'import_item', { path: 'a.md', name: 'a', bodyMarkdown: 'b', folderId })).toMatchObject({
        change: 'created',
      });
      expect(await world.ok(bob, 'read_doc', { docId })).toMatchObject({ bodyMarkdown: 'a', folderId: null });
    });
  });
});
