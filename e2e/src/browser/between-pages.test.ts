import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../kit/until.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Holds back code whose address matches until it is let through. */
async function holdBack(page: Page, code: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(code, async (route) => {
    await promise;
    await route.continue();
  });
  return { letThrough: resolve };
}

describe('a page that takes long to load', () => {
  it('shows a bar and its own frame, under its own title, and no command of the page before', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const { letThrough } = await holdBack(page, /services-page.*\.js/);
    await page.goto(world.at('/tasks'));
    await page
      .getByRole('button', { name: /^Create task/ })
      .first()
      .waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.waitForURL('**/services');
    await page.getByRole('progressbar', { name: 'Loading page' }).waitFor();
    await expect.poll(() => page.title()).toBe('Services · Gatehouse');
    // Shortcuts of the previous page no longer work, even while parts of it are visible.
    await page.keyboard.press('c');
    await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
    await page.getByRole('status', { name: 'Loading' }).waitFor();
    expect(await page.getByRole('complementary').count()).toBe(0);
    await page
      .getByRole('button', { name: /^Create task/ })
      .first()
      .waitFor({ state: 'detached' });
    await expect.poll(() => page.title()).toBe('Services · Gatehouse');

    letThrough();
    await page
      .getByRole('button', { name: /^Connect service/ })
      .first()
      .waitFor();
    await page.getByRole('progressbar', { name: 'Loading page' }).waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await page.getByRole('heading', { level: 1, name: 'Connect service' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('takes no click of the page before it, and lets another page be chosen instead', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    // Delays the timer of the loading page, so that the previous page stays visible during this test.
    await page.addInitScript(
      'const later = setTimeout; window.setTimeout = (does, ms, ...rest) => later(does, ms > 300 && ms <= 400 ? 1e8 : ms, ...rest);',
    );
    await holdBack(page, /services-page.*\.js/);
    await page.goto(world.at('/tasks'));
    const create = page.getByRole('button', { name: /^Create task/ }).first();
    await create.waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.getByRole('progressbar', { name: 'Loading page' }).waitFor();
    await create.click();
    await page.keyboard.press('c');
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await page.getByRole('complementary').count()).toBe(0);
    await page.getByRole('navigation').getByRole('link', { name: 'People', exact: true }).filter({ visible: true }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    expect(faults).toEqual([]);
  });
});

describe('Back', () => {
  it('returns to the place of a list, of a text and of a page', async () => {
    const folder = await world.ok('create_folder', { name: 'Long' });
    for (let number = 0; number < 80; number++)
      await world.ok('create_doc', {
        title: `Note ${String(number).padStart(3, '0')}`,
        bodyMarkdown: `${'A paragraph.\n\n'.repeat(100)}`,
        folderId: folder.id,
      });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const topOf = (scroller: string) => page.locator(scroller).evaluate((element) => Math.round(element.scrollTop));
    const scrollTo = async (scroller: string, top: number) => {
      await page.locator(scroller).waitFor();
      await until(`${scroller} is long enough`, () =>
        page.locator(scroller).evaluate((element, top) => element.scrollHeight > top + element.clientHeight, top),
      );
      await page.locator(scroller).evaluate((element, top) => element.scrollTo(0, top), top);
      await until(`${scroller} has moved`, async () => (await topOf(scroller)) === top);
    };
    const grid = 'main [role=grid]';
    const text = 'main [role=region][aria-label=Content]';
    await page.goto(world.at(`/documents/folder/${folder.id}`));
    await scrollTo(grid, 900);
    await page.locator(`${grid} [role=row]`).nth(14).click();
    await page.getByRole('article').waitFor();
    await scrollTo(text, 700);
    await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).filter({ visible: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await scrollTo('main #content', 120);
    await page.getByRole('navigation').getByRole('link', { name: 'People', exact: true }).filter({ visible: true }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();

    for (const [scroller, top] of [
      ['main #content', 120],
      [text, 700],
      [grid, 900],
    ] as const) {
      await page.goBack();
      await until(`${scroller} is where it was`, async () => (await page.locator(scroller).count()) > 0 && (await topOf(scroller)) === top);
    }
    // A newly opened page starts at its top.
    await page.getByRole('navigation').getByRole('link', { name: 'Settings', exact: true }).filter({ visible: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await visitor.settle();
    expect(await topOf('main #content')).toBe(0);
    expect(faults).toEqual([]);
  });
});
