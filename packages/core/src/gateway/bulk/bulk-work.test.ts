import { dayMs } from '@gatehouse/domain';
import { postgresMissing } from '@gatehouse/storage/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { overloaded } from '../../kernel/errors/errors.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';
import type { Call } from '../calls/call.ts';
import { changedSubjects } from '../feeds/changed-subjects.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import { type BulkWork, createBulkWork } from './bulk-work.ts';
import { sweepBulkChanges } from './sweep-bulk-changes.ts';

const missing = postgresMissing();
const engines = [
  { engine: 'sqlite' as const, skip: false },
  { engine: 'postgres' as const, skip: missing !== undefined },
];

describe.each(engines)('changes of many items on $engine (D91)', ({ engine, skip }) => {
  let world: World;
  afterEach(() => world?.[Symbol.asyncDispose]());

  const open = async () => (world = await createWorld({ engine }));

  function work(call: (made: Call) => ReturnType<Gateway['call']> = (made) => world.gateway.call(made), holder = 'one'): BulkWork {
    const { store } = world;
    return createBulkWork({
      gateway: { call, registry: world.gateway.registry, store, clock: () => world.clock.now },
      holder,
      signal: new AbortController().signal,
    });
  }

  async function docs(count: number, more = {}): Promise<string[]> {
    const ids: string[] = [];
    for (let number = 0; number < count; number++)
      ids.push((await world.ok(world.owner, 'create_doc', { title: `doc ${number}`, ...more })).docId);
    return ids;
  }

  const begin = (input: Loose): Promise<Loose> => world.ok(world.owner, 'change_items', input);
  const read = (bulkChangeId: string): Promise<Loose> => world.ok(world.owner, 'read_bulk_change', { bulkChangeId });
  const trashed = async () => ((await world.ok(world.owner, 'list_trash', { limit: 200 })).items as Loose[]).map(({ id }) => id).toSorted();
  const rowsOf = (requestId: string) => world.store.read(() => world.store.activity.list({ orgId: world.orgId, requestId, limit: 500 }));

  async function undo(bulkChangeId: string): Promise<Loose> {
    await world.ok(world.owner, 'undo_bulk_change', { bulkChangeId });
    await work().look();
    return await read(bulkChangeId);
  }

  it.skipIf(skip)('deletes each item with its own tool, logs each under the same request, and groups refusals by reason', async () => {
    await open();
    const ids = await docs(20);
    const { id: fileId } = await world.ok(world.owner, 'write_file', { name: 'a.txt', content: 'a' });
    const begun = await begin({ action: 'delete', itemIds: [...ids, 'doc_lost', fileId, 'file_lost', ids[0]] });
    expect(begun).toMatchObject({ state: 'working', total: 23, done: 0, failed: 0, endedAt: null });
    await work().look();
    const after = await read(begun.bulkChangeId);
    expect(after).toMatchObject({ state: 'done', total: 23, done: 21, failed: 2, undone: null, endedAt: world.clock.now });
    expect(after.failures).toEqual([
      { code: 'invalid_request', reason: 'no_such_item', message: expect.any(String), itemIds: ['doc_lost', 'file_lost'] },
    ]);
    expect(await trashed()).toEqual([...ids, fileId].toSorted());
    const rows = await rowsOf(begun.requestId);
    expect(rows.map(({ tool }) => tool).toSorted()).toEqual(
      ['change_items', ...Array.from({ length: 21 }, () => 'delete_doc'), 'delete_file', 'delete_file'].toSorted(),
    );
    expect(rows.every(({ personId }) => personId === world.owner.personId)).toBe(true);
  });

  it.skipIf(skip)('undoes its changes, and reports items that others have changed since', async () => {
    await open();
    const ids = await docs(9);
    const begun = await begin({ action: 'delete', itemIds: ids });
    await work().look();
    await world.ok(await world.addPerson('bob@acme.test', 'admin'), 'restore_item', { itemId: ids[0] });
    expect(await undo(begun.bulkChangeId)).toMatchObject({ state: 'undone', done: 9, undone: 8, kept: 1 });
    expect(await trashed()).toEqual([]);
  });

  it.skipIf(skip)('moves, restores, tags and changes tasks, and can undo each', async () => {
    await open();
    const ids = await docs(5);
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
    const inFolder = async () => (await world.ok(world.owner, 'list_docs', { folderId })).docs.length;
    const moved = await begin({ action: 'move', itemIds: ids, folderId });
    await work().look();
    expect(await inFolder()).toBe(5);
    expect(await undo(moved.bulkChangeId)).toMatchObject({ state: 'undone', undone: 5 });
    expect(await inFolder()).toBe(0);

    const tagged = await begin({ action: 'set_tags', itemIds: ids, tags: ['old'] });
    await work().look();
    expect((await world.ok(world.owner, 'read_item', { itemId: ids[0] })).tags).toEqual(['old']);
    await undo(tagged.bulkChangeId);
    expect((await world.ok(world.owner, 'read_item', { itemId: ids[0] })).tags).toEqual([]);

    const { taskId } = await world.ok(world.owner, 'create_task', { title: 'Write' });
    const tasks = await begin({ action: 'update_tasks', itemIds: [taskId], status: 'done', dueAt: 1_763_600_000_000 });
    await work().look();
    expect(await world.ok(world.owner, 'read_task', { taskId })).toMatchObject({ status: 'done', dueAt: 1_763_600_000_000 });
    await undo(tasks.bulkChangeId);
    expect(await world.ok(world.owner, 'read_task', { taskId })).toMatchObject({ status: 'todo', dueAt: null });

    for (const docId of ids) await world.ok(world.owner, 'delete_doc', { docId });
    const restored = await begin({ action: 'restore', itemIds: ids });
    await work().look();
    expect(await trashed()).toEqual([]);
    await undo(restored.bulkChangeId);
    expect(await trashed()).toEqual(ids.toSorted());
  });

  it.skipIf(skip)('deletes forever, without an undo', async () => {
    await open();
    const ids = await docs(3);
    for (const docId of ids) await world.ok(world.owner, 'delete_doc', { docId });
    const begun = await begin({ action: 'purge', itemIds: ids });
    await work().look();
    expect(await read(begun.bulkChangeId)).toMatchObject({ state: 'done', done: 3 });
    expect(await trashed()).toEqual([]);
    expect(await world.refused(world.owner, 'undo_bulk_change', { bulkChangeId: begun.bulkChangeId })).toBe(
      'invalid_request/nothing_to_change',
    );
  });

  it.skipIf(skip)('continues in another process after one dies, and changes no item twice', async () => {
    await open();
    const ids = await docs(40);
    const begun = await begin({ action: 'delete', itemIds: ids });
    let made = 0;
    // Imitates a kill after a commit: the answer never arrives.
    const dying = work(async (call) => {
      const answer = await world.gateway.call(call);
      if (++made > 12) throw new Error('killed');
      return answer;
    });
    await expect(dying.look()).rejects.toThrow('killed');
    const next = work(undefined, 'two');
    await next.look();
    expect(await read(begun.bulkChangeId)).toMatchObject({ state: 'working' });
    world.clock.now += 8001;
    await next.look();
    expect(await read(begun.bulkChangeId)).toMatchObject({ state: 'done', done: 40, failed: 0 });
    expect((await rowsOf(begun.requestId)).filter(({ tool }) => tool === 'delete_doc')).toHaveLength(40);
  });

  it.skipIf(skip)('records nothing of a call that another process has made', async () => {
    await open();
    const ids = await docs(2);
    const begun = await begin({ action: 'delete', itemIds: ids });
    const late = work(async (call) => {
      await world.gateway.call({ ...call, requestId: 'req_other' });
      return await world.gateway.call(call);
    });
    await late.look();
    expect(await read(begun.bulkChangeId)).toMatchObject({ state: 'done', done: 2, failed: 0 });
    expect((await rowsOf(begun.requestId)).map(({ tool }) => tool)).toEqual(['change_items']);
    expect(await rowsOf('req_other')).toHaveLength(2);
  });

  it.skipIf(skip)('waits if the gateway is overloaded, then completes the rest', async () => {
    await open();
    const ids = await docs(3);
    const begun = await begin({ action: 'delete', itemIds: ids });
    const busy = new Set(ids.slice(1));
    const one = work(async (call) => {
      const { docId } = call.readArguments() as Loose;
      return busy.delete(docId) ? { ok: false, error: overloaded('come back later'), rate: undefined } : await world.gateway.call(call);
    });
    await one.look();
    expect(await read(begun.bulkChangeId)).toMatchObject({ state: 'working', done: 1, failed: 0 });
    world.clock.now += 1000;
    await one.look();
    expect(await read(begun.bulkChangeId)).toMatchObject({ state: 'done', done: 3, failed: 0 });
  });

  it.skipIf(skip)('gives everybody a turn while others have many changes at work, or many that wait (D51)', async () => {
    await open();
    const itemIds = Array.from({ length: 20 }, (_, number) => `doc_lost_${number}`);
    for (const name of ['bob', 'eve', 'kim']) {
      const greedy = await world.addPerson(`${name}@acme.test`);
      for (let count = 0; count < 10; count++) await world.ok(greedy, 'change_items', { action: 'delete', itemIds });
      world.clock.now++;
    }
    const ids = await docs(1);
    const { bulkChangeId } = await begin({ action: 'delete', itemIds: ids });
    const isOwn = ({ readArguments }: Call) => (readArguments() as Loose).docId === ids[0];
    const busy = work(async (call) =>
      isOwn(call) ? await world.gateway.call(call) : { ok: false, error: overloaded('come back later'), rate: undefined },
    );
    await busy.look();
    expect(await read(bulkChangeId)).toMatchObject({ state: 'done', done: 1 });

    const again = await begin({ action: 'restore', itemIds: ids });
    let [calls, before] = [0, 0];
    const counting = work(async (call) => {
      calls++;
      if ((readItem(call) as string) === ids[0]) before = calls;
      return await world.gateway.call(call);
    });
    world.clock.now += 1000;
    await counting.look();
    expect(await read(again.bulkChangeId)).toMatchObject({ state: 'done', done: 1 });
    // A turn of each other change comes first.
    expect(before).toBeLessThanOrEqual(30 * 8 + 1);
    expect(calls).toBe(30 * 20 + 1);

    function readItem({ readArguments }: Call): unknown {
      const { docId, itemId } = readArguments() as Loose;
      return docId ?? itemId;
    }
  });

  it.skipIf(skip)('stops when a person asks, keeps the changes so far, and can undo them', async () => {
    await open();
    const ids = await docs(30);
    const { bulkChangeId } = await begin({ action: 'delete', itemIds: ids });
    const stopping = work(async (call) => {
      const answer = await world.gateway.call(call);
      await world.ok(world.owner, 'stop_bulk_change', { bulkChangeId });
      return answer;
    });
    await stopping.look();
    expect(await read(bulkChangeId)).toMatchObject({ state: 'stopped', total: 30, done: 8, failed: 0 });
    await work().look();
    expect(await trashed()).toEqual(ids.slice(0, 8).toSorted());
    expect(await undo(bulkChangeId)).toMatchObject({ state: 'undone', undone: 8 });
    expect(await trashed()).toEqual([]);
  });

  it.skipIf(skip)('checks the rights of the person for each item', async () => {
    await open();
    const bob = await world.addPerson('bob@acme.test', 'admin');
    const ids = await docs(10);
    for (const docId of ids) await world.ok(world.owner, 'delete_doc', { docId });
    const purging = await world.ok(bob, 'change_items', { action: 'purge', itemIds: ids });
    await world.ok(world.owner, 'set_person_role', { email: 'bob@acme.test', role: 'member' });
    await work().look();
    const after = await world.ok(bob, 'read_bulk_change', { bulkChangeId: purging.bulkChangeId });
    expect(after).toMatchObject({ state: 'done', done: 0, failed: 10, failures: [{ code: 'forbidden', reason: null }] });
    expect(await world.refused(bob, 'change_items', { action: 'purge', itemIds: ids })).toBe('forbidden');

    const restoring = await world.ok(bob, 'change_items', { action: 'restore', itemIds: ids });
    await world.ok(world.owner, 'remove_person', { email: 'bob@acme.test' });
    await work().look();
    expect(await world.store.read(() => world.store.bulkChanges.find(world.orgId, restoring.bulkChangeId))).toMatchObject({
      state: 'stopped',
    });
    expect(await trashed()).toEqual(ids.toSorted());
  });

  it.skipIf(skip)('does not show, stop or undo changes of another person', async () => {
    await open();
    const { bulkChangeId } = await begin({ action: 'delete', itemIds: await docs(1) });
    const bob = await world.addPerson('bob@acme.test', 'owner');
    for (const tool of ['read_bulk_change', 'stop_bulk_change', 'undo_bulk_change'])
      expect(await world.refused(bob, tool, { bulkChangeId })).toBe('invalid_request/no_such_item');
    expect(await world.ok(bob, 'list_bulk_changes')).toEqual({ bulkChanges: [] });
    expect((await world.ok(world.owner, 'list_bulk_changes')).bulkChanges).toMatchObject([{ bulkChangeId }]);
  });

  it.skipIf(skip)('refuses settings that do not belong to the action, and more than ten changes at a time', async () => {
    await open();
    const itemIds = await docs(1);
    const refused = (input: Loose) => world.refused(world.owner, 'change_items', { itemIds, ...input });
    expect(await refused({ action: 'delete', folderId: 'folder_1' })).toBe('invalid_request/invalid_argument');
    expect(await refused({ action: 'move' })).toBe('invalid_request/invalid_argument');
    expect(await refused({ action: 'move', folderId: 'folder_lost' })).toBe('invalid_request/no_such_item');
    expect(await refused({ action: 'update_tasks' })).toBe('invalid_request/nothing_to_change');
    expect(await refused({ action: 'delete', itemIds: [] })).toBe('invalid_request/invalid_argument');
    expect(await refused({ action: 'delete', itemIds: Array.from({ length: 2001 }, (_, number) => `doc_${number}`) })).toBe(
      'invalid_request/invalid_argument',
    );
    for (let count = 0; count < 10; count++) await begin({ action: 'delete', itemIds });
    expect(await refused({ action: 'delete' })).toBe('internal_error/overloaded');
    await work().look();
    await begin({ action: 'delete', itemIds });
  });

  it.skipIf(skip)('reports each item once, and a restored folder', async () => {
    await open();
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
    const itemIds = await docs(4, { folderId });
    await world.ok(world.owner, 'delete_folder', { folderId });
    world.clock.now += 1000;
    const { requestId } = await begin({ action: 'restore', itemIds });
    await work().look();
    const told: string[] = [];
    for (const row of await rowsOf(requestId))
      if (row.tool === 'restore_item') for (const { id } of await world.store.read(() => changedSubjects(world.store, row))) told.push(id);
    expect(told.filter((id) => id !== folderId).toSorted()).toEqual(itemIds.toSorted());
    expect(told).toContain(folderId);
  });

  it.skipIf(skip)('accepts what waits for a review, except in items that changed after they were seen (D78)', async () => {
    await open();
    await world.ok(world.owner, 'set_review', { review: true });
    const key = await world.key(world.owner, 'write');
    const skill = (name: string) => ({ name, description: `Does ${name}.`, content: '# Steps\n' });
    const [doc, later, deleted] = await docs(3, { bodyMarkdown: 'one' });
    const { id: skillId } = await world.ok(key, 'write_skill', skill('deploy'));
    for (const docId of [doc, later, deleted]) await world.ok(key, 'append_doc', { docId, text: ' two' });
    const seenAt = world.clock.now;
    world.clock.now += 1000;
    await world.ok(key, 'append_doc', { docId: later, text: ' three' });
    await world.ok(key, 'delete_doc', { docId: deleted });
    const waiting = async () => [
      ...(await world.ok(world.owner, 'list_reviews')).items.map(({ id }: Loose) => id).toSorted(),
      ...(await world.ok(world.owner, 'browse_skills')).skills.flatMap(({ id, reviewed }: Loose) => (reviewed ? [] : [id])),
    ];
    expect(await waiting()).toEqual([...[doc, later, deleted].toSorted(), skillId]);
    const { bulkChangeId } = await begin({ action: 'accept', itemIds: [doc, later, deleted, skillId], seenAt });
    await work().look();
    const done = await read(bulkChangeId);
    expect(done).toMatchObject({ state: 'done', done: 2, failed: 2 });
    expect(done.failures).toMatchObject([{ reason: 'stale_version', itemIds: [later, deleted] }]);
    expect(await waiting()).toEqual([later, deleted].toSorted());
    expect(await world.refused(world.owner, 'undo_bulk_change', { bulkChangeId })).toBe('invalid_request/nothing_to_change');
    expect(await world.refused(world.owner, 'change_items', { action: 'accept', itemIds: [later] })).toBe(
      'invalid_request/nothing_to_change',
    );
    const both = { itemId: later, accept: true, seenAt: world.clock.now, reviewCount: 2 };
    expect(await world.refused(world.owner, 'review_item', both)).toBe('invalid_request/invalid_argument');
  });

  it.skipIf(skip)('removes changes that ended a week ago', async () => {
    await open();
    const ended = await begin({ action: 'delete', itemIds: ['doc_lost'] });
    await work().look();
    const open_ = await begin({ action: 'delete', itemIds: ['doc_lost'] });
    world.clock.now += 7 * dayMs + 1;
    await sweepBulkChanges(world.store, world.clock.now);
    const { bulkChanges } = await world.ok(world.owner, 'list_bulk_changes');
    expect(bulkChanges.map(({ bulkChangeId }: Loose) => bulkChangeId)).toEqual([open_.bulkChangeId]);
    expect(ended.bulkChangeId).not.toBe(open_.bulkChangeId);
  });
});
