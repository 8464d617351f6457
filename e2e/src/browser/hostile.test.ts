import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { hostileTexts } from './hostile-texts.ts';
import { fillWithHostileTexts } from './hostile-world.ts';

/** What is shown of each list, and the first row of which what is open is shown too. */
const pages = [
  { path: '/agents', list: 'Agents' },
  { path: '/people', list: 'People' },
  { path: '/activity?not=["entrance:console"]', list: 'Calls' },
];

describe('texts that want to be more than texts', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '1000' });
    await fillWithHostileTexts(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('are shown as they are: no script runs, nothing is asked of anybody else, and nothing is said in the console', async () => {
    expect(new Set(hostileTexts).size).toBe(60);
    await using visitor = await world.visit(world.owner, { viewport: { width: 1280, height: 2600 } });
    const { page, faults } = visitor;
    await page.addInitScript('globalThis.pwned = () => { globalThis.isPwned = true; }');
    const seen: string[] = [];
    for (const { path, list } of pages) {
      await page.goto(world.at(path));
      const rows = page.getByRole('grid', { name: list }).getByRole('row');
      await rows.nth(1).waitFor();
      seen.push((await page.getByRole('grid', { name: list }).textContent()) ?? '');
      await rows.filter({ hasText: 'pwned' }).first().click();
      await page.getByRole('complementary').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate('globalThis.isPwned ?? false')).toBe(false);
    }
    await page.goto(world.at('/settings'));
    await page.getByRole('button', { name: /Show all/ }).click();
    seen.push((await page.getByRole('main').textContent()) ?? '');
    expect(await page.evaluate('globalThis.isPwned ?? false')).toBe(false);
    for (const text of ['<img src=x onerror=pwned()>', '</title><script>pwned()</script>', '![x](//evil.example/a.png)'])
      expect(seen.filter((page) => page.includes(text)).length, text).toBeGreaterThan(1);
    expect(faults).toEqual([]);
  });
});
