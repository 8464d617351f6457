import { costlySkills, leastProcessorMs } from '@gatehouse/core/testing';
import { expect, it } from 'vitest';
import { openMcpWorld } from './mcp-world.ts';
import { postModern } from './raw.ts';

it('skills/list blocks this thread for a bounded time, for any frontmatters (D72)', async () => {
  const world = await openMcpWorld();
  let number = 0;
  for (const { content } of costlySkills.filter(({ kind }) => kind !== 'a long body'))
    for (let at = 0; at < 40; at++) await world.asOwner('write_skill', { content: content(number++) });
  const names = new Set<string>();
  const costs: number[] = [];
  let cursor: string | undefined;
  do {
    const least = await leastProcessorMs(1, 0, async () => {
      const response = await postModern(world.url, world.readKey, 'skills/list', { ...(cursor !== undefined && { cursor }) });
      const { result } = (await response.json()) as { result: { skills: { frontmatter: { name: string } }[]; nextCursor?: string } };
      for (const { frontmatter } of result.skills) names.add(frontmatter.name);
      cursor = result.nextCursor;
    });
    costs.push(least);
  } while (cursor !== undefined);
  expect(names.delete('gatehouse')).toBe(true);
  expect(names.size).toBe(number);
  // Takes the median, because the first pages include compilation and some pages other work of the thread.
  expect(costs.toSorted((a, b) => a - b)[Math.floor(costs.length / 2)]).toBeLessThan(50);
  await world.close();
});

it('tools/list blocks this thread for a bounded time', async () => {
  const world = await openMcpWorld();
  const least = await leastProcessorMs(8, 10, async () => {
    expect((await postModern(world.url, world.writeKey, 'tools/list')).status).toBe(200);
  });
  expect(least).toBeLessThan(50);
  await world.close();
});
