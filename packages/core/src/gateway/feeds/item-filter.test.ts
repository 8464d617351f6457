import type { Store } from '@gatehouse/storage';
import { describe, expect, it } from 'vitest';
import { applyAll, findAll } from '../../testing/take-back-desk.ts';
import { createWorld } from '../../testing/test-world.ts';
import { createItemFilter } from './item-filter.ts';

async function filterOf(world: Awaited<ReturnType<typeof createWorld>>) {
  const { store, registry, clock } = world.gateway;
  return createItemFilter({ store, registry, clock, report: (error) => expect.unreachable(String(error)) });
}

/** Resolves with the reported items in order, up to and including `last`. */
function toldUntil(last: string) {
  const told: string[] = [];
  const over = Promise.withResolvers<string[]>();
  return {
    changed(itemId: string) {
      told.push(itemId);
      if (itemId === last) over.resolve(told);
    },
    told: over.promise,
  };
}

describe('createItemFilter', () => {
  it('reports changes of watched items, but not reads, refusals or other items', async () => {
    await using world = await createWorld();
    const docs: string[] = [];
    for (const title of ['watched', 'other', 'last'])
      docs.push((await world.ok(world.owner, 'create_doc', { title, bodyMarkdown: 'old' })).docId as string);
    const [first, second, third] = docs as [string, string, string];
    const until = toldUntil(third);
    const stop = await (await filterOf(world)).watch(world.owner, (id) => id !== second, until.changed);
    await world.ok(world.owner, 'read_doc', { docId: first });
    await world.refused(world.owner, 'edit_doc', { docId: first, oldText: 'absent', newText: 'x' });
    for (const docId of [second, first, third]) await world.ok(world.owner, 'edit_doc', { docId, oldText: 'old', newText: 'new' });
    expect(await until.told).toEqual([first, third]);
    stop();
  });

  it('reports each watched item of a take-back once, although the log names no items', async () => {
    await using world = await createWorld();
    const key = await world.key(world.owner, 'write');
    const docs: string[] = [];
    for (const title of ['first', 'other', 'second', 'last'])
      docs.push((await world.ok(world.owner, 'create_doc', { title, bodyMarkdown: 'old' })).docId as string);
    const [first, other, second, last] = docs as [string, string, string, string];
    const since = (world.clock.now += 1000);
    for (const docId of [first, second]) await world.ok(key, 'edit_doc', { docId, oldText: 'old', newText: 'new' });
    await world.ok(key, 'set_tags', { docId: other, tags: ['new'] });
    world.clock.now += 1000;
    const run = await findAll(world, world.owner, { since });
    const told: string[] = [];
    const stop = await (await filterOf(world)).watch(
      world.owner,
      (id) => id !== other,
      (id) => void told.push(id),
    );
    await applyAll(world, world.owner, run.takeBackId);
    await expect.poll(() => told.length).toBeGreaterThanOrEqual(2);
    await world.ok(world.owner, 'append_doc', { docId: last, text: 'more' });
    await expect.poll(() => told).toContain(last);
    expect(told.toSorted()).toEqual([first, second, last].toSorted());
    stop();
  });

  it('reports nothing to a watcher who cannot see the item at that time (D5)', async () => {
    await using world = await createWorld();
    const member = await world.addPerson('member@acme.test');
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
    const { docId: hidden } = await world.ok(world.owner, 'create_doc', { title: 'hidden', folderId });
    const { docId: shown } = await world.ok(world.owner, 'create_doc', { title: 'shown' });
    const until = toldUntil(shown);
    const stop = await (await filterOf(world)).watch(member, () => true, until.changed);
    for (const docId of [hidden, shown]) await world.ok(world.owner, 'append_doc', { docId, text: 'more' });
    expect(await until.told).toEqual([shown]);
    stop();
  });

  it('stops reporting to a watcher whose key has ended, and continues for others', async () => {
    await using world = await createWorld();
    const member = await world.addPerson('member@acme.test');
    const key = await world.key(member, 'read');
    const { docId: watched } = await world.ok(world.owner, 'create_doc', { title: 'watched' });
    const { docId: last } = await world.ok(world.owner, 'create_doc', { title: 'last' });
    const filter = await filterOf(world);
    const until = toldUntil(last);
    const stops = [await filter.watch({ type: 'key', key }, () => true, expect.unreachable)];
    stops.push(await filter.watch(world.owner, () => true, until.changed));
    await world.ok(world.owner, 'remove_person', { email: 'member@acme.test' });
    for (const docId of [watched, last]) await world.ok(world.owner, 'append_doc', { docId, text: 'more' });
    expect(await until.told).toEqual([watched, last]);
    for (const stop of stops) stop();
  });

  it('refuses to watch with an invalid key', async () => {
    await using world = await createWorld();
    const watching = (await filterOf(world)).watch({ type: 'key', key: undefined }, () => true, expect.unreachable);
    await expect(watching).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('reports a change once the store answers again', async () => {
    await using world = await createWorld();
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'x' });
    const { store, subscriptions } = countingStore(world.store);
    const { registry, clock } = world.gateway;
    let isAway = false;
    const failing: Store['items'] = {
      ...store.items,
      visible(...given) {
        if (isAway) throw new Error('the database is away');
        return store.items.visible(...given);
      },
    };
    const reported: unknown[] = [];
    const filter = createItemFilter({ store: { ...store, items: failing }, registry, clock, report: (error) => reported.push(error) });
    const until = toldUntil(docId);
    const stop = await filter.watch(world.owner, () => true, until.changed);
    isAway = true;
    await world.ok(world.owner, 'append_doc', { docId, text: 'more' });
    await expect.poll(() => reported.length).toBeGreaterThan(0);
    isAway = false;
    // Imitates a periodic notice of the engines, without a new row in the log.
    for (const told of subscriptions) told();
    expect(await until.told).toEqual([docId]);
    stop();
  });

  it('does not query the store without watchers, and continues when there is one again', async () => {
    await using world = await createWorld();
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'x' });
    const { store, asked, subscriptions } = countingStore(world.store);
    const { registry, clock } = world.gateway;
    const filter = createItemFilter({ store, registry, clock, report: (error) => expect.unreachable(String(error)) });
    const until = toldUntil(docId);
    const stop = await filter.watch(world.owner, () => true, until.changed);
    await world.ok(world.owner, 'append_doc', { docId, text: 'more' });
    await until.told;
    expect(subscriptions.size).toBe(1);
    stop();
    await expect.poll(() => subscriptions.size).toBe(0);

    const askedBefore = asked.count;
    const noticed = new Promise<void>((told) => world.store.notices.subscribe('changes', world.orgId, told));
    await world.ok(world.owner, 'append_doc', { docId, text: 'even more' });
    await noticed;
    expect(asked.count).toBe(askedBefore);

    const untilLater = toldUntil(docId);
    const stopLater = await filter.watch(world.owner, () => true, untilLater.changed);
    await world.ok(world.owner, 'append_doc', { docId, text: 'most' });
    expect(await untilLater.told).toEqual([docId]);
    stopLater();
    await expect.poll(() => subscriptions.size).toBe(0);
  });
});

/** A store that counts the reads asked of it and knows who is subscribed to its notices. */
function countingStore(store: Store) {
  const asked = { count: 0 };
  const subscriptions = new Set<() => void>();
  const notices: Store['notices'] = {
    subscribe(subject, id, told) {
      const subscription = () => told();
      subscriptions.add(subscription);
      const stop = store.notices.subscribe(subject, id, told);
      return () => {
        subscriptions.delete(subscription);
        stop();
      };
    },
  };
  const read: Store['read'] = (program) => {
    asked.count++;
    return store.read(program);
  };
  return { store: { ...store, notices, read }, asked, subscriptions };
}
