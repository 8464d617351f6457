import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { keyboard } from './walks/hands.ts';

describe('Enter in an open list', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
    for (const name of ['Bea', 'Cleo', 'Dora']) await world.join(`${name.toLowerCase()}@example.com`, name);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** The list of people to share a new folder with, where Cleo is highlighted. */
  async function openList(folder: string) {
    const { id: folderId } = await world.ok('create_folder', { name: folder });
    const visitor = await world.visit(world.owner);
    const { page } = visitor;
    await page.goto(world.at(`/documents/folder/${folderId}`));
    await keyboard.press(page.getByRole('button', { name: 'Share' }));
    await page.getByRole('combobox', { name: 'Share with a person' }).focus();
    const option = (name: string) => page.getByRole('option', { name });
    await option('Cleo').waitFor();
    while ((await option('Cleo').getAttribute('data-combobox-selected')) === null) await page.keyboard.press('ArrowDown');
    const share = async (name: string) => {
      await world.ok('share_folder', { folderId, email: `${name.toLowerCase()}@example.com` });
      await option(name).waitFor({ state: 'detached' });
    };
    const sharedWith = async () =>
      (await world.ok('list_folder_viewers', { folderId })).viewers
        .map(({ name }: Loose) => name)
        .filter((name: string) => name !== 'Ada Lovelace');
    return { visitor, option, share, sharedWith };
  }

  it('takes the highlighted option after an option before it is removed', async () => {
    const { visitor, share, sharedWith } = await openList('Plans');
    await using _ = visitor;
    await share('Bea');
    await visitor.page.keyboard.press('Enter');
    await expect.poll(async () => (await sharedWith()).sort()).toEqual(['Bea', 'Cleo']);
    expect(visitor.faults).toEqual([]);
  });

  it('takes the only option that matches the typed text, and none if several match', async () => {
    const { visitor, option, sharedWith } = await openList('Notes');
    await using _ = visitor;
    const { page } = visitor;
    const field = page.getByRole('combobox', { name: 'Share with a person' });
    for (const typed of ['example', 'cle']) {
      await field.fill(typed);
      await option('Dora').waitFor({ state: typed === 'cle' ? 'detached' : 'visible' });
      await page.keyboard.press('Enter');
    }
    await expect.poll(sharedWith).toEqual(['Cleo']);
    expect(visitor.faults).toEqual([]);
  });

  it('takes none after the highlighted option is removed', async () => {
    const { visitor, option, share, sharedWith } = await openList('Rules');
    await using _ = visitor;
    const { page } = visitor;
    await share('Cleo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('[data-combobox-selected]').count()).toBe(1);
    await option('Dora').waitFor();
    expect(await sharedWith()).toEqual(['Cleo']);
    expect(visitor.faults).toEqual([]);
  });
});
