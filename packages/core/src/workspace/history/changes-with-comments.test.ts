import { testEngines } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

const include = ['comments'];

/** Reads all pages of a list, one row per page. */
async function readPages(world: World, who: Parameters<World['ok']>[0], input: object): Promise<Loose[]> {
  const rows: Loose[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Loose = await world.ok(who, 'list_changes', { ...input, limit: 1, cursor });
    rows.push(...page.changes);
    cursor = page.nextCursor;
  }
  return rows;
}

describe.each(testEngines())('list_changes with comments on $name (D74.8)', ({ dialect, missing }) => {
  it.skipIf(missing)('returns comments by time across pages, only on request', async () => {
    await using world = await createWorld({ engine: dialect });
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan', bodyMarkdown: 'one' });
    const { taskId } = await world.ok(world.owner, 'create_task', { title: 'Do it' });
    const lists = [{ itemId: docId }, { taskId }, { since: 1 }, { since: 1, by: 'agents' }, { mine: true }];
    // Leave out `nextSince`: it is earlier while another transaction is in progress, such as the indexing of an item.
    const read = async () => {
      const pages = await Promise.all(lists.map((list) => world.ok(world.owner, 'list_changes', { ...list, limit: 1 })));
      return JSON.stringify(pages.map(({ nextSince, ...page }) => page));
    };
    world.clock.now += 1000;
    await world.ok(world.owner, 'append_doc', { docId, text: ' two' });
    const before = await read();
    const key = await world.key(world.owner, 'write');
    const { commentId } = await world.ok(key, 'add_comment', { itemId: docId, text: 'é'.repeat(2000) });
    const onTask = await world.ok(world.owner, 'add_comment', { taskId, text: 'Soon?' });
    expect(await read()).toBe(before);
    world.clock.now += 1000;
    await world.ok(world.owner, 'append_doc', { docId, text: ' three' });

    const ofDoc = await readPages(world, world.owner, { itemId: docId, include });
    expect(ofDoc.map(({ what }) => what)).toEqual(['edited', 'commented', 'edited', 'created']);
    expect(ofDoc[1]).toEqual({
      subjectId: docId,
      what: 'commented',
      version: null,
      changeSummary: null,
      fields: [{ field: 'comment', before: null, after: 'é'.repeat(1000) }],
      by: expect.objectContaining({ entrance: 'http', agentId: expect.any(String) }),
      requestId: expect.stringMatching('^req_'),
      at: world.clock.now - 1000,
      url: expect.stringContaining(`?comment=${commentId}`),
      commentId,
    });
    expect((await readPages(world, world.owner, { taskId, include })).map(({ what }) => what)).toEqual(['commented', 'created']);
    const all = await readPages(world, world.owner, { since: world.clock.now - 1500, include });
    expect(all.map(({ commentId: id, what }) => id ?? what).toSorted()).toEqual(
      [commentId, onTask.commentId, 'edited', 'edited'].toSorted(),
    );
    const byAgents = await readPages(world, world.owner, { since: 1, by: 'agents', include });
    expect(byAgents.map(({ commentId: id }) => id)).toEqual([commentId]);
    expect(await world.refused(world.owner, 'list_changes', { mine: true, include })).toBe('invalid_request/invalid_argument');
    const { nextCursor } = await world.ok(world.owner, 'list_changes', { itemId: docId, limit: 1 });
    expect(await world.refused(world.owner, 'list_changes', { itemId: docId, cursor: nextCursor, include })).toBe(
      'invalid_request/invalid_cursor',
    );
  });

  it.skipIf(missing)('returns none on items in the trash, or that the caller does not see', async () => {
    await using world = await createWorld({ engine: dialect });
    const ada = await world.addPerson('ada@acme.test');
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
    const { docId: hidden } = await world.ok(world.owner, 'create_doc', { title: 'Hidden', folderId });
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Deleted' });
    for (const itemId of [hidden, docId]) await world.ok(world.owner, 'add_comment', { itemId, text: 'Secret.' });
    const commented = async (who: typeof ada) =>
      (await world.ok(who, 'list_changes', { since: 1, include, limit: 100 })).changes.flatMap(({ what, subjectId }: Loose) =>
        what === 'commented' ? [subjectId] : [],
      );
    expect(await commented(ada)).toEqual([docId]);
    await world.ok(world.owner, 'delete_doc', { docId });
    expect(await commented(ada)).toEqual([]);
    expect(await commented(world.owner)).toEqual([hidden]);
  });
});
