import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

function make(name: string): [string, object] {
  return name.endsWith('.md') ? ['write_file', { name, content: name }] : ['create_folder', { name }];
}

describe.each(engines)('taking back fields (D66) on $engine', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    async function openDesk() {
      const world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const bob = await world.addPerson('bob@acme.test');
      const key = await world.key(ada, 'write');
      const [{ keyId }] = (await world.ok(ada, 'list_keys')).keys;
      return { world, ada, bob, key, keyId, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
    }

    async function ready(world: World, person: Loose, given: object) {
      let put: Loose = await world.ok(person, 'prepare_take_back', given);
      while (put.state === 'looking') put = await world.ok(person, 'continue_take_back', { takeBackId: put.takeBackId });
      return put;
    }

    const listed = async (world: World, person: Loose, { takeBackId }: Loose): Promise<Record<string, Loose>> => {
      const { items } = await world.ok(person, 'list_take_back_items', { takeBackId });
      return Object.fromEntries(items.map((entry: Loose) => [entry.itemId, entry]));
    };

    /** Takes back, and expects what the preview showed. */
    async function takeBack(world: World, person: Loose, given: object) {
      const prepared = await ready(world, person, given);
      const preview = await listed(world, person, prepared);
      let put = prepared;
      while (put.state !== 'done') put = await world.ok(person, 'apply_take_back', { takeBackId: put.takeBackId });
      const entries = await listed(world, person, put);
      for (const [id, { outcome }] of Object.entries(entries)) expect(outcome).toBe(preview[id]!.outcome);
      world.clock.now++;
      return { put, preview, entries };
    }

    it('shortens a long name at a whole character to make room for its number (D16)', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const [name, folderName] = [`a${'😀'.repeat(199)}`, `a${'😀'.repeat(79)}`];
      const { id: fileId } = await world.ok(ada, 'write_file', { name, content: 'one' });
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: folderName });
      const since = ++world.clock.now;
      await world.ok(key, 'move_item', { fileId, name: 'other' });
      await world.ok(ada, 'rename_folder', { folderId, name: 'other' });
      const until = world.clock.now++;
      await world.ok(ada, 'write_file', { name, content: 'two' });
      await world.ok(ada, 'create_folder', { name: folderName });
      await takeBack(world, ada, { keyId, since });
      await takeBack(world, ada, { personId: ada.personId, since, until });
      expect(await world.ok(ada, 'read_item', { itemId: fileId })).toMatchObject({ name: `a${'😀'.repeat(195)} (2)` });
      const { folder } = await world.ok(ada, 'browse_folder', { folderId });
      expect(folder).toMatchObject({ name: `a${'😀'.repeat(75)} (2)` });
    });

    it('restores names that the run passed between items, files and folders, and can be undone (D66.3)', async () => {
      await using desk = await openDesk();
      const { world, ada, bob, key } = desk;
      const names = ['a.md', 'b.md', 'c.md', 'Plans', 'Ideas', 'Notes'];
      const ids: string[] = [];
      for (const name of names) ids.push((await world.ok(ada, ...make(name))).id);
      const namesNow = async () => {
        const { folders } = await world.ok(ada, 'list_folders');
        const { items } = await world.ok(ada, 'browse_folder', { type: 'file' });
        return ids.map((id) => [...folders, ...items].find((one: Loose) => one.id === id)?.name);
      };
      const rename = (id: string, name: string) =>
        id.startsWith('folder') ? world.ok(ada, 'rename_folder', { folderId: id, name }) : world.ok(key, 'move_item', { fileId: id, name });
      const since = ++world.clock.now;
      const passed = ['b.md', 'c.md', 'a.md', 'Ideas', 'Notes', 'Plans'];
      for (const [index, id] of ids.entries()) await rename(id, `on the way ${index}`);
      for (const [index, id] of ids.entries()) await rename(id, passed[index]!);
      world.clock.now++;
      const { put } = await takeBack(world, ada, { personId: ada.personId, since });
      expect(await namesNow()).toEqual(names);
      const { put: undo } = await takeBack(world, ada, { takeBackId: put.takeBackId });
      expect(await namesNow()).toEqual(passed);
      // If others rename an item before its turn for names, it keeps that name.
      const again = await ready(world, ada, { takeBackId: undo.takeBackId });
      let step = await world.ok(ada, 'apply_take_back', { takeBackId: again.takeBackId });
      const renamed = (await namesNow()).findIndex((name) => name?.endsWith(' (2).md'));
      expect(renamed).toBeGreaterThan(-1);
      await world.ok(bob, 'move_item', { fileId: ids[renamed], name: 'of Bob.md' });
      while (step.state !== 'done') step = await world.ok(ada, 'apply_take_back', { takeBackId: step.takeBackId });
      expect(await namesNow()).toEqual(names.map((name, index) => (index === renamed ? 'of Bob.md' : name)));
    });

    it('gives names, locations, tags and tasks the last values by others, and can be undone', async () => {
      await using desk = await openDesk();
      const { world, ada, bob, key, keyId } = desk;
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Team' });
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one' });
      const { taskId } = await world.ok(ada, 'create_task', {
        title: 'Do it',
        notes: 'n',
        assignee: 'bob@acme.test',
        dueAt: 5_000_000_000_000,
      });
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(key, 'move_item', { docId, name: 'Plans', folderId });
      await world.ok(key, 'set_tags', { docId, tags: ['x'] });
      await world.ok(ada, 'set_tags', { docId, tags: ['y'] });
      await world.ok(key, 'set_tags', { docId, tags: ['z'] });
      await world.ok(key, 'update_task', { taskId, title: 'Did it', status: 'done', clear: ['notes', 'assignee', 'dueAt'] });
      await world.ok(bob, 'update_task', { taskId, title: 'Do it well' });
      const before = await world.ok(ada, 'read_task', { taskId });

      const { put, entries } = await takeBack(world, ada, { keyId, since });
      expect(put).toMatchObject({ found: 2, takenBack: 2, left: 0 });
      expect(entries[docId]).toMatchObject({ outcome: 'taken_back', reason: null, version: null, others: [] });
      expect(entries[docId].fields.toSorted()).toEqual(['folderId', 'name', 'tags']);
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ name: 'Plan', folderId: null, tags: ['y'], version: 1 });
      expect(entries[taskId]).toMatchObject({ outcome: 'taken_back', reason: 'changed_since' });
      expect(entries[taskId].fields.toSorted()).toEqual(['assignee', 'dueAt', 'notes', 'status']);
      const after = { title: 'Do it well', status: 'todo', notes: 'n', assignee: 'bob@acme.test', dueAt: 5_000_000_000_000, doneAt: null };
      expect(await world.ok(ada, 'read_task', { taskId })).toMatchObject(after);

      await world.ok(bob, 'set_tags', { docId, tags: ['bob'] });
      await takeBack(world, ada, { takeBackId: put.takeBackId });
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ name: 'Plans', folderId, tags: ['bob'] });
      const { title, status, notes, assignee, dueAt } = before;
      expect(await world.ok(ada, 'read_task', { taskId })).toMatchObject({ title, status, notes, assignee, dueAt });
    });

    it('cancels tasks that the run created, unless others have worked on them', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const since = world.clock.now;
      const { taskId } = await world.ok(key, 'create_task', { title: 'Made' });
      await world.ok(key, 'update_task', { taskId, status: 'in_progress' });
      const { taskId: shared } = await world.ok(key, 'create_task', { title: 'Made too' });
      await world.ok(ada, 'update_task', { taskId: shared, notes: 'mine' });
      await world.ok(key, 'update_task', { taskId: shared, notes: 'theirs' });
      const { put, preview, entries } = await takeBack(world, ada, { keyId, since });
      expect([preview[taskId]!.isDeleted, preview[shared]!.isDeleted]).toEqual([true, null]);
      expect(entries[taskId]).toMatchObject({ outcome: 'taken_back', reason: null, fields: ['status'] });
      expect(await world.ok(ada, 'read_task', { taskId })).toMatchObject({ status: 'canceled' });
      expect(entries[shared]).toMatchObject({ outcome: 'taken_back', reason: 'others_worked_on_it', fields: ['notes'] });
      expect(await world.ok(ada, 'read_task', { taskId: shared })).toMatchObject({ status: 'todo', notes: 'mine' });
      await takeBack(world, ada, { takeBackId: put.takeBackId });
      expect(await world.ok(ada, 'read_task', { taskId })).toMatchObject({ status: 'in_progress' });
      expect(await world.ok(ada, 'read_task', { taskId: shared })).toMatchObject({ notes: 'theirs' });
    });

    it('uses a free name if another file has the name now', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const { id: fileId } = await world.ok(ada, 'write_file', { name: 'a.txt', content: 'one' });
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(key, 'move_item', { fileId, name: 'b.txt' });
      await world.ok(ada, 'write_file', { name: 'a.txt', content: 'other' });
      const { entries } = await takeBack(world, ada, { keyId, since });
      expect(entries[fileId]).toMatchObject({ outcome: 'taken_back', fields: ['name'], name: 'a (2).txt' });
    });

    it('leaves agent memory as it is, and takes back the mark that a person of the run set', async () => {
      await using desk = await openDesk();
      const { world, ada, bob, key, keyId } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Notes', bodyMarkdown: 'one' });
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(key, 'set_tags', { docId, tags: ['x'] });
      await world.ok(bob, 'set_agent_memory', { docId, isAgentMemory: true });
      const { entries } = await takeBack(world, ada, { keyId, since });
      expect(entries[docId]).toMatchObject({ outcome: 'left', reason: 'protected_item', fields: [] });
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ tags: ['x'] });
      const marked = await takeBack(world, ada, { personId: bob.personId, since });
      expect(marked.entries[docId]).toMatchObject({ outcome: 'taken_back', fields: ['isAgentMemory'] });
      await takeBack(world, ada, { keyId, since });
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ tags: [] });
    });

    it('removes the mark of agent memory before it changes tags, and sets it after that', async () => {
      await using desk = await openDesk();
      const { world, ada, bob } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Notes', bodyMarkdown: 'one' });
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(bob, 'set_tags', { docId, tags: ['x'] });
      await world.ok(bob, 'set_agent_memory', { docId, isAgentMemory: true });
      const { put, entries } = await takeBack(world, ada, { personId: bob.personId, since });
      expect(entries[docId]).toMatchObject({ outcome: 'taken_back', reason: null, fields: ['isAgentMemory', 'tags'] });
      await takeBack(world, ada, { takeBackId: put.takeBackId });
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ tags: ['x'], isAgentMemory: true });
    });

    it('does nothing that the person may not do: an item stays if it came from a folder that they cannot see', async () => {
      await using desk = await openDesk();
      const { world, ada, bob } = desk;
      const { id: own } = await world.ok(ada, 'create_folder', { name: 'Own' });
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one', folderId: own });
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(ada, 'move_item', { docId, outOfFolders: true, name: 'Plans' });
      const prepared = await ready(world, bob, { personId: ada.personId, since });
      let put = prepared;
      while (put.state !== 'done') put = await world.ok(bob, 'apply_take_back', { takeBackId: put.takeBackId });
      expect((await listed(world, bob, put))[docId]).toMatchObject({ outcome: 'taken_back', reason: 'protected_item', fields: ['name'] });
      expect(await world.ok(bob, 'read_item', { itemId: docId })).toMatchObject({ name: 'Plan', folderId: null });
    });
  });
});
