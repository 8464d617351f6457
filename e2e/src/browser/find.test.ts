import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from './accessibility.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { typeInto } from './walks/hands.ts';

/** Current match, and true if it is in view. */
const current = (page: Page) =>
  page.evaluate<{ text: string; isSeen: boolean } | null>(`(() => {
    const [still] = CSS.highlights.get('gh-found-one') ?? [];
    if (!still) return null;
    const range = document.createRange();
    range.setStart(still.startContainer, still.startOffset);
    range.setEnd(still.endContainer, still.endOffset);
    const place = range.getBoundingClientRect();
    const view = document.querySelector('[aria-label=Content]').getBoundingClientRect();
    return { text: range.toString(), isSeen: place.top >= view.top && place.bottom <= view.bottom && place.height > 0 };
  })()`);

const marks = (page: Page) => page.evaluate<number>(`CSS.highlights.get('gh-found')?.size ?? 0`);

describe('finding in a text', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const create = async (title: string, bodyMarkdown: string): Promise<string> =>
    (await world.ok('create_doc', { title, bodyMarkdown })).docId;

  const open = async (page: Page, docId: string) => {
    await page.goto(world.at(`/documents/item/${docId}`));
    await page.getByRole('article').locator('[class*=block]').first().waitFor();
    await page.keyboard.press('ControlOrMeta+f');
    return page.getByRole('textbox', { name: 'Words to find' });
  };

  it('moves between places in a long document, even if they are not laid out yet, and follows changes by others', async () => {
    const paragraphs = Array.from(
      { length: 2500 },
      (_, index) => `Paragraph ${index} of many${index % 500 === 400 ? ' with a Needle' : ''}.`,
    );
    const docId = await create('Haystack', paragraphs.join('\n\n'));
    await using reader = await world.visit(world.owner);
    const { page, faults } = reader;
    const field = await open(page, docId);
    await typeInto(field, 'needle');
    const status = page.getByRole('search').getByRole('status');
    await status.getByText('1 of 5').waitFor();
    expect(await status.textContent()).toContain('Paragraph 400 of many with a Needle.');
    await expect.poll(() => current(page)).toEqual({ text: 'Needle', isSeen: true });
    expect(await marks(page)).toBe(5);
    await page.keyboard.press('Shift+Enter');
    await status.getByText('5 of 5').waitFor();
    await expect.poll(() => current(page)).toEqual({ text: 'Needle', isSeen: true });
    await page.keyboard.press('Enter');
    await page.keyboard.press('F3');
    await status.getByText('2 of 5').waitFor();
    await page.getByRole('button', { name: 'Next result' }).click();
    await status.getByText('3 of 5').waitFor();
    await expect.poll(() => current(page)).toEqual({ text: 'Needle', isSeen: true });

    await world.ok('edit_doc', { docId, oldText: 'Paragraph 3 of', newText: 'A needle before paragraph 3 of' });
    await status.getByText('4 of 6').waitFor();

    await field.press('Escape');
    await page.getByRole('search').waitFor({ state: 'detached' });
    expect(await marks(page)).toBe(0);
    expect(await page.evaluate('getSelection().toString()')).toBe('Needle');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Content');
    // A new search starts from the selection and looks for its text.
    await page.keyboard.press('ControlOrMeta+f');
    await status.getByText('4 of 6').waitFor();
    expect(faults).toEqual([]);
  });

  it('finds text across marks and links, in code, tables and collapsed parts, but not text around the document', async () => {
    const body = [
      'One **bold [wo](https://example.com)rd** here.',
      '```\nwide code '.concat('x'.repeat(400), ' end of code\n```'),
      '| head | cell one |\n|---|---|\n| a | cell two |',
      '<details><summary>More</summary>\n\nfolded words\n\n</details>',
    ].join('\n\n');
    const docId = await create('Parts (of) it', body);
    await using reader = await world.visit(world.owner);
    const { page, faults } = reader;
    const field = await open(page, docId);
    const status = page.getByRole('search').getByRole('status');
    for (const [wanted, text] of [
      ['bold word', 'bold word'],
      ['END OF', 'end of'],
      ['cell  two', 'cell two'],
      ['folded', 'folded'],
      ['(of)', '(of)'],
    ] as const) {
      await typeInto(field, wanted);
      await status.getByText('1 of 1').waitFor();
      await expect.poll(() => current(page)).toEqual({ text, isSeen: true });
    }
    for (const wanted of ['one a', 'Copy', 'Ada Lovelace', 'absent']) {
      await typeInto(field, wanted);
      await status.getByText('No results').waitFor();
    }
    expect(await current(page)).toBeNull();
    expect(await findBarriers(page)).toEqual([]);
    // Asked for once more it is the browser's own.
    await page.evaluate(
      `document.addEventListener('keydown', (event) => setTimeout(() => (globalThis.wasPrevented = event.defaultPrevented)), { capture: true, once: true })`,
    );
    await field.press('ControlOrMeta+f');
    await expect.poll(() => page.evaluate('globalThis.wasPrevented')).toBe(false);
    expect(faults).toEqual([]);
  });

  it('is in the menu, for versions and files too, and in the source editor', async () => {
    const docId = await create('Versions', 'the first words');
    await world.ok('update_doc', { docId, bodyMarkdown: 'the second words', changeSummary: 's' });
    const { id: fileId } = await world.ok('write_file', { name: 'notes.txt', content: 'plain words in a file' });
    await using reader = await world.visit(world.owner, { viewport: { width: 390, height: 700 } });
    const { page, faults } = reader;
    const field = page.getByRole('textbox', { name: 'Words to find' });
    const find = async (wanted: string, said: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Find in text' }).click();
      await typeInto(field, wanted);
      await page.getByRole('search').getByRole('status').getByText(said).waitFor();
    };
    await page.goto(world.at(`/documents/item/${docId}?version=2`));
    await page.locator('del').first().waitFor();
    await find('first', '1 of 1');
    await page.goto(world.at(`/documents/item/${fileId}`));
    await page.getByText('plain words').waitFor();
    await find('words', '1 of 1');

    await page.goto(world.at(`/documents/item/${docId}?edit=true`));
    await page.getByRole('button', { name: 'Done' }).focus();
    await page.keyboard.press('ControlOrMeta+f');
    await page.locator('.cm-panels-top').getByRole('textbox', { name: 'Find', exact: true }).pressSequentially('second');
    await page.keyboard.press('Enter');
    await page.locator('.cm-searchMatch-selected', { hasText: 'second' }).waitFor();
    expect(faults).toEqual([]);
  });
});
