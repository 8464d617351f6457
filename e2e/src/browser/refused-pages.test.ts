import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';

/** Lists that ask for further pages by themselves. */
const lists = [
  { tool: 'list_news', path: '/home', title: 'Home' },
  { tool: 'list_activity', path: '/activity', title: 'Activity' },
  { tool: 'browse_tasks', path: '/tasks', title: 'Tasks' },
  { tool: 'list_agents', path: '/agents', title: 'Agents' },
  { tool: 'list_people', path: '/people?person=absent', title: 'People' },
];
/** Minimum pause after a refusal. Without a pause, requests are a few milliseconds apart. */
const waitedMs = 4000;

describe('a refused page of a list', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('is requested again after some seconds, until it arrives', async () => {
    await Promise.all(lists.map(watch));
  });

  it('reports that the calls of this minute are used up, and loads automatically when there are more', async () => {
    await using visitor = await world.visit(world.owner);
    const { page } = visitor;
    let refusals = 0;
    await page.route('**/tools/list_agents', async (route) => {
      if (++refusals > 2) return await route.continue();
      const error = { code: 'rate_limited', message: 'too many calls' };
      await route.fulfill({ status: 429, headers: { 'Retry-After': '2' }, json: { error } });
    });
    await page.goto(world.at('/agents'));
    await page.getByText('Too many requests').first().waitFor();
    await page.getByText('Too many requests').first().waitFor({ state: 'detached' });
    await expect.poll(() => refusals).toBeGreaterThan(2);
  });

  async function watch({ tool, path, title }: (typeof lists)[number]): Promise<void> {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const askedAt: number[] = [];
    let isRefused = true;
    await page.route(`**/tools/${tool}`, async (route) => {
      const { cursor } = route.request().postDataJSON() as { cursor?: string };
      if (cursor !== undefined) askedAt.push(performance.now());
      if (cursor !== undefined && isRefused) await refuse(route);
      else await answer(route, cursor === undefined ? 'more' : null);
    });
    await page.goto(world.at(path));
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect.poll(() => longest(askedAt)).toBeGreaterThan(waitedMs);
    const refused = askedAt.length;
    // Allows some requests: reloading the whole list, as when the event stream opens, requests the page at once.
    expect(refused, tool).toBeLessThan(10);
    isRefused = false;
    await expect.poll(() => askedAt.length).toBeGreaterThan(refused);
    await page.unrouteAll({ behavior: 'wait' });
    expect(faults).toEqual([]);
  }
});

/** Longest pause between two times. */
function longest(times: readonly number[]): number {
  return Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at)));
}

/** Answers with the real first page and a given cursor. */
async function answer(route: Route, nextCursor: string | null): Promise<void> {
  const { cursor: _, ...first } = route.request().postDataJSON() as { cursor?: string };
  const response = await route.fetch({ postData: first });
  await route.fulfill({ response, json: { ...(await response.json()), nextCursor } });
}

async function refuse(route: Route): Promise<void> {
  await route.fulfill({ status: 429, json: { error: { code: 'rate_limited', message: 'wait 30 seconds', reason: null } } });
}
