import { postgresMissing } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../test-world.ts';

const engines = [
  { engine: 'sqlite', missing: undefined },
  { engine: 'postgres', missing: postgresMissing() },
] as const;

describe.each(engines)('putting back what somebody did on $engine', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    async function openDesk() {
      const world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const key = await world.key(ada, 'write');
      const [{ keyId }] = (await world.ok(ada, 'list_keys')).keys;
      return { world, ada, key, keyId, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
    }

    const ready = async (world: World, person: Loose, given: object): Promise<Loose> => {
      let put: Loose = await world.ok(person, 'prepare_put_back', given);
      while (put.state === 'looking') put = await world.ok(person, 'continue_put_back', { putBackId: put.putBackId });
      return put;
    };

    const done = async (world: World, person: Loose, putBackId: string): Promise<Loose> => {
      let put: Loose;
      do put = await world.ok(person, 'put_back', { putBackId });
      while (put.state !== 'done');
      return put;
    };

    it('brings bodies, creations and deletions of documents, files and skills back, and lists what has no history', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one' });
      const { id: imageId } = await world.ok(ada, 'write_file', { name: 'a.png', contentBase64: 'iVBORw0KGgo=', tags: ['x'] });
      const { id: skillId } = await world.ok(ada, 'write_skill', { name: 'release', description: 'd', content: 'old' });
      const { docId: goneId } = await world.ok(ada, 'create_doc', { title: 'Gone', bodyMarkdown: 'kept' });
      const { docId: othersId } = await world.ok(ada, 'create_doc', { title: 'Others', bodyMarkdown: 'mine' });
      const { taskId } = await world.ok(ada, 'create_task', { title: 'Do it' });
      world.clock.now += 1000;
      const since = world.clock.now;
      await world.ok(key, 'update_doc', { docId, bodyMarkdown: 'two', changeSummary: 's' });
      await world.ok(key, 'append_doc', { docId, text: ' three' });
      await world.ok(key, 'move_item', { docId, name: 'Plans' });
      await world.ok(key, 'write_file', { fileId: imageId, contentBase64: 'R0lGODlh', tags: ['y'] });
      await world.ok(key, 'write_skill', { fileId: skillId, name: 'shipping', description: 'e', content: 'new' });
      await world.ok(key, 'delete_doc', { docId: goneId });
      const { docId: madeId } = await world.ok(key, 'create_doc', { title: 'Made', bodyMarkdown: 'x' });
      await world.ok(key, 'append_doc', { docId: othersId, text: ' and theirs' });
      await world.ok(ada, 'append_doc', { docId: othersId, text: ' and mine again' });
      await world.ok(key, 'update_task', { taskId, status: 'done' });

      const put = await ready(world, ada, { keyId, since });
      expect(put).toMatchObject({ state: 'ready', subject: { kind: 'key', id: keyId }, since, found: 7, putBack: 0 });
      const preview = await world.ok(ada, 'list_put_back_items', { putBackId: put.putBackId });
      const entries = Object.fromEntries(preview.items.map((entry: Loose) => [entry.itemId, entry]));
      expect(entries[docId]).toMatchObject({
        type: 'doc',
        name: 'Plans',
        outcome: 'put_back',
        version: 1,
        isDeleted: false,
        others: ['renamed'],
      });
      expect(entries[imageId]).toMatchObject({ outcome: 'put_back', version: 1, others: ['tagged'] });
      expect(entries[skillId]).toMatchObject({ name: 'shipping', outcome: 'put_back', version: 1, others: [] });
      expect(entries[goneId]).toMatchObject({ outcome: 'put_back', version: 1, isDeleted: false });
      expect(entries[madeId]).toMatchObject({ outcome: 'put_back', version: null, isDeleted: true });
      expect(entries[othersId]).toMatchObject({ outcome: 'left', reason: 'changed_since', isDone: false });
      expect(entries[taskId]).toMatchObject({ type: 'task', outcome: 'left', reason: 'no_history', others: ['task'] });
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ text: 'two three' });

      expect(await done(world, ada, put.putBackId)).toMatchObject({ putBack: 5, left: 2, unchanged: 0 });
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ text: 'one', version: 4, name: 'Plans' });
      expect(await world.ok(ada, 'read_item', { itemId: imageId })).toMatchObject({ mimeType: 'image/png', sizeBytes: 8, tags: ['y'] });
      expect(await world.ok(ada, 'read_item', { itemId: skillId })).toMatchObject({ name: 'release', description: 'd' });
      expect(await world.ok(ada, 'read_item', { itemId: goneId })).toMatchObject({ text: 'kept' });
      expect(await world.refused(ada, 'read_item', { itemId: madeId })).toBe('invalid_request/no_such_item');
      expect(await world.ok(ada, 'read_item', { itemId: othersId })).toMatchObject({ text: 'mine and theirs and mine again' });
      const { versions } = await world.ok(ada, 'list_item_versions', { itemId: docId, limit: 1 });
      expect(versions).toMatchObject([{ changeSummary: 'put back version 1', person: { id: ada.personId }, key: null }]);

      world.clock.now++;
      const undo = await ready(world, ada, { putBackId: put.putBackId });
      expect(await done(world, ada, undo.putBackId)).toMatchObject({ found: 5, putBack: 5, left: 0 });
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ text: 'two three' });
      expect(await world.ok(ada, 'read_item', { itemId: madeId })).toMatchObject({ text: 'x' });
      expect(await world.refused(ada, 'read_item', { itemId: goneId })).toBe('invalid_request/no_such_item');
      const { putBacks, nextCursor } = await world.ok(ada, 'list_put_backs', { limit: 1 });
      expect(putBacks).toMatchObject([{ putBackId: undo.putBackId, subject: { kind: 'put_back', id: put.putBackId }, state: 'done' }]);
      expect((await world.ok(ada, 'list_put_backs', { cursor: nextCursor })).putBacks).toMatchObject([{ putBackId: put.putBackId }]);
    });

    it('goes on in another process where one has ended, and does nothing twice', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const since = world.clock.now;
      for (let count = 0; count < 60; count++) await world.ok(key, 'create_doc', { title: `doc ${count}`, bodyMarkdown: 'x' });
      const first = await world.ok(ada, 'prepare_put_back', { keyId, since });
      expect(first).toMatchObject({ state: 'looking', found: 10 });
      expect(await world.refused(ada, 'put_back', { putBackId: first.putBackId })).toBe('invalid_request/invalid_argument');
      const put = await ready(world, ada, { keyId, since });
      expect(put).toMatchObject({ state: 'ready', found: 60 });
      expect(await world.ok(ada, 'put_back', { putBackId: put.putBackId })).toMatchObject({ state: 'working', putBack: 4 });
      const other = await world.openAnother();
      const stored = await other.read(() => other.putBacks.find(world.orgId, put.putBackId));
      expect(stored).toMatchObject({ state: 'working', progress: { putBack: 4 } });
      expect((await world.ok(ada, 'list_trash', { limit: 200 })).items).toHaveLength(4);
      await Promise.all([1, 2, 3].map(() => world.ok(ada, 'put_back', { putBackId: put.putBackId })));
      expect(await done(world, ada, put.putBackId)).toMatchObject({ found: 60, putBack: 60, left: 0, unchanged: 0 });
      expect(await world.ok(ada, 'put_back', { putBackId: put.putBackId })).toMatchObject({ state: 'done', putBack: 60 });
      expect((await world.ok(ada, 'list_trash', { limit: 200 })).items).toHaveLength(60);
    });

    it('undone while it is under way ends, and brings back what it had done', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const since = world.clock.now;
      for (let count = 0; count < 15; count++) await world.ok(key, 'create_doc', { title: `doc ${count}` });
      const put = await ready(world, ada, { keyId, since });
      await world.ok(ada, 'put_back', { putBackId: put.putBackId });
      const undo = await ready(world, ada, { putBackId: put.putBackId });
      expect(await world.ok(ada, 'put_back', { putBackId: put.putBackId })).toMatchObject({ state: 'done', putBack: 4 });
      expect(await done(world, ada, undo.putBackId)).toMatchObject({ putBack: 4 });
      expect((await world.ok(ada, 'list_trash')).items).toEqual([]);
    });

    it('is of what the asker sees, at every look, and for the asker alone', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const bob = await world.addPerson('bob@acme.test');
      const since = world.clock.now;
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Own' });
      const { docId: hidden } = await world.ok(key, 'create_doc', { title: 'Hidden', folderId });
      const { docId: open } = await world.ok(key, 'create_doc', { title: 'Open' });
      const put = await ready(world, bob, { keyId, since });
      expect(put.found).toBe(1);
      const { items } = await world.ok(bob, 'list_put_back_items', { putBackId: put.putBackId });
      expect(items).toMatchObject([{ itemId: open, outcome: 'put_back' }]);
      for (const tool of ['list_put_back_items', 'continue_put_back', 'put_back'])
        expect(await world.refused(ada, tool, { putBackId: put.putBackId })).toBe('invalid_request/no_such_item');
      expect(await world.refused(ada, 'prepare_put_back', { putBackId: put.putBackId })).toBe('invalid_request/no_such_item');
      await world.ok(ada, 'move_item', { docId: open, folderId });
      expect((await world.ok(bob, 'list_put_back_items', { putBackId: put.putBackId })).items).toEqual([]);
      expect(await done(world, bob, put.putBackId)).toMatchObject({ putBack: 0, left: 1 });
      for (const docId of [hidden, open]) expect(await world.ok(ada, 'read_doc', { docId })).toMatchObject({ versionCount: 1 });
    });

    it('leaves what is protected, and files whose name another has by now', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const { id: fileId } = await world.ok(ada, 'write_file', { name: 'a.txt', content: 'a' });
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Memory', bodyMarkdown: 'a' });
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(key, 'append_doc', { docId, text: 'b' });
      await world.ok(ada, 'set_agent_memory', { docId, isAgentMemory: true });
      await world.ok(key, 'delete_file', { fileId });
      await world.ok(ada, 'write_file', { name: 'a.txt', content: 'b' });
      const put = await ready(world, ada, { keyId, since });
      expect(await done(world, ada, put.putBackId)).toMatchObject({ found: 2, left: 2, putBack: 0 });
      const { items } = await world.ok(ada, 'list_put_back_items', { putBackId: put.putBackId });
      expect(items.map(({ itemId, reason }: Loose) => [itemId, reason]).toSorted()).toEqual(
        [
          [docId, 'protected_item'],
          [fileId, 'name_taken'],
        ].toSorted(),
      );
    });

    it('refuses what names nobody, two at once, or no time', async () => {
      await using desk = await openDesk();
      const { world, ada, keyId } = desk;
      const since = world.clock.now;
      expect(await world.refused(ada, 'prepare_put_back', { keyId: 'key_absent', since })).toBe('invalid_request/no_such_item');
      expect(await world.refused(ada, 'prepare_put_back', { agentId: 'agent_absent', since })).toBe('invalid_request/no_such_item');
      expect(await world.refused(ada, 'prepare_put_back', { personId: 'person_absent', since })).toBe('invalid_request/no_such_item');
      const both = { keyId, personId: ada.personId, since };
      expect(await world.refused(ada, 'prepare_put_back', both)).toBe('invalid_request/invalid_argument');
      expect(await world.refused(ada, 'prepare_put_back', { keyId })).toBe('invalid_request/invalid_argument');
      expect(await world.refused(ada, 'prepare_put_back', { keyId, since, until: since - 1 })).toBe('invalid_request/invalid_argument');
    });
  });
});
