import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { findFaults, phone } from './page-states.ts';
import { pointer } from './walks/hands.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
});
afterAll(() => world[Symbol.asyncDispose]());

describe('the place of an open item', () => {
  it.each([
    ['a wide screen', { viewport: { width: 1280, height: 800 } }],
    ['a phone', phone],
  ])('is Skills for a skill, without the folders beside it, and Documents for a document: on %s', async (_, view) => {
    const { id: skillId } = await world.ok('write_skill', { name: `report-${Date.now()}`, description: 'Writes it.', content: '# Steps' });
    const { docId } = await world.ok('create_doc', { title: 'Plan', bodyMarkdown: 'x' });
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    const isNarrow = 'isMobile' in view;
    /** Current places of the navigation. On a phone, some are behind a button. */
    const current = async (): Promise<string[]> => {
      if (!isNarrow) return await page.locator('nav[aria-label=Workspace] [aria-current=page]').allTextContents();
      const more = page.getByRole('button', { name: 'More', exact: true });
      const isBehind = (await more.getAttribute('aria-current')) === 'true';
      await more.click();
      await page.getByRole('menuitem', { name: 'Skills' }).waitFor();
      const found = await page
        .locator('nav[aria-label=Places] > [aria-current=page], [role=menuitem][aria-current=page]')
        .allTextContents();
      await page.keyboard.press('Escape');
      await page.getByRole('menuitem', { name: 'Skills' }).waitFor({ state: 'detached' });
      expect(isBehind).toBe(found.includes('Skills'));
      return found;
    };
    const folders = page.getByRole('navigation', { name: 'Folders', includeHidden: true });
    await page.goto(world.at('/skills'));
    await pointer.open(page, 'Skills', /report-/);
    await page.waitForURL('**/documents/item/skill_*');
    await page.getByRole('heading', { level: 1, name: /report-/ }).waitFor();
    expect(await current()).toEqual(['Skills']);
    expect(await folders.count()).toBe(0);
    await page.goto(world.at(`/documents/item/${docId}`));
    await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
    expect(await current()).toEqual(['Documents']);
    expect(await folders.count()).toBe(1);
    await page.goto(world.at(`/documents/item/${skillId.replace(/.{4}$/, '0000')}`));
    await page.getByText('Skill not found').waitFor();
    expect(await current()).toEqual(['Skills']);
    expect(faults).toEqual([]);
  });
});

describe('a file', () => {
  it('fits a screen of 768 pixels with all its buttons', async () => {
    await using visitor = await world.visit(world.owner, { viewport: { width: 768, height: 1024 } });
    const { page, faults } = visitor;
    const found: string[] = [];
    for (const [name, content] of [
      ['a table with a name that is nearly as long as names are.csv', 'a,b\n1,2\n'],
      ['settings.json', '{"a": 1}'],
      ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
    ] as const) {
      const { id } = await world.ok('write_file', { name, content });
      await page.goto(world.at(`/documents/item/${id}`));
      await page.getByRole('button', { name: 'Edit tags' }).waitFor();
      await visitor.settle();
      found.push(...(await findFaults(page, name)));
    }
    expect({ found, faults }).toEqual({ found: [], faults: [] });
  });
});
