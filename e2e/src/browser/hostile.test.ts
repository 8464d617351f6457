import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChangingService, openChangingService } from '../services/changing-service.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { hostileTexts } from './hostile/hostile-texts.ts';
import { connectHostileServices, fillWithHostileTexts, hostileTools } from './hostile/hostile-world.ts';
import { typeInto } from './walks/hands.ts';

/** Lists that the test reads, and of each of which it opens a hostile row. */
const pages = [
  { path: '/agents', list: 'Agents' },
  { path: '/tasks', list: 'Tasks' },
  { path: '/people', list: 'People' },
  { path: '/search?q=pwned', list: 'Results' },
  { path: '/activity?not=["entrance:console"]', list: 'Calls' },
];

describe('hostile texts', () => {
  let world: ConsoleWorld;
  let service: ChangingService;
  beforeAll(async () => {
    service = await openChangingService(hostileTools);
    world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '1000', GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' });
    await fillWithHostileTexts(world);
    await connectHostileServices(world, service);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const isPwned = (page: Page) => page.evaluate('globalThis.isPwned ?? false');

  it('are shown as text: no script runs, no other host is requested, and the console stays empty', async () => {
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
      expect(await isPwned(page)).toBe(false);
    }
    await page.goto(world.at('/documents/trash'));
    await page.getByRole('grid', { name: 'Trash' }).getByRole('row').filter({ hasText: 'pwned' }).first().waitFor();
    seen.push((await page.getByRole('main').textContent()) ?? '');
    expect(await isPwned(page)).toBe(false);
    for (const text of ['<img src=x onerror=pwned()>', '</title><script>pwned()</script>', '![x](//evil.example/a.png)'])
      expect(seen.filter((page) => page.includes(text)).length, text).toBeGreaterThan(1);
    expect(faults).toEqual([]);
  });

  it('are shown as text in the editor, in the preview next to it, and while others change them', async () => {
    const bodyMarkdown = hostileTexts.join('\n\n');
    const { docId } = await world.ok('create_doc', { title: hostileTexts[0], bodyMarkdown });
    await using visitor = await world.visit(world.owner, { viewport: { width: 1280, height: 2600 } });
    const { page, faults, settle } = visitor;
    await page.addInitScript('globalThis.pwned = () => { globalThis.isPwned = true; }');
    await page.goto(world.at(`/documents/item/${docId}?edit=true`));
    await page.getByRole('textbox', { name: /^Source of/ }).focus();
    await page.keyboard.press('ControlOrMeta+e');
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('mine');
    await page.getByRole('region', { name: 'Preview' }).getByText('mine').waitFor();
    await world.ok('update_doc', { docId, bodyMarkdown: `theirs <img src=x onerror=pwned()>${bodyMarkdown}`, changeSummary: 'theirs' });
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await page
      .getByRole('textbox', { name: /^Source of/ })
      .getByText('theirs <img src=x onerror=pwned()>')
      .first()
      .waitFor();
    await settle();
    expect(await isPwned(page)).toBe(false);
    expect(faults).toEqual([]);
  });

  it('are shown as text if services send them: names and labels of connections, names of tools', async () => {
    expect(service.calls).toHaveLength(60);
    await using visitor = await world.visit(world.owner, { viewport: { width: 1280, height: 2600 } });
    const { page, faults, settle } = visitor;
    await page.addInitScript('globalThis.pwned = () => { globalThis.isPwned = true; }');
    const image = hostileTools.find(({ name }) => name === '<img/src=x/onerror=pwned()>')?.name;

    await page.goto(world.at('/agents/connect'));
    await typeInto(page.getByLabel('Name'), 'limited');
    await page.getByText('Read and write').click();
    await page.getByText('Limits:').click();
    await page.getByRole('radiogroup', { name: 'Services' }).getByText('Selected').click();
    await page.getByLabel('<img src=x onerror=pwned()>').waitFor();
    await page.getByLabel('<b>pwned()</b>').check();
    const tools = page.getByRole('group', { name: 'All tools' });
    await tools.getByLabel(`${image}`, { exact: true }).uncheck();
    expect((await tools.locator('code').allTextContents()).toSorted()).toEqual(hostileTools.map(({ name }) => name).toSorted());
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Waiting for the first call').waitFor();
    await page.goto(world.at('/agents'));
    await page.getByRole('row', { name: /limited/ }).click();
    const limits = page.getByText(/^Limited to \d+ tools, 1 service$/);
    expect(await limits.getAttribute('title')).toContain('hostile__<script>pwned()</script>');
    await settle();
    expect(await isPwned(page)).toBe(false);

    for (const outcome of ['ok', 'invalid_request']) {
      await page.goto(world.at(`/activity?${new URLSearchParams({ service: 'hostile', outcome })}`));
      await page.getByRole('grid', { name: 'Calls' }).getByRole('row').filter({ hasText: image }).first().click();
      const story = page.getByRole('complementary');
      await story.getByRole('heading', { name: image }).waitFor();
      if (outcome !== 'ok') {
        await story.getByRole('button', { name: 'Check access' }).click();
        await story.getByText('No check denies it').waitFor();
      }
      await story.getByRole('button', { name: 'Show only this service tool' }).click();
      await page.getByRole('button', { name: 'Remove filter: Service tool' }).waitFor();
      await settle();
      expect(await isPwned(page)).toBe(false);
    }
    await page.goto(world.at('/services'));
    const services = page.getByRole('grid', { name: 'Services' });
    await services.getByRole('row').filter({ hasText: '<script>pwned()</script>' }).first().waitFor();
    await services.getByRole('row').filter({ hasText: '<b>pwned()</b>' }).first().click();
    await page.getByRole('grid', { name: 'Tools' }).getByRole('row').filter({ hasText: image }).first().click();
    await page.getByRole('complementary').getByLabel('title').waitFor();
    await page.getByText('Call it from a program').click();
    await settle();
    expect(await page.getByRole('complementary').textContent()).toContain(`hostile__${image}`);
    expect(await isPwned(page)).toBe(false);
    service.tools = service.tools.map((one) => ({ ...one, description: `${one.description} and <img src=x onerror=pwned()>` }));
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('60 changed, 60 on hold').waitFor();
    await page.getByRole('tab', { name: '60 on hold' }).click();
    await page
      .getByRole('region', { name: `${image}`, exact: true })
      .getByText('now: ')
      .waitFor();
    await settle();
    expect(await isPwned(page)).toBe(false);
    await page.getByRole('tab', { name: 'Health' }).click();
    await page.getByRole('heading', { name: 'Failures' }).waitFor();
    await settle();
    expect(await isPwned(page)).toBe(false);
    expect(faults).toEqual([]);
  });
});
