import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { typeInto } from './walks/hands.ts';

/** Searches for a text, and waits until the first that is found is this one. */
async function search(page: Page, text: string, first: RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await typeInto(page.getByRole('combobox', { name: 'Search or run a command' }), text);
  await page.getByRole('listbox', { name: 'Results' }).locator('[aria-selected=true]', { hasText: first }).waitFor();
}

describe('the search of the workspace application', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('finds agents, people, pages and settings by their names, and opens them with the keyboard alone', async () => {
    await world.ok('create_agent', { name: 'release robot' });
    await world.join('bob@example.com', 'Bob Builder');
    await using person = await world.visit(world.owner);
    const { page, faults } = person;
    await page.goto(world.at('/activity'));
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();

    await search(page, 'robot', /release robot.*Agent of Ada Lovelace/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/agents\?agent=/);
    await page.getByRole('complementary').getByText('release robot').first().waitFor();

    await search(page, 'builder', /Bob Builder.*bob@example.com/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/people\?person=/);
    await page.getByRole('complementary').getByText('bob@example.com').first().waitFor();

    await search(page, 'activ', /Activity/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();

    expect(faults).toEqual([]);
  });

  it('finds documents by their text, and tasks, and lists the last opened ones first the next time', async () => {
    await world.ok('create_doc', { title: 'Minutes', bodyMarkdown: '# Minutes\n\nThe harbour was closed for a day.' });
    await world.ok('create_task', { title: 'Paint the harbour wall' });
    await using person = await world.visit(world.owner);
    const { page, faults } = person;
    await page.goto(world.at('/agents'));
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    await search(page, 'harbour', /Paint the harbour wall.*Task #/);
    const found = page.getByRole('listbox', { name: 'Results' });
    await found.getByRole('option', { name: /Minutes/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('dialog').locator('mark', { hasText: 'harbour' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The harbour was closed').waitFor();
    await page.waitForURL(/\/documents\/item\/doc_/);

    await search(page, '', /Minutes.*Document/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    await page.keyboard.type('harbour');
    const rows = page.getByRole('grid', { name: 'Results' }).getByRole('row');
    await rows.filter({ hasText: 'was closed for a day' }).waitFor();
    await page.waitForURL(/q=harbour/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tasks\?task=task_/);
    await page.getByRole('complementary').getByText('created this task').waitFor();
    expect(faults).toEqual([]);
  });

  it('answers a question, marks its words, and opens the document at them (D23.10)', async () => {
    await world.ok('create_doc', {
      title: 'Ferries',
      bodyMarkdown: `# Ferries\n\n${'Nothing.\n\n'.repeat(50)}The lighthouses were painted white.`,
    });
    await using person = await world.visit(world.owner);
    const { page, faults } = person;
    await page.goto(world.at('/agents'));
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    await search(page, 'Who paints a lighthouse?', /Ferries.*Document/);
    await page.getByRole('dialog').locator('mark', { hasText: 'painted' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/documents\/item\/doc_.*find=/);
    await page.getByRole('search').getByRole('status').getByText('1 of 1').waitFor();
    expect(await page.getByLabel('Words to find').inputValue()).toMatch(/^lighthouses were painted/);
    expect(faults).toEqual([]);
  });

  it('opens every setting that it lists', async () => {
    await using person = await world.visit(world.owner);
    const { page, faults } = person;
    await page.goto(world.at('/agents'));
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    const led: string[] = [];
    for (const [kind, heading] of [
      ['Settings', 'Settings'],
      ['Account', 'Account'],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+k');
      await typeInto(page.getByRole('combobox', { name: 'Search or run a command' }), kind);
      const options = page
        .getByRole('listbox', { name: 'Results' })
        .getByRole('option')
        .filter({ hasText: new RegExp(`${kind}$`) });
      await options.nth(4).waitFor();
      const titles = (await options.allTextContents()).map((text) => text.slice(0, -kind.length));
      await page.keyboard.press('Escape');
      for (const title of titles) {
        await search(page, title, new RegExp(`^${title}${kind}`));
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        await page.locator('section:focus', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) }).waitFor();
        led.push(title);
      }
    }
    expect(led.length).toBeGreaterThanOrEqual(13);
    expect(faults).toEqual([]);
  });
});
