import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose } from '../../testing/test-world.ts';

/** Changes with their fields before and after, without author and time. */
const told = ({ what, version, fields }: Loose) => [version ? `${what} ${version}` : what, ...fields];

describe.each(engines)('list_changes on $engine (D65)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    it('joins the versions of an item and its other changes in their order, page by page', async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one' });
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Releases' });
      await world.ok(ada, 'move_item', { docId, folderId, name: 'Notes' });
      await world.ok(ada, 'append_doc', { docId, text: ' two' });
      world.clock.now += 1000;
      await world.ok(ada, 'set_tags', { docId, tags: ['x'] });
      const all = await world.ok(ada, 'list_changes', { itemId: docId });
      expect(all.changes.map(told)).toEqual([
        ['changed', { field: 'tags', before: [], after: ['x'] }],
        ['edited 2'],
        [
          'changed',
          { field: 'name', before: 'Plan', after: 'Notes' },
          { field: 'folder', before: null, after: { id: folderId, name: 'Releases' } },
        ],
        ['created 1'],
      ]);
      expect(all.changes[0]).toMatchObject({
        subjectId: docId,
        by: { personId: ada.personId, agentId: null, name: 'ada@acme.test' },
        requestId: expect.stringMatching('^req_'),
        at: world.clock.now,
      });
      const pages: Loose[] = [];
      let cursor: string | undefined;
      do {
        const page: Loose = await world.ok(ada, 'list_changes', { itemId: docId, limit: 1, cursor });
        pages.push(...page.changes);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(pages).toEqual(all.changes);
    });

    it('names the people with whom folders are shared, and to whom tasks are assigned', async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const bob = await world.addPerson('bob@acme.test');
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Own' });
      await world.ok(ada, 'share_folder', { folderId, email: 'bob@acme.test' });
      const [shared] = (await world.ok(bob, 'list_changes', { folderId })).changes;
      const toAda = { id: ada.personId, name: 'ada@acme.test', email: 'ada@acme.test' };
      const toBob = { id: bob.personId, name: 'bob@acme.test', email: 'bob@acme.test' };
      expect(shared.fields).toEqual([{ field: 'share', sharedWith: toBob, before: null, after: 'write' }]);
      const { taskId } = await world.ok(ada, 'create_task', { title: 'Do it', notes: 'x'.repeat(2000) });
      await world.ok(ada, 'update_task', { taskId, assignee: 'bob@acme.test' });
      const [given, created] = (await world.ok(bob, 'list_changes', { taskId })).changes;
      expect(given.fields).toEqual([{ field: 'assignee', before: toAda, after: toBob }]);
      expect(created.fields).toContainEqual({ field: 'notes', before: null, after: 'x'.repeat(1000) });
    });

    it("lists a key's own changes to items that it sees now, and its deletions", async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const bob = await world.addPerson('bob@acme.test');
      const key = await world.key(bob, 'write');
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Hidden soon' });
      await world.ok(ada, 'share_folder', { folderId, email: 'bob@acme.test' });
      const { docId: hidden } = await world.ok(ada, 'create_doc', { title: 'Secret', folderId });
      await world.ok(key, 'append_doc', { docId: hidden, text: 'by bob' });
      const { docId } = await world.ok(key, 'create_doc', { title: 'Plan' });
      await world.ok(bob, 'append_doc', { docId, text: 'not by the key' });
      const { docId: moved } = await world.ok(ada, 'create_doc', { title: 'Open', folderId });
      await world.ok(key, 'move_item', { docId: moved, outOfFolders: true });
      await world.ok(key, 'delete_doc', { docId });
      const mine = async () => (await world.ok(key, 'list_changes', { mine: true })).changes;
      const subjects = (changes: Loose[]) => changes.map(({ subjectId, what }: Loose) => `${subjectId} ${what}`).sort();
      const own = [`${docId} created`, `${docId} deleted`, `${moved} changed`];
      expect(subjects(await mine())).toEqual([...own, `${hidden} edited`].sort());
      await world.ok(ada, 'unshare_folder', { folderId, email: 'bob@acme.test' });
      expect(subjects(await mine())).toEqual(own.sort());
      const [move] = (await world.ok(key, 'list_changes', { itemId: moved })).changes;
      expect(move.fields).toEqual([{ field: 'folder', before: { id: folderId }, after: null }]);
      expect(await world.refused(key, 'list_changes', { folderId })).toBe('invalid_request/no_such_item');
      expect(await world.refused(key, 'list_changes', { itemId: hidden })).toBe('invalid_request/no_such_item');
    });

    it('names the parents of a moved folder, and has no folder above the limits of a key (D49.5)', async () => {
      await using world = await createWorld({ engine });
      const folder = async (name: string, parentId?: string) => (await world.ok(world.owner, 'create_folder', { name, parentId })).id;
      const [plans, archive] = [await folder('Plans'), await folder('Archive')];
      const year = await folder('2026', plans);
      const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan', folderId: plans });
      await world.ok(world.owner, 'move_folder', { folderId: year, parentId: archive });
      await world.ok(world.owner, 'move_item', { docId, folderId: year });
      const { id: agentId } = await world.ok(world.owner, 'create_agent', { name: 'limited' });
      const folders = [{ folderId: year, access: 'write' }];
      const { key } = await world.ok(world.owner, 'create_key', { agentId, access: 'write', folders });
      const moves = async (by: Loose, input: object) =>
        (await world.ok(by, 'list_changes', input)).changes.flatMap(({ fields }: Loose) =>
          fields.filter(({ field }: Loose) => field === 'folder').map(({ before, after }: Loose) => [before, after]),
        );
      const named = { plans: { id: plans, name: 'Plans' }, archive: { id: archive, name: 'Archive' }, year: { id: year, name: '2026' } };
      expect(await moves(world.owner, { folderId: year })).toEqual([
        [named.plans, named.archive],
        [null, named.plans],
      ]);
      for (const deep of [false, true])
        expect(await moves(world.owner, { since: 0, folderId: year, deep })).toContainEqual([named.plans, named.year]);
      expect(await moves(key, { folderId: year })).toEqual([
        [null, null],
        [null, null],
      ]);
      expect(await moves(key, { itemId: docId })).toEqual([[null, named.year]]);
      expect((await moves(key, { since: 0 })).length).toBe(3);
    });

    it('requires exactly one subject', async () => {
      await using world = await createWorld({ engine });
      const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan' });
      for (const input of [{}, { mine: false }, { itemId: docId, mine: true }])
        expect(await world.refused(world.owner, 'list_changes', input)).toBe('invalid_request/invalid_argument');
      await world.ok(world.owner, 'append_doc', { docId, text: 'x' });
      const { nextCursor: cursor } = await world.ok(world.owner, 'list_changes', { itemId: docId, limit: 1 });
      expect(await world.refused(world.owner, 'list_changes', { mine: true, cursor })).toBe('invalid_request/invalid_cursor');
    });
  });
});
