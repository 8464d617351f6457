import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { typeInto } from './walks/hands.ts';

/** Removes the clipboard, as on a page without https. */
const withoutClipboard = "Object.defineProperty(navigator, 'clipboard', { value: undefined })";

describe('copying without access to the clipboard', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const createKey = async (page: Page, name: string) => {
    await page.goto(world.at('/agents/connect'));
    await typeInto(page.getByLabel('Name', { exact: true }), name);
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = await page.locator('[data-secret]').first().textContent();
    return { secret, copy: page.getByRole('button', { name: 'Copy the key' }) };
  };

  it('copies with a fallback', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.addInitScript(withoutClipboard);
    const { secret, copy } = await createKey(page, 'plain robot');
    await copy.click();
    await copy.getByText('Copied').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.press('ControlOrMeta+v');
    expect(await page.getByRole('dialog').getByRole('combobox').inputValue()).toBe(secret);
    expect(faults).toEqual([]);
  });

  it('reports a failed copy, and still asks before leaving the key', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.addInitScript(`${withoutClipboard}; document.execCommand = () => false`);
    const { copy } = await createKey(page, 'careful robot');
    await copy.click();
    await page.getByText("This browser doesn't let pages copy.").waitFor();
    expect(await copy.getByText('Copied').count()).toBe(0);
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('dialog', { name: 'Leave without copying the key?' }).waitFor();
    expect(faults).toEqual([]);
  });
});
