import { postgresMissing } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { createWorld, type Loose } from '../../testing/test-world.ts';

const engines = [
  { engine: 'sqlite', missing: undefined },
  { engine: 'postgres', missing: postgresMissing() },
] as const;

const dayMs = 24 * 60 * 60 * 1000;

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

    it('takes back the last change, whatever it was: an edit, a move, a deletion, a creation, a field of a task', async () => {
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
      expect(await takeLastBack()).toEqual({ subjectId: docId, outcome: 'taken_back', reason: null, fields: [] });
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

    it('names another call, keeps what others and other calls wrote since, and says what stays', async () => {
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

    it('undoes itself when it is called again, and a person can undo it too', async () => {
      await using desk = await openDesk();
      const { world, ada, key, read } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one' });
      world.clock.now++;
      await world.ok(key, 'append_doc', { docId, text: ' two' });
      for (const text of ['one', 'one two', 'one']) {
        world.clock.now++;
        await world.ok(key, 'take_back', {});
        expect(await read(docId)).toBe(text);
      }
      const [last] = (await world.ok(ada, 'list_put_backs')).putBacks;
      expect(last).toMatchObject({ state: 'done', subject: { kind: 'call' }, putBack: 1 });
      world.clock.now++;
      let undo = await world.ok(ada, 'prepare_put_back', { putBackId: last.putBackId });
      while (undo.state !== 'done')
        undo = await world.ok(ada, undo.state === 'looking' ? 'continue_put_back' : 'put_back', { putBackId: undo.putBackId });
      expect(await read(docId)).toBe('one two');
    });

    it('takes back nothing of others, nothing that is older than a day, and nothing that the key can no longer see or change', async () => {
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

    it('finds a call behind hundreds of others, which count as others', async () => {
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
