import { describe, expect, it } from 'vitest';
import { applyAll, findAll } from '../../testing/take-back-desk.ts';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

type Person = World['owner'];

/** Ada's folders Plans / 2026 / March, with a document in each, and Bob. */
async function openTree(engine: 'sqlite' | 'postgres') {
  const world = await createWorld({ engine });
  const [ada, bob] = [await world.addPerson('ada@acme.test'), await world.addPerson('bob@acme.test')];
  const folder = async (by: Person, name: string, parentId?: string): Promise<string> =>
    (await world.ok(by, 'create_folder', { name, parentId })).id;
  const doc = async (by: Person, title: string, folderId: string): Promise<string> =>
    (await world.ok(by, 'create_doc', { title, bodyMarkdown: 'needle', folderId })).docId;
  const plans = await folder(ada, 'Plans');
  const year = await folder(ada, '2026', plans);
  const march = await folder(ada, 'March', year);
  const docs = [await doc(ada, 'plans', plans), await doc(ada, 'year', year), await doc(ada, 'march', march)] as const;
  return { world, ada, bob, folder, doc, plans, year, march, docs, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

async function deleteWhole(world: World, by: Person, folderId: string): Promise<void> {
  while (!(await world.ok(by, 'delete_folder', { folderId })).isDone);
}

async function namesSeen(world: World, by: Person): Promise<Record<string, string | null>> {
  const { folders } = await world.ok(by, 'list_folders');
  return Object.fromEntries(folders.map(({ name, parentId }: Loose) => [name, parentId]));
}

describe.each(engines)('folders in folders on $engine (D73.1)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    it('are visible to everyone who sees the top folder, and create_folder names these people', async () => {
      await using tree = await openTree(engine);
      const { world, ada, bob, doc, plans, year, march, docs } = tree;
      expect(await namesSeen(world, bob)).toEqual({});
      await world.ok(ada, 'share_folder', { folderId: plans, email: 'bob@acme.test', access: 'read' });
      expect(await namesSeen(world, bob)).toEqual({ Plans: null, 2026: plans, March: year });
      expect((await world.ok(bob, 'read_doc', { docId: docs[2] })).folderId).toBe(march);
      expect(await world.refused(bob, 'create_folder', { name: 'Mine', parentId: march })).toBe('invalid_request/protected_item');
      await world.ok(ada, 'share_folder', { folderId: plans, email: 'bob@acme.test' });
      const made = await world.ok(bob, 'create_folder', { name: 'Mine', parentId: march });
      expect(made).toMatchObject({
        parentId: march,
        seenBy: { visibility: 'shared', people: ['ada@acme.test', 'bob@acme.test'], peopleCount: 2 },
      });
      expect((await world.ok(ada, 'list_folder_viewers', { folderId: made.id })).viewers.map(({ email }: Loose) => email)).toContain(
        'bob@acme.test',
      );
      await doc(bob, 'of Bob', made.id);
      const unshared = await world.refused(ada, 'unshare_folder', { folderId: plans, email: 'bob@acme.test' });
      expect(unshared).toBe('invalid_request/protected_item');
      await world.ok(world.owner, 'unshare_folder', { folderId: plans, email: 'bob@acme.test' });
      expect(await namesSeen(world, bob)).toEqual({});
      expect(await world.refused(bob, 'read_doc', { docId: docs[2] })).toBe('invalid_request/no_such_item');
    });

    it('stand with their names in results of a search, from the highest folder that the caller sees', async () => {
      await using tree = await openTree(engine);
      const { world, ada, plans, year } = tree;
      await world.ok(ada, 'create_doc', { title: 'outside', bodyMarkdown: 'needle' });
      const { id: agentId } = await world.ok(ada, 'create_agent', { name: 'robot' });
      const { key } = await world.ok(ada, 'create_key', { agentId, access: 'read', folders: [{ folderId: year, access: 'read' }] });
      const pathsFor = async (by: Person | string, input: object) => {
        const { results, related = [] } = await world.ok(by, 'search', input);
        return Object.fromEntries([...results, ...related].map(({ title, folderPath }: Loose) => [title, folderPath]));
      };
      const all = { plans: 'Plans', year: 'Plans / 2026', march: 'Plans / 2026 / March', outside: undefined };
      const belowYear = { year: '2026', march: '2026 / March' };
      for (const input of [{ query: 'needle' }, { query: 'needle', match: 'best' }, { query: 'needle haystack' }]) {
        expect(await pathsFor(ada, input)).toEqual(all);
        expect(await pathsFor(key, input)).toEqual(belowYear);
      }
      await world.ok(ada, 'rename_folder', { folderId: plans, name: 'Old plans' });
      expect(await pathsFor(ada, { query: 'march' })).toEqual({ march: 'Old plans / 2026 / March' });
    });

    it('cannot be shared: only the top folder can', async () => {
      await using tree = await openTree(engine);
      const { world, ada, year } = tree;
      for (const tool of ['share_folder', 'unshare_folder'])
        expect(await world.refused(ada, tool, { folderId: year, organization: true })).toBe('invalid_request/invalid_argument');
    });

    it('need a unique name among siblings, but can share a name with folders elsewhere', async () => {
      await using tree = await openTree(engine);
      const { world, ada, plans, year, march, folder } = tree;
      expect(await world.refused(ada, 'create_folder', { name: '2026', parentId: plans })).toBe('invalid_request/duplicate_name');
      const second = await folder(ada, '2026', year);
      await folder(ada, '2026');
      expect(await world.refused(ada, 'rename_folder', { folderId: second, name: 'March' })).toBe('invalid_request/duplicate_name');
      expect(await world.refused(ada, 'create_folder', { name: 'Plans' })).toBe('invalid_request/duplicate_name');
      await world.ok(ada, 'rename_folder', { folderId: march, name: 'April' });
      await world.ok(ada, 'rename_folder', { folderId: second, name: 'March' });
    });

    it('can be at most ten levels deep', async () => {
      await using tree = await openTree(engine);
      const { world, ada, march, folder } = tree;
      let inner = march;
      for (let depth = 4; depth <= 10; depth++) inner = await folder(ada, `level ${depth}`, inner);
      expect(await world.refused(ada, 'create_folder', { name: 'too deep', parentId: inner })).toBe('invalid_request/invalid_argument');
    });

    it('can be renamed and deleted by their creator and by the owner of the top folder', async () => {
      await using tree = await openTree(engine);
      const { world, ada, bob, plans, march, folder } = tree;
      await world.ok(ada, 'share_folder', { folderId: plans, email: 'bob@acme.test' });
      const ofBob = await folder(bob, 'Of Bob', march);
      expect(await world.refused(bob, 'rename_folder', { folderId: march, name: 'No' })).toBe('forbidden');
      await world.ok(bob, 'rename_folder', { folderId: ofBob, name: 'Still of Bob' });
      await world.ok(ada, 'rename_folder', { folderId: ofBob, name: 'Of both' });
      await world.ok(ada, 'share_folder', { folderId: plans, email: 'bob@acme.test', access: 'read' });
      expect(await world.refused(bob, 'delete_folder', { folderId: ofBob })).toBe('invalid_request/protected_item');
      await deleteWhole(world, ada, ofBob);
    });

    it('are deleted with all content, deepest first, and restored when an item in them is restored', async () => {
      await using tree = await openTree(engine);
      const { world, ada, plans, year, docs, march } = tree;
      for (let number = 0; number < 9; number++)
        await world.ok(ada, 'create_doc', { title: `more ${number}`, bodyMarkdown: '', folderId: march });
      expect(await world.ok(ada, 'delete_folder', { folderId: plans })).toEqual({ movedItems: 8, isDone: false });
      expect(Object.keys(await namesSeen(world, ada)).sort()).toEqual(['2026', 'March', 'Plans']);
      await deleteWhole(world, ada, plans);
      expect(await namesSeen(world, ada)).toEqual({});
      await world.ok(ada, 'restore_item', { itemId: docs[1] });
      expect(await namesSeen(world, ada)).toEqual({ Plans: null, 2026: plans });
      await world.ok(ada, 'restore_item', { itemId: docs[2] });
      expect(await namesSeen(world, ada)).toEqual({ Plans: null, 2026: plans, March: year });
    });

    it('get a free number when they are restored, however many have the name', async () => {
      await using tree = await openTree(engine);
      const { world, ada, year, march, docs } = tree;
      await world.ok(ada, 'delete_folder', { folderId: march });
      const taken = ['March', ...Array.from({ length: 99 }, (_, at) => `March (${at + 2})`)];
      for (const name of taken) await world.ok(ada, 'create_folder', { name, parentId: year });
      await world.ok(ada, 'restore_item', { itemId: docs[2] });
      expect(await world.ok(ada, 'browse_folder', { folderId: march })).toMatchObject({ folder: { name: 'March (200)' } });
    });

    it('are included in the limit of a key to a folder above, and the key does not see folders above its limit', async () => {
      await using tree = await openTree(engine);
      const { world, ada, plans, year, march, docs } = tree;
      const { id: agentId } = await world.ok(ada, 'create_agent', { name: 'robot' });
      const keyFor = async (folders: Loose[]): Promise<string> =>
        (await world.ok(ada, 'create_key', { agentId, access: 'write', folders })).key;
      const writer = await keyFor([{ folderId: year, access: 'write' }]);
      expect((await world.ok(writer, 'list_folders')).folders.map(({ id, parentId }: Loose) => [id, parentId]).sort()).toEqual(
        [
          [year, null],
          [march, year],
        ].sort(),
      );
      expect(JSON.stringify(await world.ok(writer, 'list_folders'))).not.toContain(plans);
      expect((await world.ok(writer, 'search', { query: 'needle' })).results.map(({ id }: Loose) => id).sort()).toEqual(
        docs.slice(1).sort(),
      );
      expect(await world.refused(writer, 'read_doc', { docId: docs[0] })).toBe('invalid_request/no_such_item');
      await world.ok(writer, 'append_doc', { docId: docs[2], text: 'more' });
      await world.ok(writer, 'create_folder', { name: 'By robot', parentId: march });
      const refused = await world.call(writer, 'create_folder', { name: 'At the top' });
      expect(refused).toMatchObject({ ok: false, error: { reason: 'protected_item' } });
      expect(refused.ok ? '' : refused.error.message).toContain(`"parentId": ${year}`);
      const reader = await keyFor([
        { folderId: plans, access: 'read' },
        { folderId: march, access: 'write' },
      ]);
      expect(await world.refused(reader, 'append_doc', { docId: docs[1], text: 'no' })).toBe('invalid_request/protected_item');
      await world.ok(reader, 'append_doc', { docId: docs[2], text: 'yes' });
    });

    it('tell a key with write access to a parent folder that they are shared only for reading', async () => {
      await using tree = await openTree(engine);
      const { world, ada, bob, plans, docs } = tree;
      await world.ok(ada, 'share_folder', { folderId: plans, email: 'bob@acme.test' });
      const { id: agentId } = await world.ok(bob, 'create_agent', { name: 'robot' });
      const { key } = await world.ok(bob, 'create_key', { agentId, access: 'write', folders: [{ folderId: plans, access: 'write' }] });
      await world.ok(ada, 'share_folder', { folderId: plans, email: 'bob@acme.test', access: 'read' });
      const refused = await world.call(key, 'append_doc', { docId: docs[2], text: 'more' });
      expect(refused).toMatchObject({ ok: false, error: { reason: 'protected_item' } });
      expect(refused.ok ? '' : refused.error.message).toContain('is shared with you for reading');
    });

    it('are deleted when the run that created them is taken back, and restored when that is undone', async () => {
      await using tree = await openTree(engine);
      const { world, ada, plans, year } = tree;
      const { id: agentId } = await world.ok(ada, 'create_agent', { name: 'robot' });
      const { key, keyId } = await world.ok(ada, 'create_key', { agentId, access: 'write' });
      const outer = (await world.ok(key, 'create_folder', { name: 'Outer', parentId: plans })).id;
      const inner = (await world.ok(key, 'create_folder', { name: 'Inner', parentId: outer })).id;
      const { docId } = await world.ok(key, 'create_doc', { title: 'deep', bodyMarkdown: '', folderId: inner });
      world.clock.now++;
      const found = await findAll(world, ada, { keyId, since: world.clock.now - 1, until: world.clock.now });
      const { items } = await world.ok(ada, 'list_take_back_items', { takeBackId: found.takeBackId });
      expect(items.map(({ itemId, expected }: Loose) => [itemId, expected]).sort()).toEqual(
        [docId, inner, outer].map((id) => [id, 'as_before']).sort(),
      );
      await applyAll(world, ada, found.takeBackId);
      expect(await namesSeen(world, ada)).toEqual({ Plans: null, 2026: plans, March: year });
      const undoing = await findAll(world, ada, { takeBackId: found.takeBackId });
      await applyAll(world, ada, undoing.takeBackId);
      expect(await namesSeen(world, ada)).toEqual({ Plans: null, 2026: plans, March: year, Outer: plans, Inner: outer });
      expect((await world.ok(ada, 'read_doc', { docId })).folderId).toBe(inner);
    });
  });
});
