import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '@gatehouse/storage';
import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../testing/test-world.ts';
import { createPersonFilter, type DeliveredPart, type PersonReader } from './person-filter.ts';

type Person = World['owner'];

/** Reader that records delivered items, and only the tools of calls. */
function reader(from?: string) {
  const state = { tools: [] as string[], items: [] as unknown[], how: 'not begun', position: '', lost: false };
  const take = ({ rows, items }: DeliveredPart) => {
    state.tools.push(...rows.map((row) => (JSON.parse(row) as { tool: string }).tool));
    state.items.push(...items);
  };
  const watching: PersonReader = {
    from,
    async missed(part) {
      take(part);
      return true;
    },
    begin: (how, position) => void Object.assign(state, { how, position }),
    receive(part, position) {
      take(part);
      state.position = position;
    },
    lost: () => void (state.lost = true),
  };
  return Object.assign(state, { watching });
}

/** A store whose reads wait when a test says so: all of them, or the answers of who sees what. */
function gated(store: Store) {
  const gate = { open: Promise.resolve(), answers: Promise.resolve(), asked: [] as string[][] };
  const read: Store['read'] = async (program) => {
    await gate.open;
    const before = gate.asked.length;
    const result = await store.read(program);
    if (gate.asked.length > before) await gate.answers;
    return result;
  };
  const visibilityChecks: Store['visibilityChecks'] = {
    ...store.visibilityChecks,
    items(viewer, ids) {
      gate.asked.push([...ids]);
      return store.visibilityChecks.items(viewer, ids);
    },
  };
  return Object.assign(gate, { store: { ...store, read, visibilityChecks } });
}

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`events for a person on ${engine.name}`, () => {
    let world: World;
    let member: Person;
    let leaving: (() => Promise<void>)[] = [];

    beforeEach(async () => {
      world = await createWorld({ engine: engine.dialect });
      member = await world.addPerson('member@acme.test');
    });
    afterEach(async () => {
      await Promise.all(leaving.map((leave) => leave()));
      leaving = [];
      await world[Symbol.asyncDispose]();
    });

    const feedOf = (store: Store, report: (error: unknown) => void = (error) => expect.unreachable(String(error))) =>
      createPersonFilter({ store, registry: world.gateway.registry, clock: () => world.clock.now, report });

    const watch = async (feed: ReturnType<typeof feedOf>, person: Person, from?: string, role: 'owner' | 'member' = 'member') => {
      const told = reader(from);
      const leave = await feed.watch({ orgId: person.orgId, personId: person.personId, role }, told.watching);
      leaving.push(leave);
      return Object.assign(told, { leave });
    };

    const makeDoc = async (title: string, folderId?: string): Promise<string> =>
      (await world.ok(world.owner, 'create_doc', { title, bodyMarkdown: 'x', folderId })).docId;
    const append = (docId: string) => world.ok(world.owner, 'append_doc', { docId, text: 'more' });
    const doc = (id: string, versionCount: number) => ({ id, type: 'doc', versionCount });

    it('include their own calls, and calls by others on items that they see, in any process', async () => {
      const [first, last] = [await makeDoc('first'), await makeDoc('last')];
      const { id: fileId } = await world.ok(world.owner, 'write_file', { name: 'a.txt', content: 'a' });
      const feed = feedOf(await world.openAnother());
      const told = await watch(feed, member);
      const byOwner = await watch(feed, world.owner, undefined, 'owner');
      await world.ok(world.owner, 'read_doc', { docId: first });
      await world.refused(world.owner, 'edit_doc', { docId: first, oldText: 'absent', newText: 'x' });
      await append(first);
      await world.ok(world.owner, 'delete_file', { fileId });
      await world.ok(member, 'append_doc', { docId: first, text: 'mine' });
      const { taskId } = await world.ok(world.owner, 'create_task', { title: 'Do it' });
      await append(last);
      await expect.poll(() => told.items).toContainEqual(doc(last, 2));
      const seen = [...new Map(told.items.map((item) => [(item as { id: string }).id, item])).values()];
      expect(seen).toHaveLength(4);
      expect(seen).toContainEqual({ id: first, type: 'doc', versionCount: expect.toSatisfy((count) => count === 2 || count === 3) });
      expect(seen).toContainEqual({ id: fileId, type: 'file', versionCount: 1 });
      expect(seen).toContainEqual({ id: taskId, type: 'task', versionCount: null });
      expect(told.tools).toEqual(['append_doc']);
      await expect.poll(() => byOwner.tools).toContain('create_task');
      await expect.poll(() => byOwner.tools.length).toBe(7);
      expect(byOwner.items).toEqual([]);
    });

    it('exclude private items of others, and a folder that was unshared before the check', async () => {
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
      const [hidden, shown] = [await makeDoc('hidden', folderId), await makeDoc('shown')];
      await world.ok(world.owner, 'share_folder', { folderId, email: 'member@acme.test' });
      const gate = gated(world.store);
      const told = await watch(feedOf(gate.store), member);
      await append(hidden);
      await expect.poll(() => told.items).toEqual([doc(hidden, 2)]);
      const held = Promise.withResolvers<void>();
      gate.open = held.promise;
      await append(hidden);
      await world.ok(world.owner, 'rename_folder', { folderId, name: 'Secret' });
      await world.ok(world.owner, 'unshare_folder', { folderId, email: 'member@acme.test' });
      held.resolve();
      await append(hidden);
      await append(shown);
      await expect.poll(() => told.items).toContainEqual(doc(shown, 2));
      expect(told.items).toEqual([doc(hidden, 2), doc(shown, 2)]);
      expect(told.tools).toEqual([]);
    });

    it('include a folder from the time that they see it, and end when they are removed', async () => {
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
      const docId = await makeDoc('root');
      const feed = feedOf(world.store);
      const [told, staying] = [await watch(feed, member), await watch(feed, await world.addPerson('other@acme.test'))];
      await world.ok(world.owner, 'share_folder', { folderId, email: 'member@acme.test' });
      await expect.poll(() => told.items).toEqual([{ id: folderId, type: 'folder', versionCount: null }]);
      await world.ok(world.owner, 'remove_person', { email: 'member@acme.test' });
      await append(docId);
      await expect.poll(() => staying.items).toEqual([doc(docId, 2)]);
      expect(told.items).toHaveLength(1);
    });

    it('include items of a take-back, which the log does not name', async () => {
      const docId = await makeDoc('Plan');
      world.clock.now += 1000;
      const since = world.clock.now;
      await append(docId);
      world.clock.now += 1000;
      const given = { personId: world.owner.personId, since };
      let put = await world.ok(world.owner, 'prepare_take_back', given);
      while (put.state === 'looking') put = await world.ok(world.owner, 'continue_take_back', { takeBackId: put.takeBackId });
      const told = await watch(feedOf(world.store), member);
      await world.ok(world.owner, 'apply_take_back', { takeBackId: put.takeBackId });
      await expect.poll(() => told.items).toEqual([doc(docId, 3)]);
    });

    it('include each task, folder and item that one call changed: by a take-back, a deleted folder, or a removed person', async () => {
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
      await world.ok(world.owner, 'share_folder', { folderId, organization: true });
      const docId = await makeDoc('Plan', folderId);
      const ada = await world.addPerson('ada@acme.test');
      const { taskId } = await world.ok(world.owner, 'create_task', { title: 'Write', assignee: 'ada@acme.test' });
      world.clock.now += 1000;
      const since = world.clock.now;
      await world.ok(ada, 'update_task', { taskId, title: 'Read' });
      await world.ok(world.owner, 'rename_folder', { folderId, name: 'Ideas' });
      world.clock.now += 1000;
      let put = await world.ok(world.owner, 'prepare_take_back', { since });
      while (put.state === 'looking') put = await world.ok(world.owner, 'continue_take_back', { takeBackId: put.takeBackId });
      const told = await watch(feedOf(world.store), member);
      const [task, folder] = [
        { id: taskId, type: 'task', versionCount: null },
        { id: folderId, type: 'folder', versionCount: null },
      ];
      const toldNext = async (count: number) => {
        await expect.poll(() => told.items).toHaveLength(count);
        return told.items.splice(0);
      };
      await world.ok(world.owner, 'apply_take_back', { takeBackId: put.takeBackId });
      expect(await toldNext(2)).toEqual(expect.arrayContaining([task, folder]));
      await world.ok(world.owner, 'delete_folder', { folderId });
      expect(await toldNext(2)).toEqual(expect.arrayContaining([doc(docId, 1), folder]));
      await world.ok(world.owner, 'restore_item', { itemId: docId });
      expect(await toldNext(2)).toEqual(expect.arrayContaining([doc(docId, 1), folder]));
      await world.ok(world.owner, 'remove_person', { email: 'ada@acme.test', successorEmail: 'owner@acme.test' });
      expect(await toldNext(1)).toEqual([task]);
    });

    it('continue from their last position, with changes made since then', async () => {
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
      const [hidden, shown] = [await makeDoc('hidden', folderId), await makeDoc('shown')];
      const feed = feedOf(world.store);
      const before = await watch(feed, member);
      await before.leave();
      for (const docId of [hidden, shown, shown]) await append(docId);
      await world.ok(member, 'whoami');
      const again = await watch(feed, member, before.position);
      expect(again).toMatchObject({ how: 'continued', tools: ['whoami'], items: [doc(shown, 3)] });
      expect(before.items).toEqual([]);
    });

    it('need one query per person and check, for any number of streams and changes', async () => {
      const people = [member];
      while (people.length < 10) people.push(await world.addPerson(`person${people.length}@acme.test`));
      const docs: string[] = [];
      while (docs.length < 30) docs.push(await makeDoc(`doc ${docs.length}`));
      const gate = gated(world.store);
      const feed = feedOf(gate.store);
      const streams = await Promise.all(Array.from({ length: 50 }, (_, stream) => watch(feed, people[stream % 10] as Person)));
      const byOwner = await watch(feed, world.owner, undefined, 'owner');
      const held = Promise.withResolvers<void>();
      gate.open = held.promise;
      for (const docId of docs) await append(docId);
      expect(gate.asked).toEqual([]);
      held.resolve();
      await expect.poll(() => Math.min(...streams.map(({ items }) => items.length))).toBe(30);
      await expect.poll(() => byOwner.tools.length).toBe(30);
      // A second check is possible: rows that arrived before the gate closed may have one of their own.
      const looks = new Set(gate.asked.map((ids) => ids.toSorted().join())).size;
      expect(looks).toBeLessThanOrEqual(2);
      expect(gate.asked).toHaveLength(10 * looks);
    });

    it('keep the order of the log, although some rows need no visibility check', async () => {
      const docId = await makeDoc('Plan');
      const gate = gated(world.store);
      const feed = feedOf(gate.store);
      const told = await watch(feed, member);
      const byOwner = await watch(feed, world.owner, undefined, 'owner');
      const held = Promise.withResolvers<void>();
      gate.answers = held.promise;
      await append(docId);
      await expect.poll(() => gate.asked.length).toBe(1);
      await world.ok(member, 'whoami');
      await expect.poll(() => byOwner.tools).toEqual(['append_doc', 'whoami']);
      expect([told.items, told.tools]).toEqual([[], []]);
      held.resolve();
      await expect.poll(() => told.tools).toEqual(['whoami']);
      expect(told.items).toEqual([doc(docId, 2)]);
    });

    it('leave out what was still being checked when the database lost rows', async () => {
      const [lost, kept] = [await makeDoc('lost'), await makeDoc('kept')];
      const gate = gated(world.store);
      let crashes = 0;
      const { activity } = gate.store;
      const follow: typeof activity.follow = function* (rows) {
        const log = yield* activity.follow(rows);
        const crashesBefore = crashes;
        return {
          *news() {
            return crashes === crashesBefore ? yield* log.news() : undefined;
          },
          get position() {
            return log.position;
          },
        };
      };
      const feed = feedOf({ ...gate.store, activity: { ...activity, follow } });
      const told = await watch(feed, member);
      const byOwner = await watch(feed, world.owner, undefined, 'owner');
      const held = Promise.withResolvers<void>();
      gate.answers = held.promise;
      await append(lost);
      await expect.poll(() => gate.asked.length).toBe(1);
      // This one waits for the running check.
      await append(lost);
      await expect.poll(() => byOwner.tools.length).toBe(2);
      crashes++;
      await world.ok(world.owner, 'whoami');
      await expect.poll(() => told.how).toBe('resync');
      const { position } = told;
      held.resolve();
      await append(kept);
      await expect.poll(() => told.items).toEqual([doc(kept, 2)]);
      expect(told.position).not.toBe(position);
    });

    it('end if the store cannot be queried, so that a reconnecting person misses nothing', async () => {
      const docId = await makeDoc('Plan');
      const reported: unknown[] = [];
      const broken: Store = {
        ...world.store,
        visibilityChecks: {
          ...world.store.visibilityChecks,
          items() {
            throw new Error('the database is away');
          },
        },
      };
      const told = await watch(
        feedOf(broken, (error) => reported.push(error)),
        member,
      );
      const { position } = told;
      await append(docId);
      await expect.poll(() => told.lost).toBe(true);
      expect(told).toMatchObject({ items: [], position });
      expect(reported).toEqual([new Error('the database is away')]);
      const again = await watch(feedOf(world.store), member, position);
      expect(again.items).toEqual([doc(docId, 2)]);
    });

    it('end with their last check, whose failure is not told to a person who has left', async () => {
      const docId = await makeDoc('Plan');
      const gate = gated(world.store);
      const reported: unknown[] = [];
      const feed = feedOf(gate.store, (error) => reported.push(error));
      const told = await watch(feed, member);
      // Follows the log, so that only the check keeps the member.
      await watch(feed, world.owner, undefined, 'owner');
      const held = Promise.withResolvers<void>();
      gate.answers = held.promise;
      await append(docId);
      // Handled here too, because the check may not yet wait for it.
      held.promise.catch(() => undefined);
      await expect.poll(() => gate.asked.length).toBe(1);
      let hasLeft = false;
      const left = told.leave().then(() => void (hasLeft = true));
      await nextTurn();
      expect(hasLeft).toBe(false);
      held.reject(new Error('the database is closed'));
      await left;
      expect(reported).toEqual([new Error('the database is closed')]);
      expect(told).toMatchObject({ lost: false, items: [] });
    });
  });
}
