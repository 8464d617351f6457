import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose } from '../../testing/test-world.ts';

describe.each(engines)('emptying the trash on $engine', ({ engine, missing }) => {
  it.skipIf(missing !== undefined)('is for owners and admins, in steps, and leaves items deleted later', async () => {
    await using world = await createWorld({ engine });
    const ada = await world.addPerson('ada@acme.test');
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Own' });
    for (let count = 0; count < 7; count++) {
      const { docId } = await world.ok(ada, 'create_doc', { title: `doc ${count}`, folderId });
      await world.ok(ada, 'delete_doc', { docId });
    }
    const deletedUpTo = world.clock.now;
    world.clock.now++;
    const { id: fileId } = await world.ok(ada, 'write_file', { name: 'later.txt', content: 'a' });
    await world.ok(ada, 'delete_file', { fileId });
    expect(await world.refused(ada, 'empty_trash', { deletedUpTo })).toBe('forbidden');
    expect(await world.ok(world.owner, 'empty_trash', { deletedUpTo })).toEqual({ removedItems: 5, isDone: false });
    expect(await world.ok(world.owner, 'empty_trash', { deletedUpTo })).toEqual({ removedItems: 2, isDone: true });
    expect(await world.ok(world.owner, 'empty_trash', { deletedUpTo })).toEqual({ removedItems: 0, isDone: true });
    const { items } = await world.ok(ada, 'list_trash');
    expect(items.map(({ id }: Loose) => id)).toEqual([fileId]);
  });
});
