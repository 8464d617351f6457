import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './numbers/known-numbers.ts';
import { type LargeWorld, openLargeWorld } from './numbers/large-world.ts';
import { everyPage } from './numbers/pages.ts';
import { shownNumbers } from './numbers/shown-numbers.ts';
import { states } from './page-states.ts';

/** Data that Home loads, without its code. */
const maxHomeBytes = 60 * 1024;

describe('a workspace with more of everything than a page loads at once', () => {
  let large: LargeWorld;
  beforeAll(async () => {
    large = await openLargeWorld();
  }, 300_000);
  afterAll(() => large[Symbol.asyncDispose]());

  it('shows the numbers of the store on every page, or says that there are more', async () => {
    const { world } = large;
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const found: string[] = [];
    for (const path of everyPage(large)) {
      await page.goto(world.at(path));
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      // Also while the rest of the page is still loading.
      const early = await shownNumbers(page);
      await visitor.settle();
      const texts = new Set([...early, ...(await shownNumbers(page))]);
      found.push(...(await faultsOf(large, path, [...texts])));
    }
    expect({ found, faults }).toEqual({ found: [], faults: [] });
  }, 300_000);

  it('is checked on every page that has states', () => {
    const looked = new Set(everyPage(large).map(pathOf));
    expect(states.map(({ path }) => pathOf(path)).filter((path) => !looked.has(path) && !path.startsWith('/documents/item/'))).toEqual([]);
  });

  it('loads at most 60 KB for Home', async () => {
    const { world } = large;
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    // Counts each request once, because news can load a page again.
    const sizes = new Map<string, Promise<number>>();
    const weigh = (response: Response) => {
      const request = `${response.url()} ${response.request().postData()}`;
      if (response.url().includes('/tools/') && !sizes.has(request))
        sizes.set(
          request,
          response.body().then(({ length }) => length),
        );
    };
    page.on('response', weigh);
    await page.goto(world.at('/home'));
    await page
      .getByText(/created \d+\+ items/)
      .first()
      .waitFor();
    await visitor.settle();
    page.off('response', weigh);
    const bytes = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThanOrEqual(maxHomeBytes);
    expect(faults).toEqual([]);
  });
});

const pathOf = (address: string): string => address.split('?')[0] ?? '';
