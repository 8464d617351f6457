import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../kit/until.ts';
import { findBarriers } from './accessibility.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
});
afterAll(() => world[Symbol.asyncDispose]());

const source = '.cm-content';

async function openEditor(page: Page, title: string, bodyMarkdown = '', folderId?: string): Promise<string> {
  const { docId } = await world.ok('create_doc', { title, bodyMarkdown, ...(folderId && { folderId }) });
  await page.goto(world.at(`/documents/item/${docId}?edit=true`));
  await page.locator(source).waitFor();
  return docId;
}

/** Saves the typed text, and returns the stored text. */
async function savedText(page: Page, docId: string): Promise<string> {
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText(/Saved as version/).waitFor();
  return (await world.ok('read_item', { itemId: docId })).text;
}

/** Pastes content that was copied elsewhere. */
const paste = (page: Page, types: Record<string, string>, pictures: { name: string; base64: string }[] = []) =>
  page.locator(source).evaluate(
    (element, { types, pictures }) => {
      const view = element.ownerDocument.defaultView as unknown as Record<string, new (...args: unknown[]) => never>;
      const data = new (
        view.DataTransfer as never as new () => { setData(type: string, text: string): void; items: { add(file: unknown): void } }
      )();
      for (const [type, text] of Object.entries(types)) data.setData(type, text);
      for (const { name, base64 } of pictures) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(
          new (view.File as never as new (parts: unknown[], name: string, options: object) => unknown)([bytes], name, {
            type: 'image/png',
          }),
        );
      }
      const Paste = view.ClipboardEvent as never as new (name: string, options: object) => Parameters<typeof element.dispatchEvent>[0];
      element.dispatchEvent(new Paste('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    { types, pictures },
  );

describe('writing', () => {
  it('marks words by Ctrl B, I and K, and goes on with a list', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const docId = await openEditor(page, 'Keys');
    await page.keyboard.type('- one');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+b');
    await page.keyboard.type('two');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('see ');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('https://example.com');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await savedText(page, docId)).toBe('- one\n- **two**\n\nsee [](https://example.com)');
    expect(faults).toEqual([]);
  });

  it('takes rich text and tables as markdown, code as it is, and an address over words as a link', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const docId = await openEditor(page, 'Pasted');
    await paste(page, {
      'text/plain': 'Plan a b',
      'text/html':
        '<meta charset="utf-8"><h2>Plan</h2><p>Say <b>hello</b> to <a href="https://example.com/x">them</a><script>pwned()</script></p><ul><li>one<ul><li>deep</li></ul></li><li>two</li></ul><table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td><td>2</td></tr></table><img src="data:image/png;base64,iVBORw0K">',
    });
    await until('the markdown is there', async () => (await page.locator(source).textContent())?.includes('| 1 | 2 |') === true);
    await paste(page, { 'text/plain': '\n\nplain', 'text/html': '<div><span style="color:red">plain</span></div>' });
    for (let letters = 0; letters < 'plain'.length; letters++) await page.keyboard.press('Shift+ArrowLeft');
    await paste(page, { 'text/plain': 'https://example.com/y' });
    expect(await savedText(page, docId)).toBe(
      '## Plan\n\nSay **hello** to [them](https://example.com/x)\n\n- one\n  - deep\n- two\n\n| a | b\\|c |\n| --- | --- |\n| 1 | 2 |\n\n[plain](https://example.com/y)',
    );
    expect(faults).toEqual([]);
  });

  it('stores a pasted picture as a file beside the document, and shows it', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
    const folder = await world.ok('create_folder', { name: 'Reports' });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const docId = await openEditor(page, 'With pictures', '', folder.id);
    for (const shown of ['![image](image.png)', '![image 2](image%202.png)']) {
      await paste(page, {}, [{ name: 'image.png', base64: png }]);
      await until(`${shown} is there`, async () => (await page.locator(source).textContent())?.includes(shown) === true);
    }
    await savedText(page, docId);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('article').locator('img').nth(1).waitFor();
    const { items } = await world.ok('browse_folder', { folderId: folder.id });
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['With pictures', 'image 2.png', 'image.png']);
    expect(faults).toEqual([]);
  });

  it('is accessible in a text that is longer than the window, with its preview too', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await openEditor(page, 'Long', 'A paragraph.\n\n'.repeat(200));
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('region', { name: 'Preview' }).getByText('A paragraph.').last().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('copies a document as markdown, and duplicates it', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const { docId } = await world.ok('create_doc', { title: 'Template', bodyMarkdown: '# One\n\n**two**\n' });
    await page.goto(world.at(`/documents/item/${docId}`));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy as markdown' }).click();
    await page.getByText('Copied as markdown.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('# One\n\n**two**\n');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Copy of Template' }).waitFor();
    await page.getByRole('article').getByText('two').waitFor();
    expect(page.url()).not.toContain(docId);
    expect(faults).toEqual([]);
  });
});
