import { afterEach, beforeEach, expect, it } from 'vitest';
import { costlySkills } from '../../testing/costly-skills.ts';
import { leastProcessorMs } from '../../testing/processor-time.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

const rounds = 4;

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => await world[Symbol.asyncDispose]());

it.each(costlySkills)('list_skills with files blocks this thread for a bounded time: $kind', async ({ kind, count, content, files }) => {
  const folders: string[] = [];
  for (let folder = 0; folder < rounds; folder++) {
    const { id } = await world.ok(world.owner, 'create_folder', { name: `${kind} ${folder}` });
    folders.push(id);
    for (let at = 0; at < count; at++)
      await world.ok(world.owner, 'write_skill', { content: content(folder * count + at), folderId: id, files });
  }
  const found = new Map<string, number>();
  const least = await leastProcessorMs(rounds, 25, async (round) => {
    const folderId = folders[round] as string;
    const { skills } = await world.ok(world.owner, 'list_skills', { folderId, includeFiles: 'paths', limit: 50 });
    found.set(folderId, skills.length);
  });
  expect(least).toBeLessThan(50);
  // The pages after an early end have the rest, and nothing is left out.
  for (const [folderId, first] of found) {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await world.ok(world.owner, 'list_skills', { folderId, includeFiles: 'paths', limit: 50, cursor });
      expect(page.skills.length).toBeGreaterThan(0);
      names.push(...page.skills.map(({ frontmatter }: Loose) => frontmatter.name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(first).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(count);
    expect(names).toHaveLength(count);
  }
});
