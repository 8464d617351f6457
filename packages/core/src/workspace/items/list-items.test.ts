import { createHash } from 'node:crypto';
import { nobodyAt, postgresMissing } from '@gatehouse/storage/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

const idsOf = ({ docs }: Loose): string[] => docs.map(({ id }: Loose) => id);

/** Opens a world with real time, which distinguishes running transactions from committed ones. */
async function createTimedWorld(engine: 'sqlite' | 'postgres'): Promise<World> {
  const world = await createWorld({ engine });
  Object.defineProperty(world.clock, 'now', { get: () => Date.now() });
  return world;
}

/** A program that keeps copies of all documents and tasks. */
function createCopy(world: World, key: string) {
  const docs = new Map<string, string>();
  const tasks = new Map<string, string>();
  let docsSince = 0;
  let tasksSince = 0;
  return {
    docs,
    tasks,
    /** One call for each list. */
    async sync() {
      const page = await world.ok(key, 'list_docs', { updatedSince: docsSince, limit: 200 });
      expect(page.nextCursor).toBeNull();
      for (const doc of page.docs) docs.set(doc.id, `${doc.title} ${doc.hash}`);
      for (const id of page.gone) docs.delete(id);
      docsSince = page.nextUpdatedSince;
      const changed = await world.ok(key, 'list_tasks', { updatedSince: tasksSince, includeDone: true, limit: 200 });
      for (const task of changed) tasks.set(task.taskId, `${task.title} ${task.status}`);
      tasksSince = changed[0]?.nextUpdatedSince ?? tasksSince;
    },
  };
}

type Step = 'create' | 'edit' | 'rename' | 'delete' | 'task' | 'done';
const step = fc.constantFrom<Step>('create', 'create', 'edit', 'rename', 'delete', 'task', 'done');

/** Makes one change after another while other writers do, too. Changes of items that another writer has deleted can fail. */
async function write(world: World, key: string, name: string, steps: readonly Step[]): Promise<void> {
  const mine: string[] = [];
  const tasks: string[] = [];
  for (const [number, one] of steps.entries()) {
    const docId = mine.at(-1);
    if (one === 'create' || (docId === undefined && one !== 'task' && one !== 'done')) {
      mine.push((await world.ok(key, 'create_doc', { title: `${name} ${number}` })).docId);
    } else if (one === 'edit') await world.ok(key, 'append_doc', { docId, text: `${number}` });
    else if (one === 'rename') await world.ok(key, 'move_item', { docId, name: `${name} renamed ${number}` });
    else if (one === 'delete') await world.ok(key, 'delete_doc', { docId: mine.pop() });
    else if (one === 'task' || tasks.length === 0) tasks.push((await world.ok(key, 'create_task', { title: `${name} ${number}` })).taskId);
    else await world.ok(key, 'update_task', { taskId: tasks.pop(), status: 'done' });
  }
}

describe.each(engines)('lists that programs use to sync, on $engine (D23)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    it('miss no change of random writers, with one call per round', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(step, { minLength: 5, maxLength: 15 }), { minLength: 3, maxLength: 5 }), async (writers) => {
          await using world = await createTimedWorld(engine);
          const key = await world.key(world.owner, 'write');
          const copy = createCopy(world, key);
          let left = writers.length;
          const writing = writers.map(async (steps, number) => {
            await write(world, key, `writer ${number}`, steps);
            left--;
          });
          while (left > 0) await copy.sync();
          await Promise.all(writing);
          await copy.sync();
          const { docs } = await world.ok(key, 'list_docs', { limit: 200 });
          expect([...copy.docs].sort()).toEqual(docs.map((doc: Loose) => [doc.id, `${doc.title} ${doc.hash}`]).sort());
          const tasks = await world.ok(key, 'list_tasks', { includeDone: true, limit: 200 });
          expect([...copy.tasks].sort()).toEqual(tasks.map((task: Loose) => [task.taskId, `${task.title} ${task.status}`]).sort());
        }),
        { numRuns: 4 },
      );
    });

    it('do not report shares, which change no document: only the whole list shows new visible items', async () => {
      await using world = await createWorld({ engine });
      const reader = await world.addPerson('reader@acme.test');
      const key = await world.key(reader, 'read');
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
      const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan', folderId });
      world.clock.now += 60_000;
      const { nextUpdatedSince: updatedSince } = await world.ok(key, 'list_docs', { updatedSince: world.clock.now });
      world.clock.now += 60_000;
      await world.ok(world.owner, 'share_folder', { folderId, email: 'reader@acme.test' });
      const round = await world.ok(key, 'list_docs', { updatedSince });
      expect([idsOf(round).includes(docId), round.gone]).toEqual([false, []]);
      expect(idsOf(await world.ok(key, 'list_docs', { order: 'created' }))).toContain(docId);
    });

    it('find items that were edited while pages were read, in the order of creation', async () => {
      await using world = await createWorld({ engine });
      const key = await world.key(world.owner, 'write');
      const made: string[] = [];
      for (let number = 0; number < 6; number++) {
        world.clock.now++;
        made.push((await world.ok(key, 'create_doc', { title: `doc ${number}` })).docId);
      }
      const { docs } = await world.ok(key, 'list_docs', { order: 'created' });
      const all = docs.map(({ id }: Loose) => id).filter((id: string) => made.includes(id));
      expect(all).toEqual(made);
      for (const updatedSince of [undefined, 0]) {
        const found: string[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page: Loose = await world.ok(key, 'list_docs', { order: 'created', limit: 2, ...(cursor && { cursor }), updatedSince });
          found.push(...idsOf(page));
          cursor = page.nextCursor;
          world.clock.now++;
          await world.ok(key, 'append_doc', { docId: made.at(-1), text: 'more' });
        }
        expect(found).toEqual(idsOf({ docs }));
      }
      const cursor = (await world.ok(key, 'list_docs', { order: 'created', limit: 1 })).nextCursor;
      expect(await world.refused(key, 'list_docs', { limit: 1, cursor })).toBe('invalid_request/invalid_cursor');
    });

    it('find tasks by startingAfter that were edited while pages were read', async () => {
      await using world = await createWorld({ engine });
      const key = await world.key(world.owner, 'write');
      const made: string[] = [];
      for (let number = 0; number < 5; number++) {
        world.clock.now++;
        made.push((await world.ok(key, 'create_task', { title: `task ${number}`, dueAt: world.clock.now })).taskId);
      }
      const found: string[] = [];
      for (let startingAfter: string | undefined; ; ) {
        const page = await world.ok(key, 'list_tasks', { order: 'created', limit: 2, ...(startingAfter && { startingAfter }) });
        if (page.length === 0) break;
        found.push(...page.map(({ taskId }: Loose) => taskId));
        startingAfter = found.at(-1);
        expect(page[0].nextUpdatedSince === undefined).toBe(found.length > 2);
        world.clock.now++;
        await world.ok(key, 'update_task', { taskId: made.at(-1), dueAt: Date.UTC(2020, 0, found.length) });
      }
      expect(found).toEqual(made);
      const changed = await world.ok(key, 'list_tasks', { updatedSince: world.clock.now });
      expect(changed).toMatchObject([{ taskId: made.at(-1), versionCount: 4, createdAt: Date.UTC(2026, 0, 1) + 5 }]);
    });

    it('report deletions only to people who could see the item', async () => {
      await using world = await createWorld({ engine });
      const [ada, bob] = [await world.addPerson('ada@acme.test'), await world.addPerson('bob@acme.test')];
      const [hers, his] = [await world.key(ada, 'write'), await world.key(bob, 'read')];
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Own' });
      const { docId: open } = await world.ok(hers, 'create_doc', { title: 'open' });
      const { docId: hidden } = await world.ok(hers, 'create_doc', { title: 'hidden', folderId });
      world.clock.now += 10_000;
      const since = world.clock.now;
      for (const docId of [open, hidden]) await world.ok(hers, 'delete_doc', { docId });
      const goneFor = async (key: string, input: object) => (await world.ok(key, 'list_docs', { updatedSince: since, ...input })).gone;
      expect((await goneFor(hers, {})).sort()).toEqual([open, hidden].sort());
      expect(await goneFor(his, {})).toEqual([open]);
      expect(await goneFor(hers, { folderId })).toEqual([hidden]);
      expect(await goneFor(hers, { updatedSince: since + 1 })).toEqual([]);
      expect((await world.ok(hers, 'list_files', { updatedSince: since })).gone).toEqual([]);
      const first = await world.ok(hers, 'list_docs', { updatedSince: since, limit: 1 });
      world.clock.now += 10_000;
      const next = await world.ok(hers, 'list_docs', { updatedSince: since, limit: 1, cursor: first.nextCursor });
      expect([...first.gone, ...next.gone].sort()).toEqual([open, hidden].sort());
      expect([next.nextCursor, next.nextUpdatedSince]).toEqual([null, first.nextUpdatedSince]);
      expect('gone' in (await world.ok(hers, 'list_docs'))).toBe(false);
    });

    it('return the checksum of every entry and the author of its last change', async () => {
      await using world = await createWorld({ engine });
      const key = await world.key(world.owner, 'write');
      const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
      world.clock.now++;
      const { docId } = await world.ok(world.owner, 'create_doc', { title: 'doc', bodyMarkdown: 'one' });
      const entry = async () => (await world.ok(key, 'list_docs', { limit: 1 })).docs[0];
      const { personId } = world.owner;
      expect(await entry()).toMatchObject({ id: docId, hash: hashOf('one'), by: { personId, agentId: null, entrance: 'cli' } });
      world.clock.now++;
      await world.ok(key, 'move_item', { docId, name: 'renamed' });
      expect(await entry()).toMatchObject({ hash: hashOf('one'), by: { personId, name: 'test agent', entrance: 'http' } });
      await world.ok(key, 'write_file', { name: 'a.bin', contentBase64: Buffer.from([1, 2, 255]).toString('base64') });
      const { files } = await world.ok(key, 'list_files');
      expect(files[0].hash).toBe(
        createHash('sha256')
          .update(Buffer.from([1, 2, 255]))
          .digest('hex'),
      );
    });
  });
});

it('accepts cursors from before lists had an order', async () => {
  await using world = await createWorld();
  const key = await world.key(world.owner, 'write');
  const { id: folderId } = await world.ok(key, 'create_folder', { name: 'Plans' });
  const cursorOf = (list: string) => Buffer.from(JSON.stringify([list, world.clock.now, ''])).toString('base64url');
  for (const [tool, list, filters] of [
    ['list_docs', 'docs ', {}],
    ['list_docs', `docs ${folderId}`, { folderId }],
    ['list_skills', 'skills ', {}],
    ['list_files', 'files  ', {}],
    ['list_files', `files ${folderId} image`, { folderId, kind: 'image' }],
  ] as const)
    expect(await world.ok(key, tool, { ...filters, cursor: cursorOf(list) })).toMatchObject({ nextCursor: null });
});

describe.skipIf(postgresMissing() !== undefined)('nextUpdatedSince on Postgres', () => {
  it.each(['this process', 'another one'])('is before a change that is still in progress in %s', async (where) => {
    await using world = await createTimedWorld('postgres');
    const key = await world.key(world.owner, 'write');
    const { docId } = await world.ok(key, 'create_doc', { title: 'slow' });
    const store = where === 'this process' ? world.store : await world.openAnother();
    const changed = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const viewer = { orgId: world.orgId, personId: world.owner.personId, seesAll: true, limits: null, at: 0 };
    const change = store.perform(
      function* () {
        const updatedAt = Date.now();
        const doc = yield* store.items.visibleForChange(viewer, 'doc', docId);
        yield* store.items.update({ ...doc!, updatedAt, name: 'changed' }, doc!, nobodyAt(updatedAt));
        changed.resolve();
        yield () => gate.promise;
      },
      { changes: true },
    );
    await changed.promise;
    const started = Date.now();
    await expect.poll(() => Date.now() - started).toBeGreaterThan(3000);
    const { nextUpdatedSince, docs } = await world.ok(key, 'list_docs', { updatedSince: 0 });
    expect(docs.map(({ title }: Loose) => title)).toContain('slow');
    gate.resolve();
    await change;
    const page = await world.ok(key, 'list_docs', { updatedSince: nextUpdatedSince });
    expect(page.docs.map(({ title }: Loose) => title)).toContain('changed');
  });
});
