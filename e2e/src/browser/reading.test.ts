import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { findFaults } from './page-states.ts';
import { openProgram } from './walks/program.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
});
afterAll(() => world[Symbol.asyncDispose]());

const written = `Words[^why] before.

## Deploy

> [!CAUTION]
> Only on Mondays.

\`\`\`ts
const answer: number = 42; // as ever
\`\`\`

- [ ] write it
- [x] read it

مرحبا بالعالم

[^why]: Because.
`;

async function createDoc(title: string, bodyMarkdown: string): Promise<string> {
  return (await world.ok('create_doc', { title, bodyMarkdown })).docId;
}

const directionOf = (place: Locator) => place.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).direction);

describe('a document', () => {
  it('shows footnotes, alerts, code in colours, and each block in the direction of its letters', async () => {
    const docId = await createDoc('Everything', written);
    for (const colorScheme of ['light', 'dark'] as const) {
      await using visitor = await world.visit(world.owner, { colorScheme });
      const { page, faults } = visitor;
      await page.goto(world.at(`/documents/item/${docId}`));
      const text = page.getByRole('article');
      await text.locator('[data-code=keyword]', { hasText: 'const' }).waitFor();
      expect(await text.locator('[data-alert=caution]').textContent()).toContain('Only on Mondays.');
      const arabic = text.getByText('مرحبا');
      expect(await directionOf(arabic)).toBe('rtl');
      expect(await directionOf(text.getByText('Words'))).toBe('ltr');
      await text.locator('sup a').click();
      await page.waitForURL('**#footnote-1');
      expect(await text.locator('#footnote-1').textContent()).toContain('Because.');
      await visitor.settle();
      expect(await findFaults(page, `reading, ${colorScheme}`)).toEqual([]);
      expect(faults).toEqual([]);
    }
  });

  it('confines HTML with unclosed elements to its block', async () => {
    const bodyMarkdown = ['Before.', '<b>Bold', 'Text of `<b>` in code.', 'After.'].join('\n\n');
    const docId = await createDoc('Without an end', bodyMarkdown);
    await using visitor = await world.visit(world.owner);
    const { page } = visitor;
    await page.goto(world.at(`/documents/item/${docId}`));
    const text = page.getByRole('article');
    await text.getByText('After.').waitFor();
    const weights = ['Before.', 'Bold', 'in code.', 'After.'].map((words) =>
      text.getByText(words).evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).fontWeight),
    );
    expect(await Promise.all(weights)).toEqual(['400', '700', '400', '400']);
  });

  it('puts the heading that one goes to into the address', async () => {
    const docId = await createDoc('Headed', `## First\n\n${'Word.\n\n'.repeat(80)}## Second\n\n${'Word.\n\n'.repeat(80)}`);
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at(`/documents/item/${docId}`));
    await page.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name: 'Second' }).click();
    await page.waitForURL('**#second');
    // By keyboard: the page can still be scrolling to the second heading, away from a pointer.
    await page.locator('[data-slug=first] > [data-anchor]').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**#first');
    expect(faults).toEqual([]);
  });

  it('ticks a task as an ordinary edit, by the pointer and by Space, and tells a reader that cannot (D92.1)', async () => {
    const docId = await createDoc('Tasks', 'Before\n\n- [ ] write it\n- [ ] read it\n');
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at(`/documents/item/${docId}`));
    const box = (name: string, checked: boolean) => page.getByRole('checkbox', { name, checked });
    const held = Promise.withResolvers<void>();
    await page.route('**/tools/update_doc', async (route) => {
      await held.promise;
      await route.continue();
    });
    const isSaving = page.waitForRequest('**/tools/update_doc');
    await box('write it', false).click();
    await isSaving;
    // Ticks a second task while the first is being saved. It keeps the focus when the new text comes.
    await box('read it', false).focus();
    await page.keyboard.press('Space');
    held.resolve();
    await box('write it', true).waitFor();
    await box('read it', true).waitFor();
    expect(await page.evaluate(`document.activeElement.getAttribute('aria-label')`)).toBe('read it');
    const { text, versionCount } = await world.ok('read_item', { itemId: docId });
    expect({ text, versionCount }).toEqual({ text: 'Before\n\n- [x] write it\n- [x] read it\n', versionCount: 3 });
    expect(await page.locator('[data-marked]').count()).toBe(0);

    const folder = await world.ok('create_folder', { name: 'Rules' });
    const { docId: ruleId } = await world.ok('create_doc', { title: 'Rule', bodyMarkdown: '- [ ] obey', folderId: folder.id });
    const reader = await world.join('reader@example.com', 'Rea');
    await world.ok('share_folder', { folderId: folder.id, email: 'reader@example.com', access: 'read' });
    await using other = await world.visit(reader);
    await other.page.goto(world.at(`/documents/item/${ruleId}`));
    await other.page.getByRole('img', { name: 'Not done' }).waitFor();
    expect(await other.page.getByRole('checkbox').count()).toBe(0);
    expect([...faults, ...other.faults]).toEqual([]);
  });

  it('is printed whole and in dark letters, without the rest of the page', async () => {
    const docId = await createDoc('Long', Array.from({ length: 200 }, (_, number) => `Paragraph ${number} of a long text.\n\n`).join(''));
    await using visitor = await world.visit(world.owner, { colorScheme: 'dark' });
    const { page, faults } = visitor;
    await page.goto(world.at(`/documents/item/${docId}`));
    await page.getByText('Paragraph 199').waitFor();
    const pdf = (await page.pdf()).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(3);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    const themeDuring = (event: string) =>
      page.evaluate<string>(`dispatchEvent(new Event('${event}')), document.documentElement.dataset.mantineColorScheme`);
    expect([await themeDuring('beforeprint'), await themeDuring('afterprint')]).toEqual(['light', 'dark']);
    expect(faults).toEqual([]);
  });
});

describe('a link by name', () => {
  it('opens the one document that it means, also as a wiki link, without .md, from the root and in decomposed letters', async () => {
    const target = await createDoc('Caf\u00e9 menu', 'The menu.');
    const links =
      '[[Caf\u00e9 menu]] · [bare](Caf%C3%A9%20menu) · [root](/Caf%C3%A9%20menu.md) · [split](Cafe%CC%81%20menu.md) · [[Nowhere]]';
    const docId = await createDoc('Links', links);
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    for (const name of ['Caf\u00e9 menu', 'bare', 'root', 'split']) {
      await page.goto(world.at(`/documents/item/${docId}`));
      await page.getByRole('article').getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`**/documents/item/${target}`);
    }
    await page.goto(world.at(`/documents/item/${docId}`));
    await page.getByRole('article').getByRole('link', { name: 'Nowhere' }).click();
    await page.getByText('No document named Nowhere').waitFor();
    expect(faults).toEqual([]);
  });

  it('opens the nearest of several, and names the others', async () => {
    const folder = await world.ok('create_folder', { name: 'Marketing' });
    await createDoc('Roadmap', 'Outside.');
    const { docId: near } = await world.ok('create_doc', { title: 'Roadmap', bodyMarkdown: 'Inside.', folderId: folder.id });
    const { docId } = await world.ok('create_doc', { title: 'Start', bodyMarkdown: '[[Roadmap]]', folderId: folder.id });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at(`/documents/item/${docId}`));
    await page.getByRole('article').getByRole('link', { name: 'Roadmap' }).click();
    await page.waitForURL(`**/documents/item/${near}`);
    await page.getByText('Also named so: Roadmap outside folders.').waitFor();
    expect(faults).toEqual([]);
  });
});

it('a picture of the workspace is shown in a document, and one of elsewhere is a link (D92.3)', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  await world.ok('write_file', { name: 'Screen shot.png', contentBase64: png, mimeType: 'image/png' });
  const docId = await createDoc('Pictured', '![shot](Screen%20shot.png) ![away](https://elsewhere.example/a.png) ![gone](Gone.png)');
  await using visitor = await world.visit(world.owner);
  const { page, faults } = visitor;
  await page.goto(world.at(`/documents/item/${docId}`));
  const shot = page.getByRole('img', { name: 'shot' });
  await shot.waitFor();
  expect(
    await shot.evaluate((image) => [(image as { naturalWidth?: number }).naturalWidth, image.getAttribute('src')?.slice(0, 5)]),
  ).toEqual([1, 'blob:']);
  await page.getByRole('link', { name: 'away' }).waitFor();
  await page.getByRole('link', { name: 'gone' }).waitFor();
  expect(faults).toEqual([]);
});

it('a file of separated values is a table', async () => {
  const program = await openProgram(world, 'exporter');
  const { body } = await program.call('write_file', {
    name: 'figures.csv',
    content: 'city,people\nBern,"144,447"\n',
    mimeType: 'text/csv',
  });
  await using visitor = await world.visit(world.owner);
  const { page, faults } = visitor;
  await page.goto(world.at(`/documents/item/${body.id}`));
  await page.getByRole('columnheader', { name: 'people' }).waitFor();
  await page.getByRole('cell', { name: '144,447' }).waitFor();
  expect(faults).toEqual([]);
});
