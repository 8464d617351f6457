import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAction, Story } from './story.ts';
import { openSyncWorld } from './sync-world.ts';

describe('skills on two machines (D72.15, D72.19)', () => {
  it('end equal in 40 stories of edits, renames, deletions, reviews, kills and lost connections, and lose no text', () =>
    tellStories(40, 20261125));
  it('end equal in 10,000 stories', { tags: ['nightly'], timeout: 14_400_000 }, () =>
    tellStories(Number(process.env.STORIES ?? 10_000), Number(process.env.STORY_SEED ?? Date.now())),
  );
});

async function tellStories(stories: number, seed: number): Promise<void> {
  await using world = await openSyncWorld();
  await fc.assert(
    fc.asyncProperty(fc.array(anyAction, { maxLength: 25 }), fc.boolean(), async (actions, isTrusting) => {
      await using story = await Story.open(world, isTrusting);
      for (const action of actions) await story.take(action);
      await story.settle();
      expect(await story.ended()).toEqual([]);
    }),
    { numRuns: stories, seed },
  );
}
