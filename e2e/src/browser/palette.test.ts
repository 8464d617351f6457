import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { findFaults } from './page-states.ts';
import { typeInto } from './walks/hands.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
});
afterAll(() => world[Symbol.asyncDispose]());

async function lookFor(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await typeInto(page.getByRole('combobox', { name: 'Search or run a command' }), command);
}

async function runCommand(page: Page, command: string): Promise<void> {
  await lookFor(page, command);
  await page.getByRole('option', { name: command }).first().waitFor();
  await page.keyboard.press('Enter');
}

describe('the command palette', () => {
  it('has the commands of all pages on every page', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const run = (command: string) => runCommand(page, command);
    await page.goto(world.at('/people'));
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await run('Create task');
    await page.waitForURL('**/tasks');
    await typeInto(page.getByRole('textbox', { name: 'Title', exact: true }), 'From anywhere');
    await page.keyboard.press('Enter');
    await page.getByText('From anywhere').first().waitFor();
    await page.keyboard.press('Escape');
    await run('Connect agent');
    await page.waitForURL('**/agents/connect');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.goto(world.at('/tasks'));
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    await run('Invite person');
    await page.waitForURL('**/people');
    await page.getByLabel('E-mail').waitFor();
    await page.goto(world.at('/tasks'));
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    await run('Dark theme');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    expect(faults).toEqual([]);
  });

  it('forgets a command of a page that the person leaves before it has loaded', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const held = Promise.withResolvers<void>();
    await page.route(/tasks-page.*\.js/, async (route) => {
      await held.promise;
      await route.continue();
    });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    const goTo = async (keys: string, name: string) => {
      for (const key of keys) await page.keyboard.press(key);
      await heading(name).waitFor();
    };
    await page.goto(world.at('/agents'));
    await heading('Agents').waitFor();
    await runCommand(page, 'Create task');
    await page.getByRole('progressbar', { name: 'Loading page' }).waitFor();
    await goTo('gp', 'People');
    held.resolve();
    await goTo('gt', 'Tasks');
    await visitor.settle();
    expect(await page.getByRole('textbox', { name: 'Title', exact: true }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('names the page of a setting, and does not offer commands of pages that the person cannot use', async () => {
    const member = await world.join('member@example.com', 'Mem');
    await using visitor = await world.visit(member);
    const { page, faults } = visitor;
    await page.goto(world.at('/tasks'));
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    await lookFor(page, 'Invite person');
    // A member cannot invite people, so only the search page is offered.
    await page.getByRole('option', { name: 'Search for “Invite person”' }).waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
    await page.keyboard.press('Escape');
    for (const [setting, place] of [
      ['Organization', 'Settings'],
      ['Passkeys', 'Account'],
    ] as const) {
      await lookFor(page, setting);
      await page.getByRole('option', { name: `${setting} ${place}`, exact: true }).waitFor();
      await page.keyboard.press('Escape');
    }
    await runCommand(page, 'Sign out');
    await page.waitForURL('**/sign-in**');
    expect(faults).toEqual([]);
  });
});

describe('the search page', () => {
  it('shows texts without their markdown, here and in the palette, with the searched words marked', async () => {
    await world.ok('create_doc', { title: 'Gnus', bodyMarkdown: '# About\n\n- The **tame gnu** of [the zoo](https://zoo.example)' });
    await world.ok('write_file', { name: 'gnu.py', content: '# A **tame gnu**' });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at('/search?q=tame+gnu'));
    await page.getByRole('row', { name: 'Gnus … About - The tame gnu of the zoo …' }).waitFor();
    await page.getByRole('row', { name: 'gnu.py … # A **tame gnu** …' }).waitFor();
    expect(await page.locator('mark').allTextContents()).toEqual(['tame gnu', 'tame', 'gnu']);
    await lookFor(page, 'tame gnu');
    await page.getByRole('dialog').getByText('… About - The tame gnu of the zoo …').waitFor();
    expect(faults).toEqual([]);
  });

  it('says that it searches until it has every answer, and then how many there are', async () => {
    await world.ok('create_doc', { title: 'Qx', bodyMarkdown: 'x' });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const held = Promise.withResolvers<void>();
    await page.route('**/tools/search', async (route) => {
      if (route.request().postDataJSON().match === 'best') await held.promise;
      await route.continue();
    });
    await page.goto(world.at('/search?q=qx'));
    await page.getByRole('row', { name: /Qx/ }).waitFor();
    const status = page.getByRole('main').getByRole('status');
    expect(await status.textContent()).toBe('Searching…');
    held.resolve();
    await expect.poll(() => status.textContent()).toBe('1 result');
    expect(faults).toEqual([]);
  });

  it('shows the folder and time of each result, and filters by them', async () => {
    const plans = await world.ok('create_folder', { name: 'Plans' });
    const inner = await world.ok('create_folder', { name: '2026', parentId: plans.id });
    await world.ok('create_doc', { title: 'Wombat budget', bodyMarkdown: 'x', folderId: inner.id });
    await world.ok('create_doc', { title: 'Wombat minutes', bodyMarkdown: 'Straße' });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at('/search?q=wombat'));
    const budget = page.getByRole('row', { name: /Wombat budget/ });
    const minutes = page.getByRole('row', { name: /Wombat minutes/ });
    await budget.getByText('Plans / 2026').waitFor();
    await budget.locator('time').waitFor();
    await minutes.waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Plans / 2026' }).click();
    await minutes.waitFor({ state: 'detached' });
    await budget.waitFor();
    expect(await findFaults(page, 'filtered search')).toEqual([]);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Last week' }).click();
    await budget.waitFor();
    expect(new URL(page.url()).searchParams.get('changed')).toBe('week');
    await page.getByRole('button', { name: 'Remove filter: folder' }).click();
    await minutes.waitFor();
    await page.goto(world.at('/search?q=strasse'));
    await minutes.waitFor();
    expect(faults).toEqual([]);
  });
});
