import { readFileSync } from 'node:fs';
import type { APIResponse, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { findBarriers } from './accessibility.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { hostileTexts } from './hostile/hostile-texts.ts';
import { openProgram } from './walks/program.ts';

/** Names of the elements and attributes in the rendered text, each once. */
const partsOf = (page: Page) =>
  page.evaluate<string[]>(`[...new Set([...document.querySelectorAll('article [class*=block] *')].flatMap((element) =>
    [element.tagName.toLowerCase(), ...element.getAttributeNames()]))]`);

const harmless =
  /^(h[1-6]|p|br|hr|em|strong|i|b|u|s|del|ins|code|pre|blockquote|ul|ol|li|table|thead|tbody|tr|td|th|a|img|details|summary|div|span|button|svg|path|rect|polyline|line)$|^(href|title|alt|src|align|open|start|target|rel|tabindex|role|class|type|style|width|height|viewBox|fill|stroke.*|x|y|rx|ry|d|dir|aria-.*|data-.*|xmlns)$/;

describe('reading a document', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '1000' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const create = async (title: string, bodyMarkdown: string): Promise<string> =>
    (await world.ok('create_doc', { title, bodyMarkdown })).docId;

  it("shows and marks an agent's edit immediately, while the text in view stays in place", async () => {
    const lines = Array.from({ length: 80 }, (_, index) => `Paragraph ${index}, which somebody reads.`);
    const docId = await create('Long', lines.join('\n\n'));
    await using reader = await world.visit(world.owner);
    const { page, faults } = reader;
    await page.goto(world.at(`/documents/item/${docId}`));
    const read = page.getByText('Paragraph 60,');
    await read.scrollIntoViewIfNeeded();
    await reader.settle();
    const before = await read.boundingBox();
    expect(await page.getByText(/changed \d+ passage/).count()).toBe(0);

    const began = performance.now();
    const added = Array.from({ length: 12 }, (_, index) => `Added ${index}.`).join('\n\n');
    await world.ok('edit_doc', { docId, oldText: 'Paragraph 3,', newText: `${added}\n\nParagraph 3,` });
    const change = page.locator('[data-marked]', { hasText: 'Added 11.' });
    await change.waitFor({ state: 'attached' });
    process.stdout.write(`  an edit is seen after ${Math.round(performance.now() - began)} ms\n`);
    await page.getByRole('status').getByText('changed 12 passages').waitFor();
    expect(await page.locator('[data-marked]').count()).toBe(12);
    expect(Math.abs(((await read.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1);

    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Added 0.').waitFor();
    expect(faults).toEqual([]);
  });

  it('follows links to headings and other documents, downloads the document, and notices its deletion', async () => {
    const other = await create('guide/other.md', '# Other\n');
    const docId = await create(
      'guide/start.md',
      `[below](#far-below) [beside](other.md) [there](${other})\n\n${'text\n\n'.repeat(60)}## Far below\n`,
    );
    await using reader = await world.visit(world.owner);
    const { page, faults } = reader;
    const address = world.at(`/documents/item/${docId}`);
    for (const link of ['beside', 'there']) {
      await page.goto(address);
      await page.getByRole('link', { name: link }).click();
      await page.waitForURL(`**/${other}`);
    }
    await page.goto(address);
    await page.getByRole('link', { name: 'below' }).click();
    await expect.poll(async () => ((await page.getByRole('heading', { name: 'Far below' }).boundingBox())?.y ?? 9999) < 800).toBe(true);
    await page.getByRole('button', { name: 'More actions' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Download' }).click()]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('## Far below');
    await world.ok('delete_doc', { docId });
    await page.getByRole('heading', { name: 'Document not found' }).waitFor();
    expect(faults).toEqual([]);
  });

  it("shows a member an edit by another member's agent immediately, and hides a document that is no longer shared", async () => {
    const email = 'bob@example.com';
    const [bob, carol] = [await world.join(email, 'Bob'), await world.join('carol@example.com', 'Carol')];
    const { id: folderId } = await world.ok('create_folder', { name: 'Shared' });
    for (const member of [email, 'carol@example.com']) await world.ok('share_folder', { folderId, email: member });
    const { docId } = await world.ok('create_doc', { title: 'Shared notes', bodyMarkdown: 'Hello there', folderId });
    const agent = await openProgram(world, 'helper', carol);
    await using reader = await world.visit(bob);
    const { page, faults } = reader;
    // Repeats the first answer to later reads, so that only the event stream can bring the edit.
    let said: APIResponse | undefined;
    const address = '**/tools/read_item';
    await page.route(address, async (route) => {
      if (!route.request().postData()?.includes('"includeText":false')) return await route.continue();
      said ??= await route.fetch();
      await route.fulfill({ response: said });
    });
    await page.clock.install();
    await page.goto(world.at(`/documents/item/${docId}`));
    await page.getByText('Hello there').waitFor();
    await reader.settle();
    const began = performance.now();
    await agent.call('edit_doc', { docId, oldText: 'there', newText: 'again' });
    await page.getByText('Hello again').waitFor();
    process.stdout.write(`  a member sees an edit after ${Math.round(performance.now() - began)} ms\n`);
    await page.getByRole('status').getByText('helper').waitFor();
    await page.unroute(address);
    await world.ok('unshare_folder', { folderId, email });
    await page.clock.fastForward(60_000);
    await page.getByRole('heading', { name: 'Document not found' }).waitFor();
    expect(await page.getByText('Hello').count()).toBe(0);
    await page.goto(world.at(`/documents/folder/${folderId}`));
    await page.getByRole('heading', { name: 'Folder not found' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('shows hostile texts only as text: in paragraphs, headings, lists, links, differences and names', async () => {
    const bodies = [
      hostileTexts.join('\n\n'),
      hostileTexts.toReversed().join('\n\n'),
      hostileTexts.map((text) => `## ${text}\n\n- ${text}\n- [ ] ${text}\n\n> ${text}\n\n| ${text} |\n|---|\n| ${text} |\n`).join('\n'),
      hostileTexts.map((text) => `[${text}](<${text}> "${text}") ![${text}](<${text}> "${text}")\n\n<${text}>`).join('\n\n'),
    ];
    await using reader = await world.visit(world.owner);
    const { page, faults } = reader;
    await page.addInitScript('globalThis.pwned = () => { globalThis.isPwned = true; }');
    for (const [index, body] of bodies.entries()) {
      const docId = await create(hostileTexts[index + 4] ?? '', 'before');
      await world.ok('update_doc', { docId, bodyMarkdown: body, changeSummary: hostileTexts[index] ?? '' });
      await page.goto(world.at(`/documents/item/${docId}?history=true`));
      await page.getByRole('article').locator('[class*=block]:not(:empty)').first().waitFor({ state: 'attached' });
      await page.getByRole('complementary').getByRole('listitem').first().waitFor();
      await reader.settle();
      const parts = await partsOf(page);
      expect(parts.length).toBeGreaterThan(4);
      expect(parts.filter((part) => !harmless.test(part))).toEqual([]);
      const addresses = await page.evaluate<string[]>(`[...document.querySelectorAll('article a')].map((link) => link.protocol)`);
      expect(addresses.filter((protocol) => !/^(https?|mailto|ftp|data):$|^:?$/.test(protocol))).toEqual([]);
      await page.goto(world.at(`/documents/item/${docId}?version=2`));
      await page.locator('ins').first().waitFor();
      expect(await page.evaluate('globalThis.isPwned ?? false')).toBe(false);
    }
    await page.goto(world.at('/documents'));
    await page.getByRole('grid', { name: 'Contents' }).getByRole('row').filter({ hasText: 'pwned' }).first().waitFor();
    expect(await page.evaluate('globalThis.isPwned ?? false')).toBe(false);
    expect(faults).toEqual([]);
  });

  it('keeps the panel width that a person chooses with keys or pointer, even on the next visit', async () => {
    await using reader = await world.visit(world.owner);
    const { page, faults } = reader;
    await page.goto(world.at('/documents'));
    const folders = page.getByRole('navigation', { name: 'Folders' });
    const edge = folders.getByRole('separator', { name: 'Width of the folders' });
    const width = async () => Math.round((await folders.boundingBox())?.width ?? 0);
    const first = await edge.boundingBox().then(width);
    await edge.focus();
    await edge.press('ArrowRight');
    expect(await width()).toBe(first + 16);
    await edge.press('End');
    expect([await width(), await edge.getAttribute('aria-valuenow')]).toEqual([560, '560']);
    const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {};
    await page.mouse.move(x + 3, y + 200);
    await page.mouse.down();
    await page.mouse.move(x - 197, y + 210, { steps: 5 });
    await page.mouse.up();
    expect(Math.abs((await width()) - 360)).toBeLessThan(5);
    const chosen = await width();
    await page.mouse.move(x - 400, y + 210);
    await page.reload();
    await edge.waitFor();
    expect(await width()).toBe(chosen);
    expect(await findBarriers(page)).toEqual([]);
    await edge.press('Enter');
    expect(await width()).toBe(first);
    expect(faults).toEqual([]);
  });

  it('deletes a folder, which returns with its restored items, and empties the trash', async () => {
    const { id: folderId } = await world.ok('create_folder', { name: 'Doomed' });
    for (let index = 0; index < 12; index++) await world.ok('create_doc', { title: `Page ${index}`, folderId });
    await using reader = await world.visit(world.owner);
    const { page, faults } = reader;
    await page.goto(world.at(`/documents/folder/${folderId}`));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete folder…' }).click();
    await page.getByRole('button', { name: 'Delete folder', exact: true }).click();
    await page.getByText('Doomed deleted. 12 items moved to the trash').waitFor();
    await page.getByRole('navigation', { name: 'Folders' }).getByText('Doomed').waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('button', { name: 'Restore Page 3' }).click();
    await page.getByRole('navigation', { name: 'Folders' }).getByText('Doomed').waitFor();
    await page.getByRole('button', { name: 'Empty trash' }).click();
    await page.getByRole('button', { name: 'Delete everything forever' }).click();
    await page.getByText('The trash is empty').waitFor();
    expect((await world.ok('list_trash')).items).toEqual([]);
    expect((await world.ok('browse_folder', { folderId })).items.map(({ name }: Loose) => name)).toEqual(['Page 3']);
    expect(faults).toEqual([]);
  });

  it('lists what happened in a folder and below it, each change with its item', async () => {
    const { id: folderId } = await world.ok('create_folder', { name: 'Watched' });
    const { id: inner } = await world.ok('create_folder', { name: 'Inner', parentId: folderId });
    const { docId } = await world.ok('create_doc', { title: 'Deep notes', bodyMarkdown: 'Monday', folderId: inner });
    const agent = await openProgram(world, 'history writer');
    await agent.call('edit_doc', { docId, oldText: 'Monday', newText: 'Friday' });
    await world.ok('create_doc', { title: 'Elsewhere', bodyMarkdown: '' });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at(`/documents/folder/${folderId}`));
    await page.getByRole('row', { name: /Inner/ }).waitFor();
    await page.keyboard.press('h');
    const panel = page.getByRole('complementary');
    await panel.getByRole('heading', { name: 'Contents, last 30 days' }).waitFor();
    await panel.getByRole('link', { name: 'Deep notes' }).first().waitFor();
    await panel.getByText('history writer').first().waitFor();
    expect(await panel.getByText('Elsewhere').count()).toBe(0);
    await panel.getByRole('link', { name: 'Deep notes' }).first().click();
    await page.waitForURL(`**/documents/item/${docId}?history=true`);
    expect(faults).toEqual([]);
  });

  it('links a call in the log to the item that it changed', async () => {
    const docId = await create('Changed', 'before');
    const { call } = await openProgram(world, 'changer');
    await call('edit_doc', { docId, oldText: 'before', newText: 'after' });
    await using reader = await world.visit(world.owner);
    const { page, faults } = reader;
    await page.goto(world.at('/activity?tool=edit_doc&entrance=http'));
    await page
      .getByRole('grid', { name: 'Calls' })
      .getByRole('row', { name: /changer/ })
      .click();
    await page.getByRole('button', { name: 'Take back', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Only this call' }).click();
    await page.getByRole('heading', { level: 1, name: 'Changes of one call' }).waitFor();
    await page.getByText('1 of 1 will be restored').waitFor();
    await page.getByRole('button', { name: 'Changed', exact: true }).click();
    await page.getByRole('complementary').locator('ins', { hasText: 'before' }).waitFor();
    await page.getByRole('link', { name: 'Open' }).click();
    await page.getByRole('article').getByText('after').waitFor();
    // Redirects bookmarks of former addresses.
    await page.goto(world.at('/activity/put-back'));
    await page.waitForURL(/activity\/take-back$/);
    await page
      .getByRole('link', { name: /change/ })
      .or(page.getByRole('row', { name: /1 item/ }))
      .first()
      .click();
    await page.goto(page.url().replace('take-back', 'put-back'));
    await page.waitForURL(/activity\/take-back\/putback_/);
    expect(faults).toEqual([]);
  });

  it('shows the source of a text that is nested too deeply to format', async () => {
    const docId = await create('Deep', `${'>'.repeat(20_000)} deep`);
    await using reader = await world.visit(world.owner);
    await reader.page.goto(world.at(`/documents/item/${docId}`));
    await reader.page.getByText('Too complex to format').waitFor();
    expect(reader.faults).toEqual([]);
  });
});
