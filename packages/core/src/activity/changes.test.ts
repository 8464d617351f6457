import { describe, expect, it } from 'vitest';
import { createWorld } from '../test-world.ts';
import { createChangeFeed } from './changes.ts';

async function feedOf(world: Awaited<ReturnType<typeof createWorld>>) {
  const { store, registry, clock } = world.gateway;
  return createChangeFeed({ store, registry, clock, report: (error) => expect.unreachable(String(error)) });
}

/** Resolves with the watched items in the order they were told of, up to and with the last. */
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

describe('createChangeFeed', () => {
  it('tells of changes of watched items, not of reads, refusals or other items', async () => {
    await using world = await createWorld();
    const docs: string[] = [];
    for (const title of ['watched', 'other', 'last'])
      docs.push((await world.ok(world.owner, 'create_doc', { title, bodyMarkdown: 'old' })).docId as string);
    const [first, second, third] = docs as [string, string, string];
    const until = toldUntil(third);
    const stop = await (await feedOf(world)).watch(world.owner, (id) => id !== second, until.changed);
    await world.ok(world.owner, 'read_doc', { docId: first });
    await world.refused(world.owner, 'edit_doc', { docId: first, oldText: 'absent', newText: 'x' });
    for (const docId of [second, first, third]) await world.ok(world.owner, 'edit_doc', { docId, oldText: 'old', newText: 'new' });
    expect(await until.told).toEqual([first, third]);
    stop();
  });

  it('tells nobody of what he may not see at that instant (D5)', async () => {
    await using world = await createWorld();
    const member = await world.addPerson('member@acme.test');
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
    const { docId: hidden } = await world.ok(world.owner, 'create_doc', { title: 'hidden', folderId });
    const { docId: shown } = await world.ok(world.owner, 'create_doc', { title: 'shown' });
    const until = toldUntil(shown);
    const stop = await (await feedOf(world)).watch(member, () => true, until.changed);
    for (const docId of [hidden, shown]) await world.ok(world.owner, 'append_doc', { docId, text: 'more' });
    expect(await until.told).toEqual([shown]);
    stop();
  });

  it('watches for no one whose key is not good', async () => {
    await using world = await createWorld();
    const watching = (await feedOf(world)).watch({ type: 'key', key: undefined }, () => true, expect.unreachable);
    await expect(watching).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('asks the store for nothing once nobody watches', async () => {
    await using world = await createWorld();
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'x' });
    const feed = await feedOf(world);
    const told: string[] = [];
    const stop = await feed.watch(
      world.owner,
      () => true,
      (id) => told.push(id),
    );
    stop();
    await world.ok(world.owner, 'append_doc', { docId, text: 'more' });
    const until = toldUntil(docId);
    const stopLater = await feed.watch(world.owner, () => true, until.changed);
    await world.ok(world.owner, 'append_doc', { docId, text: 'even more' });
    await until.told;
    expect(told).toEqual([]);
    stopLater();
  });
});
