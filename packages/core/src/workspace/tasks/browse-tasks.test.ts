import { describe, expect, it } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

const titlesOf = ({ tasks }: Loose): string[] => tasks.map(({ title }: Loose) => title);

async function allOf(world: World, person: Credential, input: object): Promise<string[]> {
  const titles: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Loose = await world.ok(person, 'browse_tasks', { ...input, limit: 2, ...(cursor && { cursor }) });
    expect(page.tasks.length).toBeLessThanOrEqual(2);
    titles.push(...titlesOf(page));
    cursor = page.nextCursor;
  }
  return titles;
}

describe.each(engines)('people and tasks on $engine', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    it('are listed by last change, open and closed ones separately or together, page by page', async () => {
      await using world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const ids = new Map<string, string>();
      for (const title of ['one', 'two', 'three', 'four', 'five']) {
        world.clock.now++;
        ids.set(title, (await world.ok(ada, 'create_task', { title })).taskId);
      }
      world.clock.now++;
      const before = world.clock.now;
      await world.ok(ada, 'update_task', { taskId: ids.get('two'), status: 'done' });
      await world.ok(ada, 'update_task', { taskId: ids.get('four'), status: 'canceled' });
      world.clock.now++;
      await world.ok(ada, 'update_task', { taskId: ids.get('one'), status: 'stuck' });

      expect(await allOf(world, ada, { isOpen: true })).toEqual(['one', 'five', 'three']);
      // Tasks of the same instant are listed newest first.
      expect(await allOf(world, ada, { isOpen: false })).toEqual(['four', 'two']);
      expect(await allOf(world, ada, {})).toEqual(['one', 'four', 'two', 'five', 'three']);
      expect(await allOf(world, ada, { changedSince: before })).toEqual(['one', 'four', 'two']);
      expect(await allOf(world, ada, { changedSince: before + 1, isOpen: false })).toEqual([]);
      const { tasks } = await world.ok(ada, 'browse_tasks', { isOpen: true, limit: 1 });
      expect(tasks).toEqual([await world.ok(ada, 'read_task', { taskId: ids.get('one') })]);
    });

    it('are listed only for their own organization, and no cursor leads to others', async () => {
      await using world = await createWorld({ engine });
      await world.ok(world.owner, 'create_task', { title: 'one' });
      await world.ok(world.owner, 'create_task', { title: 'two' });
      const { orgId, ownerId } = await world.ok({ type: 'operator' }, 'create_organization', {
        name: 'Other',
        ownerEmail: 'eve@other.test',
      });
      const eve = { type: 'person', orgId, personId: ownerId } as const;
      expect(await world.ok(eve, 'browse_tasks')).toEqual({ tasks: [], nextCursor: null });
      const { nextCursor: cursor } = await world.ok(world.owner, 'browse_tasks', { limit: 1 });
      expect(titlesOf(await world.ok(eve, 'browse_tasks', { cursor }))).toEqual([]);
      expect(await world.refused(world.owner, 'browse_tasks', { isOpen: true, cursor })).toBe('invalid_request/invalid_cursor');
    });
  });
});
