import { isDiskFull, type Store } from '@gatehouse/storage';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../testing/test-world.ts';

const noRoom = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

/** Makes this many of the next transactions fail, as on a full disk. */
function fillDisk(store: Store, transactions: number): void {
  const { perform } = store;
  let left = transactions;
  store.perform = async (program, options) => {
    if (left-- <= 0) return await perform(program, options);
    await perform(
      function* () {
        yield* program();
        throw noRoom;
      },
      { changes: true },
    ).catch(() => {});
    throw noRoom;
  };
}

describe('a call on a full disk', () => {
  it('is answered 503 disk_full, and is in the log if its row fits (D14)', async () => {
    await using world = await createWorld();
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan', bodyMarkdown: 'one' });
    const startedAt = performance.now();
    fillDisk(world.store, 1);
    expect(await world.refused(world.owner, 'edit_doc', { docId, oldText: 'one', newText: 'two' })).toBe('internal_error/disk_full');
    expect(await world.ok(world.owner, 'read_doc', { docId })).toMatchObject({ bodyMarkdown: 'one', versionCount: 1 });
    const { activity } = await world.ok(world.owner, 'list_activity', { tool: 'edit_doc' });
    expect(activity).toMatchObject([{ outcome: 'internal_error', reason: 'disk_full', status: 503 }]);
    expect(activity[0].durationMicros).toBeGreaterThan(0);
    expect(activity[0].durationMicros).toBeLessThanOrEqual((performance.now() - startedAt) * 1000);
    expect(world.reported).toHaveLength(1);
  });

  it('is answered even if nothing can be written', async () => {
    await using world = await createWorld();
    fillDisk(world.store, 2);
    expect(await world.refused(world.owner, 'create_doc', { title: 'Plan' })).toBe('internal_error/disk_full');
    expect((await world.ok(world.owner, 'list_activity', { tool: 'create_doc' })).activity).toEqual([]);
    expect(world.reported).toHaveLength(2);
  });

  it.each([
    ['SQLITE_FULL', true],
    ['53100', true],
    ['SQLITE_BUSY', false],
    ['57P01', false],
  ])('is distinguished from other faults: %s', (code, expected) => {
    expect(isDiskFull(Object.assign(new Error('fault'), { code }))).toBe(expected);
  });
});
