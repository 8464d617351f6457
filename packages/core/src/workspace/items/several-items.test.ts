import { describe, expect, it } from 'vitest';
import { changedSubjects } from '../../gateway/feeds/changed-subjects.ts';
import { createWorld, engines, type World } from '../../testing/test-world.ts';

async function makeDocs(world: World, key: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number++) ids.push((await world.ok(key, 'create_doc', { title: `doc ${number}` })).docId);
  return ids;
}

describe.each(engines)('tools that take several items on $engine (D20.4)', ({ engine, missing }) => {
  const on = it.skipIf(missing !== undefined);

  on('change all items with one call, one row and one undo, and report each', async () => {
    await using world = await createWorld({ engine });
    const key = await world.key(world.owner, 'write');
    const itemIds = await makeDocs(world, key, 50);
    const { id: folderId } = await world.ok(key, 'create_folder', { name: 'Plans' });
    const inFolder = async () => (await world.ok(key, 'list_docs', { folderId, limit: 100 })).docs.length;
    expect(await world.ok(key, 'move_item', { itemIds, folderId })).toMatchObject({ ok: true, seenBy: { visibility: 'private' } });
    expect(await inFolder()).toBe(50);
    const [row] = await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 1, tool: 'move_item' }));
    if (!row) throw new Error('the call has no row');
    expect(row).toMatchObject({ itemType: null, itemId: null, outcome: 'ok' });
    const told = await world.store.read(() => changedSubjects(world.store, row));
    expect(told.map(({ id }) => id)).toEqual(itemIds.toSorted());
    expect((await world.ok(key, 'take_back')).subjects).toHaveLength(50);
    expect(await inFolder()).toBe(0);

    await world.ok(key, 'set_tags', { itemIds, tags: ['old'] });
    for (const itemId of itemIds) expect((await world.ok(world.owner, 'read_item', { itemId })).tags).toEqual(['old']);
    expect(await world.ok(key, 'delete_doc', { itemIds })).toEqual({ ok: true });
    expect((await world.ok(world.owner, 'list_trash', { limit: 100 })).items).toHaveLength(50);
    const files: string[] = [];
    for (const name of ['a.txt', 'b.txt']) files.push((await world.ok(key, 'write_file', { name, content: name })).id);
    expect(await world.ok(key, 'delete_file', { itemIds: files })).toEqual({ ok: true });
    expect((await world.ok(world.owner, 'list_trash', { limit: 100 })).items).toHaveLength(52);
  });

  on('change no item if one is refused, and name the refused one', async () => {
    await using world = await createWorld({ engine });
    const key = await world.key(world.owner, 'write');
    const [first = '', second = ''] = await makeDocs(world, key, 2);
    const bob = await world.addPerson('bob@acme.test');
    const { id: hidden } = await world.ok(bob, 'create_folder', { name: 'Hidden' });
    const { docId: unseen } = await world.ok(bob, 'create_doc', { title: 'Unseen', folderId: hidden });
    const member = await world.key(await world.addPerson('eve@acme.test'), 'write');
    for (const third of [unseen, 'doc_absent']) {
      for (const [tool, more] of [['delete_doc'], ['set_tags', { tags: ['x'] }], ['move_item', { outOfFolders: true }]] as const) {
        const answer = await world.call(member, tool, { itemIds: [first, third, second], ...more });
        expect(answer).toMatchObject({
          ok: false,
          error: { reason: 'no_such_item', message: expect.stringMatching(new RegExp(`^item "${third}": .*No item was changed$`)) },
        });
      }
    }
    expect((await world.ok(world.owner, 'list_trash')).items).toEqual([]);
    for (const itemId of [first, second]) expect((await world.ok(world.owner, 'read_item', { itemId })).tags).toEqual([]);
  });

  on('refuse to move or tag more text than one transaction can index, but delete it', async () => {
    await using world = await createWorld({ engine });
    const key = await world.key(world.owner, 'write');
    const itemIds: string[] = [];
    for (let number = 0; number < 3; number++) {
      const bodyMarkdown = 'word '.repeat(20_000);
      itemIds.push((await world.ok(key, 'create_doc', { title: `doc ${number}`, bodyMarkdown })).docId);
    }
    const { id: folderId } = await world.ok(key, 'create_folder', { name: 'Plans' });
    expect(await world.refused(key, 'set_tags', { itemIds, tags: ['x'] })).toBe('invalid_request/too_large');
    expect(await world.refused(key, 'move_item', { itemIds, folderId })).toBe('invalid_request/too_large');
    await world.ok(key, 'set_tags', { itemIds: itemIds.slice(1), tags: ['x'] });
    await world.ok(key, 'delete_doc', { itemIds });
  });

  on('refuse more than 50 items, no items, an additional single item, and arguments for one item', async () => {
    await using world = await createWorld({ engine });
    const key = await world.key(world.owner, 'write');
    const [docId = ''] = await makeDocs(world, key, 1);
    const { id: fileId } = await world.ok(key, 'write_file', { name: 'a.txt', content: 'a' });
    const refused: [string, object, string][] = [
      ['delete_doc', { itemIds: Array.from({ length: 51 }, (_, number) => `doc_${number}`) }, 'invalid_argument'],
      ['delete_doc', { itemIds: [] }, 'invalid_argument'],
      ['delete_doc', {}, 'invalid_argument'],
      ['delete_file', {}, 'invalid_argument'],
      ['delete_doc', { docId, itemIds: [docId] }, 'invalid_argument'],
      ['delete_doc', { itemIds: [docId], expectedVersionCount: 1 }, 'invalid_argument'],
      ['delete_doc', { itemIds: [fileId] }, 'wrong_type'],
      ['delete_file', { itemIds: [docId] }, 'wrong_type'],
      ['move_item', { itemIds: [docId], name: 'Other' }, 'invalid_argument'],
      ['set_tags', { fileId, itemIds: [docId], tags: [] }, 'invalid_argument'],
    ];
    for (const [tool, input, reason] of refused) expect(await world.refused(key, tool, input), tool).toBe(`invalid_request/${reason}`);
  });
});
