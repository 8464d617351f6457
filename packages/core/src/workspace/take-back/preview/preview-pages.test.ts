import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose, type World } from '../../../testing/test-world.ts';

/** Entries that one call decides about. */
const page = 100;

describe.each(engines)('the pages of a preview on $engine (D66.8)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    it.each([page - 1, page, page + 1])('decides about each of %i entries', async (count) => {
      await using world = await createWorld({ engine });
      const key = await world.key(world.owner, 'write');
      const since = ++world.clock.now;
      const numbers = Array.from({ length: count }, (_, index) => index);
      const made = await Promise.all(numbers.map((number) => world.ok(key, 'create_doc', { title: `doc ${number}`, bodyMarkdown: 'x' })));
      const { takeBackId, found, calls } = await look(world, since);
      expect(found).toBe(count);
      expect(calls).toBe(count < page ? 1 : 2);
      const { counts } = await world.ok(world.owner, 'preview_take_back', { takeBackId });
      expect(counts).toEqual({ as_before: count, merged: 0, needs_you: 0, left: 0, unchanged: 0 });
      const ids = await listed(world, takeBackId);
      expect(ids.toSorted()).toEqual(made.map(({ docId }) => docId).sort());
      const tooMany = { takeBackId, exclude: ids.slice(0, 30), include: ids.slice(30, 31) };
      expect(await world.refused(world.owner, 'edit_take_back', tooMany)).toBe('invalid_request/invalid_argument');
    });

    it('decides about few texts in one call if they are large', async () => {
      await using world = await createWorld({ engine });
      const key = await world.key(world.owner, 'write');
      const since = ++world.clock.now;
      // Two are more than one call merges.
      const bodyMarkdown = `${'words '.repeat(50_000)}\n`;
      for (const title of ['a', 'b', 'c']) await world.ok(key, 'create_doc', { title, bodyMarkdown });
      const { takeBackId, calls } = await look(world, since);
      expect(calls).toBe(3);
      expect((await world.ok(world.owner, 'preview_take_back', { takeBackId })).counts).toMatchObject({ as_before: 3 });
    });
  });
});

/** Searches for changes since a time. `calls` is the number of calls that decided about entries. */
async function look({ ok, store, orgId, owner }: World, since: number): Promise<{ takeBackId: string; found: number; calls: number }> {
  let calls = 0;
  let run = await ok(owner, 'prepare_take_back', { since });
  while (run.state === 'looking') {
    const stored = await store.read(() => store.takeBacks.find(orgId, run.takeBackId));
    if (stored?.progress.source === 'preview') calls++;
    run = await ok(owner, 'continue_take_back', { takeBackId: run.takeBackId });
  }
  return { takeBackId: run.takeBackId, found: run.found, calls };
}

async function listed({ ok, owner }: World, takeBackId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const answer: Loose = await ok(owner, 'list_take_back_items', { takeBackId, limit: 30, ...(cursor && { cursor }) });
    ids.push(...answer.items.map(({ itemId }: Loose) => itemId));
    if (answer.nextCursor === null) return ids;
    cursor = answer.nextCursor;
  }
}
