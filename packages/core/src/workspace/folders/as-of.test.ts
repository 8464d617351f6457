import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

const namesOf = ({ items }: Loose): string[] => items.map(({ name }: Loose) => name);

describe.each(engines)('the workspace at an earlier time on $engine (D67)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    /** Advances the clock, and returns the time between past and future changes. */
    function moment({ clock }: World): number {
      clock.now += 1000;
      return clock.now - 500;
    }

    async function openDesk() {
      const world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const bob = await world.addPerson('bob@acme.test');
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Notes' });
      const { id: otherId } = await world.ok(ada, 'create_folder', { name: 'Drafts' });
      return { world, ada, bob, folderId, otherId, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
    }

    it('shows a document with its text, name, tags, folder and times at that time (D67.1)', async () => {
      await using desk = await openDesk();
      const { world, ada, folderId, otherId } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one\n', folderId });
      const recorded: [number, Loose][] = [];
      const record = async () => {
        const { downloadUrl: _, ...answer } = await world.ok(ada, 'read_item', { itemId: docId });
        recorded.push([moment(world), answer]);
      };
      await record();
      await world.ok(ada, 'append_doc', { docId, text: 'two\n' });
      await record();
      await world.ok(ada, 'move_item', { docId, name: 'The plan', folderId: otherId });
      await record();
      await world.ok(ada, 'set_tags', { docId, tags: ['a', 'b'] });
      await record();
      await world.ok(ada, 'set_agent_memory', { docId, isAgentMemory: true });
      await record();
      await world.ok(ada, 'set_agent_memory', { docId, isAgentMemory: false });
      await world.ok(ada, 'rename_folder', { folderId: otherId, name: 'Old drafts' });
      await record();
      await world.ok(ada, 'move_item', { docId, outOfFolders: true });
      await world.ok(ada, 'update_doc', { docId, bodyMarkdown: 'three\n', changeSummary: 'new' });
      await record();
      await world.ok(ada, 'delete_doc', { docId });
      expect(recorded.map(([, { text }]) => text)).toEqual(['one\n', ...Array(5).fill('one\ntwo\n'), 'three\n']);
      for (const [asOf, answer] of recorded) {
        const { downloadUrl, ...then } = await world.ok(ada, 'read_item', { itemId: docId, asOf });
        expect(then).toEqual(answer);
        // It is in the trash, where nothing can be downloaded.
        expect(downloadUrl).toBeNull();
      }
      const first = await world.ok(ada, 'read_item', { itemId: docId, asOf: recorded[2]?.[0], version: 1 });
      expect(first).toMatchObject({ text: 'one\n', version: 1, versionCount: 2 });
      const early = { itemId: docId, asOf: recorded[0]?.[0] };
      expect(await world.refused(ada, 'read_item', { ...early, version: 2 })).toBe('invalid_request/invalid_argument');
      expect(await world.refused(ada, 'read_item', { itemId: docId, asOf: world.clock.now })).toBe('invalid_request/no_such_item');
    });

    it('lists the versions of an item at that time, page by page, even if it is in the trash now (D67.1)', async () => {
      await using desk = await openDesk();
      const { world, ada, bob, folderId } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one\n', folderId });
      const before = moment(world) - 5000;
      const recorded: [number, Loose][] = [];
      for (const text of ['two\n', 'three\n', 'four\n']) {
        await world.ok(ada, 'append_doc', { docId, text });
        recorded.push([moment(world), await world.ok(ada, 'list_item_versions', { itemId: docId })]);
      }
      await world.ok(ada, 'delete_doc', { docId });
      expect(recorded.map(([, { versions }]) => versions.length)).toEqual([2, 3, 4]);
      for (const [asOf, answer] of recorded) {
        expect(await world.ok(ada, 'list_item_versions', { itemId: docId, asOf })).toEqual(answer);
        const first = await world.ok(ada, 'list_item_versions', { itemId: docId, asOf, limit: 1 });
        const rest = await world.ok(ada, 'list_item_versions', { itemId: docId, asOf, cursor: first.nextCursor });
        expect([...first.versions, ...rest.versions]).toEqual(answer.versions);
        expect(await world.refused(bob, 'list_item_versions', { itemId: docId, asOf })).toBe('invalid_request/no_such_item');
      }
      expect(await world.refused(ada, 'list_item_versions', { itemId: docId, asOf: before })).toBe('invalid_request/no_history');
      expect(await world.refused(ada, 'list_item_versions', { itemId: docId, asOf: world.clock.now })).toBe('invalid_request/no_such_item');
    });

    it('shows the content of a folder at that time: items moved, renamed or deleted since, but no later ones (D67.2)', async () => {
      await using desk = await openDesk();
      const { world, ada, folderId, otherId } = desk;
      const { docId: moved } = await world.ok(ada, 'create_doc', { title: 'Moved', folderId });
      const { docId: deleted } = await world.ok(ada, 'create_doc', { title: 'Deleted', folderId });
      const { docId: gone } = await world.ok(ada, 'create_doc', { title: 'Gone', folderId });
      const { docId: purged } = await world.ok(ada, 'create_doc', { title: 'Purged', folderId });
      const { docId: came } = await world.ok(ada, 'create_doc', { title: 'Came' });
      const { id: fileId } = await world.ok(ada, 'write_file', { name: 'a.txt', content: 'a', folderId });
      await world.ok(ada, 'delete_doc', { docId: gone });
      const asOf = moment(world);
      await world.ok(ada, 'move_item', { docId: moved, folderId: otherId, name: 'Moved away' });
      await world.ok(ada, 'move_item', { docId: came, folderId });
      await world.ok(ada, 'delete_doc', { docId: deleted });
      await world.ok(ada, 'delete_doc', { docId: purged });
      await world.ok(world.owner, 'purge_item', { itemId: purged });
      await world.ok(ada, 'create_doc', { title: 'New', folderId });
      await world.ok(ada, 'rename_folder', { folderId, name: 'Minutes' });
      await world.ok(world.owner, 'rename_folder', { folderId, name: 'Protocols' });
      const then = await world.ok(ada, 'browse_folder', { folderId, asOf });
      expect(then.folder).toEqual({ id: folderId, name: 'Notes', parentId: null, isOwner: true, canWrite: true });
      expect(namesOf(then).sort()).toEqual(['Deleted', 'Moved', 'a.txt']);
      expect(then.nextCursor).toBeNull();
      expect(namesOf(await world.ok(ada, 'browse_folder', { folderId, asOf, type: 'file' }))).toEqual(['a.txt']);
      expect(namesOf(await world.ok(ada, 'browse_folder', { asOf }))).toContain('Came');
      expect(namesOf(await world.ok(ada, 'browse_folder', { folderId }))).toEqual(['a.txt', 'Came', 'New']);
      const pages: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Loose = await world.ok(ada, 'browse_folder', { folderId, asOf, limit: 1, ...(cursor && { cursor }) });
        pages.push(...page.items.map(({ id }: Loose) => id));
        cursor = page.nextCursor;
      }
      expect(pages).toEqual([moved, deleted].sort().concat(fileId));
      const { nextCursor: cursor } = await world.ok(ada, 'browse_folder', { folderId, asOf, limit: 1 });
      expect(await world.refused(ada, 'browse_folder', { folderId, asOf: asOf + 1, cursor })).toBe('invalid_request/invalid_cursor');
      expect(await world.refused(ada, 'browse_folder', { folderId, cursor })).toBe('invalid_request/invalid_cursor');
    });

    it('shows items to people who can see them now, and names no folder that they cannot see (D67.3)', async () => {
      await using desk = await openDesk();
      const { world, ada, bob, folderId, otherId } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', folderId });
      const { docId: secret } = await world.ok(ada, 'create_doc', { title: 'Secret', folderId: otherId });
      await world.ok(ada, 'share_folder', { folderId: otherId, email: 'bob@acme.test' });
      const asOf = moment(world);
      await world.ok(ada, 'move_item', { docId, outOfFolders: true });
      await world.ok(ada, 'unshare_folder', { folderId: otherId, email: 'bob@acme.test' });
      expect(await world.ok(ada, 'read_item', { itemId: docId, asOf })).toMatchObject({ folderId, folderName: 'Notes' });
      const toBob = await world.ok(bob, 'read_item', { itemId: docId, asOf });
      expect(toBob.folderId).toBe(folderId);
      expect(toBob).not.toHaveProperty('folderName');
      for (const input of [{ folderId }, { folderId: otherId }])
        expect(await world.refused(bob, 'browse_folder', { ...input, asOf })).toBe('invalid_request/no_such_item');
      expect(await world.refused(bob, 'read_item', { itemId: secret, asOf })).toBe('invalid_request/no_such_item');
      // People who get access also see earlier states.
      await world.ok(ada, 'share_folder', { folderId, email: 'bob@acme.test' });
      expect(namesOf(await world.ok(bob, 'browse_folder', { folderId, asOf }))).toEqual(['Plan']);
    });

    it('shows a task with its fields, version and times at that time (D67.1)', async () => {
      await using desk = await openDesk();
      const { world, ada, bob } = desk;
      const recorded: [number, Loose][] = [];
      const before = moment(world);
      const { taskId, taskNumber } = await world.ok(ada, 'create_task', { title: 'Write', notes: 'soon', assignee: 'bob@acme.test' });
      const record = async () => {
        const answer = await world.ok(ada, 'read_task', { taskId });
        recorded.push([moment(world), answer]);
      };
      await record();
      await world.ok(bob, 'update_task', { taskId, status: 'done', dueAt: 1_800_000_000_000 });
      await record();
      await world.ok(ada, 'update_task', { taskId, status: 'todo', clear: ['notes', 'assignee'], title: 'Write it' });
      await record();
      await world.ok(ada, 'update_task', { taskId, assignee: 'ada@acme.test' });
      for (const [asOf, answer] of recorded) expect(await world.ok(bob, 'read_task', { taskNumber, asOf })).toEqual(answer);
      expect(await world.refused(ada, 'read_task', { taskId, asOf: before })).toBe('invalid_request/no_such_item');
    });

    it('returns short pages if many items were read without a match, and reaches the end (D67.2)', async () => {
      await using desk = await openDesk();
      const { world, ada, folderId, otherId } = desk;
      const ids: string[] = [];
      for (let count = 0; count < 14; count++)
        ids.push((await world.ok(ada, 'create_doc', { title: `doc ${count}`, folderId: otherId })).docId);
      const { id: last } = await world.ok(ada, 'write_file', { name: 'last.txt', content: 'a', folderId });
      const asOf = moment(world);
      for (const docId of ids) await world.ok(ada, 'move_item', { docId, folderId });
      const pages: string[][] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Loose = await world.ok(ada, 'browse_folder', { folderId, asOf, limit: 1, ...(cursor && { cursor }) });
        pages.push(page.items.map(({ id }: Loose) => id));
        cursor = page.nextCursor;
      }
      expect(pages[0]).toEqual([]);
      expect(pages.flat()).toEqual([last]);
    });

    it('finds the state of an item behind any number of later changes (D67.1)', async () => {
      await using desk = await openDesk();
      const { world, ada } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan' });
      await world.ok(ada, 'set_tags', { docId, tags: ['first'] });
      const asOf = moment(world);
      await world.store.perform(
        function* () {
          const viewer = { orgId: world.orgId, personId: ada.personId, seesAll: false, limits: null, at: 0 };
          const by = { personId: null, agentId: null, keyId: null, entrance: 'cli', requestId: 'req_1', traceId: null } as const;
          for (let count = 0; count < 1500; count++) {
            const item = yield* world.store.items.visibleForChange(viewer, 'doc', docId);
            if (!item) throw new Error('the document does not exist');
            yield* world.store.items.update({ ...item, tags: [`${count}`], name: `Plan ${count}` }, item, { ...by, at: world.clock.now });
          }
        },
        { changes: true },
      );
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ name: 'Plan 1499', tags: ['1499'] });
      expect(await world.ok(ada, 'read_item', { itemId: docId, asOf })).toMatchObject({ name: 'Plan', tags: ['first'] });
    });

    it('names the owner of a folder at that time (D67.1)', async () => {
      await using desk = await openDesk();
      const { world, ada, bob } = desk;
      const { id: folderId } = await world.ok(bob, 'create_folder', { name: 'Of Bob' });
      await world.ok(bob, 'share_folder', { folderId, organization: true });
      await world.ok(bob, 'create_doc', { title: 'Plan', folderId });
      const asOf = moment(world);
      await world.ok(world.owner, 'remove_person', { email: 'bob@acme.test', successorEmail: 'ada@acme.test' });
      const isOwner = async (input: object) => (await world.ok(ada, 'browse_folder', { folderId, ...input })).folder.isOwner;
      expect([await isOwner({ asOf }), await isOwner({})]).toEqual([false, true]);
    });

    it('refuses a time before the history began, and one in the future (D67.4)', async () => {
      await using desk = await openDesk();
      const { world, ada, folderId } = desk;
      const since = Date.UTC(2026, 0, 1);
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', folderId });
      const { taskId } = await world.ok(ada, 'create_task', { title: 'Write' });
      const asked = [
        ['browse_folder', { folderId }],
        ['browse_folder', {}],
        ['read_item', { itemId: docId }],
        ['read_task', { taskId }],
      ] as const;
      for (const [tool, input] of asked) {
        expect(await world.refused(ada, tool, { ...input, asOf: since - 1 })).toBe('invalid_request/no_history');
        expect(await world.refused(ada, tool, { ...input, asOf: world.clock.now + 1 })).toBe('invalid_request/invalid_argument');
        await world.ok(ada, tool, { ...input, asOf: world.clock.now });
      }
      const answer = await world.call(ada, 'browse_folder', { asOf: since - 1 });
      expect(!answer.ok && answer.error).toMatchObject({
        detail: String(since),
        message: expect.stringContaining('2026-01-01T00:00:00.000Z'),
      });
    });

    it('does not have folders that were deleted or not yet created (D67.2)', async () => {
      await using desk = await openDesk();
      const { world, ada } = desk;
      const before = moment(world);
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Short' });
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', folderId });
      const there = moment(world);
      await world.ok(ada, 'delete_folder', { folderId });
      const deleted = moment(world);
      await world.ok(ada, 'restore_item', { itemId: docId });
      for (const asOf of [before, deleted])
        expect(await world.refused(ada, 'browse_folder', { folderId, asOf })).toBe('invalid_request/no_such_item');
      expect(namesOf(await world.ok(ada, 'browse_folder', { folderId, asOf: there }))).toEqual(['Plan']);
    });
  });
});
