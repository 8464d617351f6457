import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { keyboard } from './walks/hands.ts';
import { openProgram } from './walks/program.ts';

/** Describes the focused element as a screen reader does: role or element, and name. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const at = document.activeElement;
    const name = at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    return (at?.getAttribute('role') ?? at?.tagName.toLowerCase()) + ' ' + name.slice(0, 80);
  })()`);

// Uses only the keyboard, and types only into the focused field.
describe('the focus for keyboard users', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
    for (const title of ['First', 'Second', 'Third']) await world.ok('create_task', { title });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const statuses = async (): Promise<string[]> =>
    (await world.ok('browse_tasks', { limit: 50 })).tasks.map(({ title, status }: Record<string, string>) => `${title} ${status}`).sort();
  const untouched = ['First todo', 'Second todo', 'Third todo'];

  it('is in the first field of a form that a letter opens, so that typing there changes nothing else', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults, settle } = visitor;
    await page.goto(world.at('/tasks'));
    await page.getByRole('grid', { name: 'Tasks' }).getByRole('row', { name: /First/ }).waitFor();
    for (const key of ['j', 'j', 'c']) await page.keyboard.press(key);
    await page.getByRole('complementary').waitFor();
    await page.keyboard.type('is done, put it up');
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('is done, put it up');

    // While a form is open, letters are no shortcuts, wherever the focus is.
    await page.getByRole('heading', { level: 1 }).click();
    expect(await focused(page)).toMatch(/^body/);
    await page.keyboard.type('sdnx');
    await settle();
    expect(await statuses()).toEqual(untouched);
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });

    await page.goto(world.at('/people'));
    await page.getByRole('row', { name: /Ada/ }).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('complementary').waitFor();
    await page.keyboard.type('grace@example.com');
    expect(await page.getByLabel('E-mail').inputValue()).toBe('grace@example.com');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').locator('pre').waitFor();
    expect(await focused(page)).toMatch(/^status .*grace@example.com/);
    expect(faults).toEqual([]);
  });

  it('is in an opened panel, where letters change no row, and returns to the list afterwards', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults, settle } = visitor;
    await page.goto(world.at('/tasks'));
    await page.getByRole('grid', { name: 'Tasks' }).getByRole('row', { name: /First/ }).waitFor();
    for (const key of ['j', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('complementary').getByRole('combobox', { name: 'Status' }).waitFor();
    expect(await focused(page)).toBe('aside Details');
    await page.keyboard.type('dsx');
    for (let stops = 0; stops < 3; stops++) await page.keyboard.press('Tab');
    await settle();
    expect(await statuses()).toEqual(untouched);
    await page.getByRole('button', { name: 'Close', exact: true }).focus();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    expect(await focused(page)).toMatch(/^grid Tasks/);
    expect(faults).toEqual([]);
  });

  it('goes to a dialog before a new key is left uncopied, and to the next page after it was copied', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const dialog = page.getByRole('dialog', { name: 'Leave without copying the key?' });
    const home = page.getByRole('heading', { level: 1, name: 'Home' });
    await page.goto(world.at('/agents'));
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Connect agent' }).first());
    await keyboard.write(page.getByLabel('Name', { exact: true }), 'release-bot');
    await keyboard.press(page.getByRole('button', { name: 'Create key' }));
    const secret = page.locator('[data-secret]');
    await secret.waitFor();

    for (const key of ['g', 'h']) await page.keyboard.press(key);
    await home.or(dialog).waitFor();
    await keyboard.press(dialog.getByRole('button', { name: 'Stay' }));
    await dialog.waitFor({ state: 'detached' });
    await secret.waitFor();

    await keyboard.press(page.getByRole('button', { name: 'Copy the key' }));
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await secret.textContent());
    for (const key of ['g', 'h']) await page.keyboard.press(key);
    await home.or(dialog).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('stays in a panel that covers the list on a phone', async () => {
    await using visitor = await world.visit(world.owner, { viewport: { width: 390, height: 844 }, hasTouch: true });
    const { page, faults } = visitor;
    await page.goto(world.at('/tasks'));
    await page.getByRole('grid', { name: 'Tasks' }).getByRole('row', { name: /First/ }).waitFor();
    for (const key of ['j', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('complementary').getByRole('combobox', { name: 'Status' }).waitFor();
    for (const key of [...Array<string>(30).fill('Tab'), ...Array<string>(30).fill('Shift+Tab')]) {
      await page.keyboard.press(key);
      expect(await page.evaluate(`document.activeElement.closest('aside') !== null`), await focused(page)).toBe(true);
    }
    expect(faults).toEqual([]);
  });

  it('selects a range with Shift, and all rows with Ctrl A', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at('/tasks'));
    await page.getByRole('grid', { name: 'Tasks' }).getByRole('row', { name: /First/ }).waitFor();
    for (const key of ['j', 'Shift+ArrowDown']) await page.keyboard.press(key);
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByText('2 selected').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByText('3 selected').waitFor();
    expect(faults).toEqual([]);
  });

  it('selects rows that are not loaded yet with Ctrl+A, but none that are added later', async () => {
    const { id: folderId } = await world.ok('create_folder', { name: 'Many' });
    const titles = Array.from({ length: 130 }, (_, number) => `Row ${number}`);
    for (const title of titles) await world.ok('create_doc', { title, folderId });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at(`/documents/folder/${folderId}`));
    const grid = page.getByRole('grid', { name: 'Contents' });
    await grid.getByRole('row', { name: /Row 0/ }).waitFor();
    await grid.press('ControlOrMeta+a');
    const selected = page.getByRole('toolbar', { name: 'Selected rows' });
    await selected.getByText('130 selected').waitFor();
    await world.ok('create_doc', { title: 'Added by somebody', folderId });
    await grid.getByRole('row', { name: /Added by somebody/ }).waitFor();
    await selected.getByText('130 selected').waitFor();
    await page.keyboard.press('Escape');
    await selected.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('stays on a card that is moved over the board by keys, move after move', async () => {
    const { taskId } = await world.ok('create_task', { title: 'Carried' });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at('/tasks?view=board&text=Carried'));
    const card = page.getByRole('link', { name: /Carried/ });
    await card.waitFor();
    await page.keyboard.press('j');
    for (const column of ['In progress', 'Stuck', 'Done']) {
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowRight');
      await page.getByRole('status').getByText(`over ${column}`).waitFor();
      await page.keyboard.press('Space');
      await page
        .getByRole('region', { name: column })
        .getByRole('link', { name: /Carried/ })
        .waitFor();
      await expect.poll(() => focused(page)).toMatch(/^a Carried/);
    }
    await expect.poll(async () => (await world.ok('read_task', { taskId })).status).toBe('done');
    expect(faults).toEqual([]);
  });

  it('is on a created key, on an opened version, and on the text after the version is closed', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at('/agents'));
    await page.getByRole('button', { name: 'Connect agent' }).first().waitFor();
    await page.keyboard.press('c');
    await page.getByLabel('Name').waitFor();
    await page.keyboard.type('typed bot');
    await page.keyboard.press('Enter');
    await page.locator('[data-secret]').waitFor();
    expect(await focused(page)).toBe("group typed bot's key");

    const writer = await openProgram(world, 'writer');
    const { docId } = (await writer.call('create_doc', { title: 'Kept', bodyMarkdown: 'one' })).body;
    await writer.call('edit_doc', { docId, oldText: 'one', newText: 'two' });
    await page.goto(world.at(`/documents/item/${docId}?version=1`));
    await page.getByRole('heading', { name: 'Version 1 of 2' }).waitFor();
    await expect.poll(() => focused(page)).toBe('h2 Version 1 of 2');
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'Version 2 of 2' }).waitFor();
    await expect.poll(() => focused(page)).toBe('h2 Version 2 of 2');
    await page.keyboard.press('Escape');
    await page.getByRole('article').waitFor();
    await expect.poll(() => focused(page)).toBe('region Content');
    expect(faults).toEqual([]);
  });

  it('leaves a panel by Escape from a choice in it, but first only the open list of the choice', async () => {
    const { id: folderId } = await world.ok('create_folder', { name: 'Plans' });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at(`/documents/folder/${folderId}`));
    await keyboard.press(page.getByRole('button', { name: 'Share' }));
    const panel = page.getByRole('complementary', { name: 'Details' });
    const access = panel.getByRole('combobox', { name: 'Everyone in the organization' });
    await keyboard.choose(page, access, 'Can read');
    await page.getByText('everyone in the organization can read Plans').waitFor();
    await expect.poll(() => access.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Can edit' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('option', { name: 'Can edit' }).waitFor({ state: 'hidden' });
    expect(await panel.count()).toBe(1);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('goes to the list when the focused row is gone', async () => {
    const { docId } = await world.ok('create_doc', { title: 'Thrown away', bodyMarkdown: 'x' });
    await world.ok('create_doc', { title: 'Left there', bodyMarkdown: 'x' });
    await world.ok('delete_doc', { docId });
    await world
      .ok('create_doc', { title: 'Thrown away too', bodyMarkdown: 'x' })
      .then(({ docId: other }) => world.ok('delete_doc', { docId: other }));
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at('/documents/trash'));
    const restore = page.getByRole('button', { name: 'Restore Thrown away', exact: true });
    await restore.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Thrown away(?! too)/ }).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatch(/^grid Trash/);
    expect(faults).toEqual([]);
  });
});
