import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The call that changed a field of a folder last. */
async function requestOf(world: World, person: Loose, folderId: string, field: string): Promise<string> {
  const { changes } = await world.ok(person, 'list_changes', { folderId });
  return changes.find(({ fields }: Loose) => fields.some((one: Loose) => one.field === field && one.before !== null)).requestId;
}

describe.each(engines)('taking back one call on $engine (D66, D27)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    async function openDesk() {
      const world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const key = await world.key(ada, 'write');
      const read = async (docId: string) => (await world.ok(ada, 'read_doc', { docId })).bodyMarkdown;
      const lastOwn = async () => (await world.ok(key, 'list_changes', { mine: true, limit: 1 })).changes[0].requestId as string;
      return { world, ada, key, read, lastOwn, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
    }

    it('takes back the last change of any kind: an edit, a move, a deletion, a creation, a field of a task', async () => {
      await using desk = await openDesk();
      const { world, ada, key, read } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one' });
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Releases' });
      const { taskId } = await world.ok(ada, 'create_task', { title: 'Do it' });
      const takeLastBack = async (): Promise<Loose> => {
        const { subjects } = await world.ok(key, 'take_back', {});
        expect(subjects).toHaveLength(1);
        world.clock.now++;
        return subjects[0];
      };
      world.clock.now++;
      await world.ok(key, 'append_doc', { docId, text: ' two' });
      const url = expect.stringMatching(`/documents/item/${docId}$`);
      expect(await takeLastBack()).toEqual({ subjectId: docId, outcome: 'taken_back', reason: null, fields: [], url });
      expect(await read(docId)).toBe('one');
      await world.ok(key, 'move_item', { docId, folderId, name: 'Notes' });
      expect(await takeLastBack()).toMatchObject({ outcome: 'taken_back', fields: expect.arrayContaining(['name', 'folderId']) });
      expect(await world.ok(ada, 'read_doc', { docId })).toMatchObject({ title: 'Plan', folderId: null });
      await world.ok(key, 'delete_doc', { docId });
      expect(await takeLastBack()).toMatchObject({ subjectId: docId, outcome: 'taken_back' });
      expect(await read(docId)).toBe('one');
      const { docId: madeId } = await world.ok(key, 'create_doc', { title: 'Made' });
      expect(await takeLastBack()).toMatchObject({ subjectId: madeId, outcome: 'taken_back' });
      expect(await world.refused(ada, 'read_doc', { docId: madeId })).toContain('no_such_item');
      await world.ok(key, 'update_task', { taskId, status: 'done', notes: 'x' });
      expect(await takeLastBack()).toMatchObject({ subjectId: taskId, outcome: 'taken_back' });
      expect(await world.ok(ada, 'read_task', { taskId })).toMatchObject({ status: 'todo', notes: null });
    });

    it('takes back the last of several calls in the same millisecond, and can undo that in the same millisecond', async () => {
      await using desk = await openDesk();
      const { world, ada, key } = desk;
      const docs: string[] = [];
      for (let made = 0; made < 8; made++)
        docs.push((await world.ok(ada, 'create_doc', { title: `Plan ${made}`, bodyMarkdown: 'one' })).docId);
      world.clock.now++;
      const taken = async () => (await world.ok(key, 'take_back', {})).subjects.map(({ subjectId }: Loose) => subjectId);
      for (const docId of docs) await world.ok(key, 'append_doc', { docId, text: ' two' });
      // Changes a document whose ID is neither the first nor the last, without a version.
      await world.ok(key, 'set_tags', { docId: docs[3], tags: ['new'] });
      const tagsOf = async () => (await world.ok(ada, 'read_item', { itemId: docs[3] })).tags;
      expect(await taken()).toEqual([docs[3]]);
      expect(await tagsOf()).toEqual([]);
      expect(await taken()).toEqual([docs[3]]);
      expect(await tagsOf()).toEqual(['new']);
      await world.ok(key, 'append_doc', { docId: docs[5], text: ' three' });
      expect(await taken()).toEqual([docs[5]]);
      expect(await desk.read(docs[5]!)).toBe('one two');
    });

    it('takes back a named call, keeps later changes by others and by other calls, and reports what stays', async () => {
      await using desk = await openDesk();
      const { world, ada, key, read, lastOwn } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one\n\ntwo\n\nthree\n\nfour\n' });
      world.clock.now++;
      const edit = (by: Loose, oldText: string, newText: string) => world.ok(by, 'edit_doc', { docId, oldText, newText });
      await edit(key, 'one', 'ONE');
      const requestId = await lastOwn();
      world.clock.now++;
      await edit(key, 'four', 'FOUR');
      world.clock.now++;
      await edit(ada, 'two', 'TWO');
      const taken = await world.ok(key, 'take_back', { requestId });
      expect(taken).toMatchObject({ requestId, subjects: [{ subjectId: docId, outcome: 'taken_back', reason: null }] });
      expect(await read(docId)).toBe('one\n\nTWO\n\nthree\n\nFOUR\n');
      world.clock.now++;
      await edit(key, 'three', 'THREE');
      const overwritten = await lastOwn();
      world.clock.now++;
      await edit(ada, 'THREE', 'drei');
      expect((await world.ok(key, 'take_back', { requestId: overwritten })).subjects).toMatchObject([
        { outcome: 'left', reason: 'changed_since' },
      ]);
      expect(await read(docId)).toBe('one\n\nTWO\n\ndrei\n\nFOUR\n');
    });

    it('undoes itself when called again, and can be undone by a person', async () => {
      await using desk = await openDesk();
      const { world, ada, key, read } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one' });
      world.clock.now++;
      await world.ok(key, 'append_doc', { docId, text: ' two' });
      for (const text of ['one', 'one two', 'one']) {
        world.clock.now++;
        await world.ok(key, 'take_back', {});
        const [logged] = await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 1 }));
        expect(logged).toMatchObject({ tool: 'take_back', itemType: 'doc', itemId: docId });
        expect(await read(docId)).toBe(text);
      }
      const [last] = (await world.ok(ada, 'list_take_backs')).takeBacks;
      expect(last).toMatchObject({ state: 'done', subject: { kind: 'call' }, takenBack: 1 });
      world.clock.now++;
      let undo = await world.ok(ada, 'prepare_take_back', { takeBackId: last.takeBackId });
      while (undo.state !== 'done')
        undo = await world.ok(ada, undo.state === 'looking' ? 'continue_take_back' : 'apply_take_back', { takeBackId: undo.takeBackId });
      expect(await read(docId)).toBe('one two');
    });

    it('takes back no change by others, older than a day, or of an item that the key can no longer see or change', async () => {
      await using desk = await openDesk();
      const { world, ada, key, read, lastOwn } = desk;
      const nothing = 'invalid_request/nothing_to_change';
      expect(await world.refused(key, 'take_back', {})).toBe(nothing);
      const bob = await world.addPerson('bob@acme.test');
      const other = await world.key(ada, 'write');
      const { id: folderId } = await world.ok(bob, 'create_folder', { name: 'Shared' });
      await world.ok(bob, 'share_folder', { folderId, email: 'ada@acme.test' });
      const { docId } = await world.ok(bob, 'create_doc', { title: 'Plan', bodyMarkdown: 'one', folderId });
      world.clock.now++;
      await world.ok(key, 'append_doc', { docId, text: ' two' });
      const requestId = await lastOwn();
      expect(await world.refused(other, 'take_back', { requestId })).toBe(nothing);
      expect(await world.refused(other, 'take_back', {})).toBe(nothing);
      world.clock.now++;
      await world.ok(key, 'move_item', { docId, name: 'Plans' });
      expect(await world.refused(other, 'take_back', { requestId: await lastOwn() })).toBe(nothing);
      const reader = await world.key(ada, 'read');
      expect(await world.refused(reader, 'take_back', { requestId })).toContain('forbidden');
      await world.ok(bob, 'unshare_folder', { folderId, email: 'ada@acme.test' });
      expect((await world.ok(key, 'take_back', {})).subjects).toEqual([]);
      await world.ok(bob, 'share_folder', { folderId, email: 'ada@acme.test' });
      expect(await read(docId)).toBe('one two');
      world.clock.now += dayMs + 1;
      expect(await world.refused(key, 'take_back', {})).toBe(nothing);
      expect(await world.refused(key, 'take_back', { requestId })).toBe(nothing);
    });

    it('takes back folders: a creation if the folder is empty, a name, a share and a deletion, each if the person may do it', async () => {
      await using desk = await openDesk();
      const { world, ada, key } = desk;
      const bob = await world.addPerson('bob@acme.test');
      const folders = async (): Promise<string[]> =>
        (await world.ok(ada, 'list_folders')).folders.map(({ name, visibility }: Loose) => `${name} ${visibility}`);
      const takeBack = async (by: Loose): Promise<Loose> => {
        world.clock.now++;
        const { subjects } = await world.ok(by, 'take_back', {});
        world.clock.now++;
        return subjects[0];
      };
      const { id: folderId } = await world.ok(key, 'create_folder', { name: 'Drafts' });
      const before = await folders();
      expect(await takeBack(key)).toMatchObject({ subjectId: folderId, outcome: 'taken_back', fields: ['isDeleted'] });
      expect(await folders()).toEqual(before.filter((name) => name !== 'Drafts private'));
      expect(await takeBack(key)).toMatchObject({ subjectId: folderId, outcome: 'taken_back', fields: ['isDeleted'] });
      expect(await folders()).toEqual(before);
      await world.ok(ada, 'rename_folder', { folderId, name: 'Plans' });
      await world.ok(key, 'create_folder', { name: 'Drafts' });
      world.clock.now++;
      expect(await world.ok(ada, 'take_back', { requestId: await requestOf(world, ada, folderId, 'name') })).toMatchObject({
        subjects: [{ outcome: 'taken_back', fields: ['name'] }],
      });
      expect(await folders()).toContain('Drafts (2) private');
      await world.ok(ada, 'share_folder', { folderId, email: 'bob@acme.test' });
      expect(await takeBack(ada)).toMatchObject({ subjectId: folderId, outcome: 'taken_back', fields: [`share:${bob.personId}`] });
      expect(await world.refused(bob, 'list_changes', { folderId })).toContain('no_such_item');
    });

    it('leaves a folder into which others have put something, and deletes a folder whose documents are deleted with it', async () => {
      await using desk = await openDesk();
      const { world, ada, key } = desk;
      const [{ keyId }] = (await world.ok(ada, 'list_keys')).keys;
      const since = world.clock.now;
      const make = async (name: string) => {
        const { id: folderId } = await world.ok(key, 'create_folder', { name });
        const { docId } = await world.ok(key, 'create_doc', { title: `${name} doc`, folderId });
        await world.ok(key, 'write_skill', { name: name.toLowerCase(), description: 'd', content: 'c', folderId });
        return { folderId: folderId as string, docId };
      };
      const { id: movedId } = await world.ok(ada, 'write_skill', { name: 'moved', description: 'd', content: 'c' });
      const { folderId: own } = await make('Own');
      const { folderId: used } = await make('Used');
      const { folderId: edited, docId: editedId } = await make('Edited');
      // The take-back processes this file after the folder, and only then moves it out.
      await world.ok(key, 'move_item', { fileId: movedId, folderId: own });
      world.clock.now++;
      await world.ok(ada, 'append_doc', { docId: editedId, text: 'ours' });
      await world.ok(ada, 'create_doc', { title: 'Ours', folderId: used });
      let put: Loose = await world.ok(ada, 'prepare_take_back', { keyId, since });
      while (put.state === 'looking') put = await world.ok(ada, 'continue_take_back', { takeBackId: put.takeBackId });
      const { items } = await world.ok(ada, 'list_take_back_items', { takeBackId: put.takeBackId, limit: 30 });
      const promised = Object.fromEntries(items.map(({ itemId, outcome, reason }: Loose) => [itemId, [outcome, reason]]));
      expect(promised[own]).toEqual(['taken_back', null]);
      expect(promised[used]).toEqual(['left', 'others_worked_on_it']);
      expect(promised[edited]).toEqual(['left', 'others_worked_on_it']);
      while (put.state !== 'done') put = await world.ok(ada, 'apply_take_back', { takeBackId: put.takeBackId });
      const done = (await world.ok(ada, 'list_take_back_items', { takeBackId: put.takeBackId, limit: 30 })).items;
      expect(Object.fromEntries(done.map(({ itemId, outcome, reason }: Loose) => [itemId, [outcome, reason]]))).toEqual(promised);
      const names = (await world.ok(ada, 'list_folders')).folders.map(({ name }: Loose) => name);
      expect(['Own', 'Used', 'Edited'].map((name) => names.includes(name))).toEqual([false, true, true]);
      let undo: Loose = await world.ok(ada, 'prepare_take_back', { takeBackId: put.takeBackId });
      while (undo.state !== 'done')
        undo = await world.ok(ada, undo.state === 'looking' ? 'continue_take_back' : 'apply_take_back', { takeBackId: undo.takeBackId });
      expect((await world.ok(ada, 'list_folders')).folders.map(({ name, itemCount }: Loose) => [name, itemCount])).toEqual(
        expect.arrayContaining([
          ['Own', 3],
          ['Used', 3],
        ]),
      );
    });

    it('finds the last call even if it went to another process, whose clock is ahead', async () => {
      await using desk = await openDesk();
      const { world, key } = desk;
      const { docId } = await world.ok(key, 'create_doc', { title: 'Plan' });
      world.clock.now += 5000;
      await world.ok(key, 'move_item', { docId, name: 'renamed' });
      world.clock.now -= 5000;
      expect((await world.ok(key, 'take_back')).subjects).toMatchObject([{ subjectId: docId, outcome: 'taken_back', fields: ['name'] }]);
    });

    it('finds a call before hundreds of later calls by the same key, which count as others', async () => {
      await using desk = await openDesk();
      const { world, key, lastOwn } = desk;
      const { taskId } = await world.ok(key, 'create_task', { title: 'first' });
      const requestId = await lastOwn();
      for (let count = 0; count < 220; count++) {
        world.clock.now += 300;
        await world.ok(key, 'update_task', { taskId, notes: `note ${count}` });
      }
      const { subjects } = await world.ok(key, 'take_back', { requestId });
      expect(subjects).toMatchObject([{ subjectId: taskId, outcome: 'left', reason: 'others_worked_on_it' }]);
    });
  });
});
