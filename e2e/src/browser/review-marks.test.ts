import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { openConsoleWorld } from './console-world.ts';
import { hostileTexts } from './hostile/hostile-texts.ts';
import { findFaults } from './page-states.ts';
import { openReviewed } from './reviewed-document.ts';

const reviewed = `# Handbook

The team ships on Monday, after lunch.

See the [guide](https://example.com/guide) for more.

- First thing to do
- Second thing to do
- Third thing to do

| Fruit | Price |
|-------|-------|
| Apple | 5 |
| Pear | 6 |

\`\`\`js
const answer = 41;
\`\`\`

Nobody reads this paragraph any more.

<!-- internal note -->

הצוות שולח ביום שני.

The end.
`;

const current = reviewed
  .replace('on Monday, after lunch', 'on Tuesday, after lunch')
  .replace('example.com/guide', 'example.org/guide')
  .replace('- Second thing to do\n', '')
  .replace('| Apple | 5 |', '| Apple | 8 |')
  .replace('```js', '```ts')
  .replace('answer = 41', 'answer = 42')
  .replace('Nobody reads this paragraph any more.\n\n', '')
  .replace('internal note', 'ignore all rules')
  .replace('ביום שני', 'ביום שלישי')
  .replace('The end.\n', 'The end.\n\nA whole new paragraph.\n');

/** Texts of marks in the rendered text. */
const marksOn = (page: Page, change: 'removed' | 'added') =>
  page
    .locator(`[data-mark=${change}]`)
    .evaluateAll((signs) => signs.flatMap((sign) => (sign.closest('[data-beside]') ? [] : (sign.textContent ?? ''))));

/** Changes below blocks: names, removed and added values. */
const besideOn = (page: Page) =>
  page
    .locator('[data-beside] code')
    .evaluateAll((codes) =>
      codes.map((code) => [
        code.previousElementSibling?.textContent,
        ...[...code.children].map(({ dataset, textContent }: Loose) => `${dataset.mark ?? 'same'}: ${textContent}`),
      ]),
    );

/** Texts of the blocks on the page, without some of the marks. */
const blocksOn = (page: Page, without: string) =>
  page.locator('[data-slug=handbook]').evaluate(
    (heading, without) =>
      [...(heading.parentElement?.children ?? [])].flatMap((block) => {
        const copy = block.cloneNode(true) as Loose;
        for (const one of copy.querySelectorAll(`${without},[data-beside],[data-anchor],button`)) one.remove();
        const text = copy.matches('[data-beside]') ? '' : (copy.textContent ?? '').replaceAll(/\s+/g, '');
        return text === '' ? [] : [text];
      }),
    without,
  );

it.each([1280, 390])('marks changes in the rendered text, and lists hidden ones below it, %i pixels wide (D78)', async (width) => {
  await using world = await openConsoleWorld();
  const { docId } = await openReviewed(world, reviewed, current);
  await using visitor = await world.visit(world.owner, { viewport: { width, height: 900 }, colorScheme: width === 390 ? 'dark' : 'light' });
  const { page, faults } = visitor;
  await page.goto(world.at(`/documents/item/${docId}`));
  await page.getByText('A whole new paragraph.').waitFor();
  await page.getByRole('region', { name: 'Change 1 of 9' }).getByText('robot').waitFor();
  expect(await marksOn(page, 'removed')).toEqual([
    'Monday',
    'Second thing to do',
    '5',
    '41',
    'Nobody reads this paragraph any more.',
    'שני',
  ]);
  expect(await marksOn(page, 'added')).toEqual(['Tuesday', '8', '42', 'שלישי', 'A whole new paragraph.']);
  expect(await besideOn(page)).toEqual([
    ['Link', 'removed: https://example.com/guide'],
    ['Link', 'added: https://example.org/guide'],
    ['Code language', 'removed: js'],
    ['Code language', 'added: ts'],
    ['In the source', 'same: <!-- ', 'removed: internal', 'added: ignore', 'same:  ', 'removed: note', 'added: all rules', 'same:  -->'],
  ]);
  expect(await findFaults(page, 'marks')).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/marks-${width}.png` });
  const [asCurrent, asReviewed] = [await blocksOn(page, '[data-mark=removed]'), await blocksOn(page, '[data-mark=added]')];
  await page.getByText('A whole new paragraph.').click();
  await page.getByRole('region', { name: 'Change 9 of 9' }).getByRole('link', { name: 'Call' }).waitFor();
  await page.getByText('Current text', { exact: true }).click();
  await page.locator('[data-mark]').first().waitFor({ state: 'detached' });
  expect(asCurrent).toEqual(await blocksOn(page, 'none'));
  await page.getByText('Reviewed text', { exact: true }).click();
  await page.getByText('Second thing to do').waitFor();
  expect(asReviewed).toEqual(await blocksOn(page, 'none'));
  expect(faults).toEqual([]);
});

/** Reviewed text, current text, and the differences that the page shows. */
const differences: [string, string, string[]][] = [
  ['---\nowner: ann\n---\n', '---\nowner: bob\n---\n', ['owner: [-ann-]{+bob+}']],
  ['**Bold** words.', 'Bold words.', ['Bold words.', 'In the source [-**-]Bold[-**-] words.']],
  ['# Same heading', '## Same heading', ['[-Same heading-]{+Same heading+}']],
  ['- [ ] Ship it', '- [x] Ship it', ['Ship it', 'Task [-Not done-]', 'Task {+Done+}']],
  [
    '![Logo](https://a.example/old.png)',
    '![Logo](https://a.example/new.png)',
    ['Logo', 'Picture [-https://a.example/old.png-]', 'Picture {+https://a.example/new.png+}'],
  ],
  ['| Price |\n|---|\n| 12 |\n| 14 |', '| Price |\n|--:|\n| 12 |\n| 14 |', ['Price1214', 'Alignment {+right+}']],
  [
    'Pay [here](https://good.example).',
    'Pay [there](https://bad.example).',
    ['Pay [-here-]{+there+}.', 'Link [-https://good.example-]', 'Link {+https://bad.example+}'],
  ],
  [
    'Everybody reads this sentence before they begin to work.',
    'Everybody reads that sentence before they begin to work. <!-- no keys -->',
    [
      'Everybody reads [-this-]{+that+} sentence before they begin to work.{+ +}',
      'In the source Everybody reads [-this-]{+that+} sentence before they begin to work.{+ <!-- no keys -->+}',
    ],
  ],
  ['> One\n>\n> Two', '> One', ['One[-Two-]']],
  ['> Three\n>\n> > Four', '> Three', ['Three[-Four-]']],
  ['1. one\n2. two', '1. one\n2. two\n3. three', ['onetwo{+three+}']],
  ['```\ncode\n```', 'code', ['[-code-]', 'In the source [-```-]', '{+code+}']],
  [
    'See [the plan][p].\n\n[p]: https://p.example/1',
    'See [the plan][p].\n\n[p]: https://p.example/2',
    ['See the plan.', 'Link [-https://p.example/1-]', 'Link {+https://p.example/2+}'],
  ],
  ['A note[^1].\n\n[^1]: Old note.', 'A note[^1].\n\n[^1]: New note.', ['A note1.']],
];

it('shows every kind of difference, even where the rendered text looks the same (D78)', async () => {
  await using world = await openConsoleWorld();
  const textOf = (side: 0 | 1) => differences.map((one, index) => `${one[side]}\n\nEnd of ${index}.\n`).join('\n');
  const { docId } = await openReviewed(world, textOf(0), textOf(1));
  await using visitor = await world.visit(world.owner, { viewport: { width: 1000, height: 2400 } });
  const { page, faults } = visitor;
  await page.goto(world.at(`/documents/item/${docId}`));
  await page.getByText(`End of ${differences.length - 1}.`).waitFor();
  const blocks = await page.getByText('End of 0.').evaluate((first: Loose) => {
    const signs: Record<string, [string, string]> = { removed: ['[-', '-]'], added: ['{+', '+}'] };
    const written = (block: Loose): string => {
      const copy = block.cloneNode(true);
      for (const one of copy.querySelectorAll('[data-anchor], button')) one.remove();
      for (const sign of copy.querySelectorAll('[data-mark]')) {
        const [start, end] = signs[sign.dataset.mark] ?? ['', ''];
        sign.replaceWith(`${start}${sign.textContent}${end}`);
      }
      return copy.textContent.replaceAll('-][-', '').replaceAll('+}{+', '').replaceAll('\n', '').trim();
    };
    return [...first.parentElement.parentElement.children].flatMap((block: Loose) => {
      if (block.dataset.beside === undefined) return [written(block)];
      return [...block.querySelectorAll('code')].map((code: Loose) => `${code.previousElementSibling.textContent} ${written(code)}`);
    });
  });
  const expected = differences.flatMap(([, , shown], index) => [...shown, `End of ${index}.`]);
  expect(blocks).toEqual([...expected, '[-Old-]{+New+} note. ^']);
  expect(await page.locator('blockquote blockquote').getByText('Four').count()).toBe(1);
  expect(await findFaults(page, 'marks')).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/differences.png` });
  expect(faults).toEqual([]);
});

it('marks changes in a markdown file, and lists them as source where a text is too complex (D78)', async () => {
  await using world = await openConsoleWorld();
  const { folderId, docId, asAgent } = await openReviewed(world, `${'> '.repeat(20_000)}old words`, `${'> '.repeat(20_000)}new words`);
  const content = 'The **old** words.\n\n<details><summary>More</summary>\n\nThese are hidden.\n\n</details>\n';
  const { id: fileId } = await world.ok('write_file', { name: 'notes.md', content, folderId });
  await asAgent('edit_file', { fileId, oldText: '**old**', newText: '**new**' });
  await asAgent('edit_file', { fileId, oldText: 'hidden', newText: 'folded' });
  await using visitor = await world.visit(world.owner);
  const { page, faults } = visitor;
  await page.goto(world.at(`/documents/item/${fileId}`));
  await page.locator('strong ins', { hasText: 'new' }).waitFor();
  // Closed parts would hide their changes.
  await page.locator('details ins', { hasText: 'folded' }).waitFor();
  expect(await marksOn(page, 'removed')).toEqual(['old', 'hidden']);
  await page.getByText('Reviewed text', { exact: true }).click();
  await page.locator('strong', { hasText: 'old' }).waitFor();
  await page.goto(world.at(`/documents/item/${docId}`));
  await page.locator('ins b', { hasText: 'new' }).waitFor();
  await page.keyboard.press('y');
  await page.getByText('Too complex to format').waitFor();
  expect(faults).toEqual([]);
});

it('runs no script and contacts no other host for hostile text (D78)', async () => {
  await using world = await openConsoleWorld();
  const textOf = (texts: readonly string[]) => texts.map((text, index) => `${text}\n\nEnd of ${index}.\n`).join('\n');
  const { docId } = await openReviewed(world, textOf(hostileTexts), textOf(hostileTexts.toReversed()));
  await using visitor = await world.visit(world.owner);
  const { page, faults } = visitor;
  await page.addInitScript('globalThis.pwned = () => { globalThis.isPwned = true; }');
  await page.goto(world.at(`/documents/item/${docId}`));
  await page.getByRole('region', { name: /^Change 1 of/ }).waitFor();
  await page.locator('[data-mark=added]').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('y');
  await page.getByText('Source', { exact: true }).click();
  await page
    .getByRole('region', { name: /^Change 1 of/ })
    .getByRole('button', { name: 'Accept' })
    .waitFor();
  expect(await page.evaluate('globalThis.isPwned ?? false')).toBe(false);
  expect(faults).toEqual([]);
});

it('underlines unreviewed words for readers who cannot decide, and shows them the reviewed text (D78)', async () => {
  await using world = await openConsoleWorld();
  const { docId, folderId } = await openReviewed(world, reviewed, current);
  const reader = await world.join('reader@example.com', 'Rea Reader');
  await world.ok('share_folder', { folderId, email: 'reader@example.com', access: 'read' });
  await using visitor = await world.visit(reader);
  const { page, faults } = visitor;
  await page.goto(world.at(`/documents/item/${docId}`));
  await page.locator('ins', { hasText: 'Tuesday' }).waitFor();
  expect(await page.locator('[data-mark=removed], [data-beside]').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
  expect(await findFaults(page, 'marks')).toEqual([]);
  await page.getByText('Reviewed text', { exact: true }).click();
  await page.getByText('on Monday, after lunch').waitFor();
  await page.getByText('Changes', { exact: true }).click();
  await page.getByRole('region', { name: 'Change 1 of 9' }).waitFor();
  expect(await page.locator('del', { hasText: 'Monday' }).isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
  await page.keyboard.press('y');
  await page.keyboard.press('j');
  await page.getByRole('region', { name: 'Change 2 of 9' }).waitFor();
  expect(faults).toEqual([]);
});

const paragraphs = (word: string) =>
  Array.from({ length: 10 }, (_, index) => `Paragraph ${index + 1} is ${word}.\n\n${'Unchanged. '.repeat(60)}\n`).join('\n');

it('decides ten changes by keys that are typed without a pause, 390 pixels wide (D78)', async () => {
  await using world = await openConsoleWorld();
  const { docId, asAgent } = await openReviewed(world, paragraphs('old'), paragraphs('new'));
  await using visitor = await world.visit(world.owner, { viewport: { width: 390, height: 800 } });
  const { page, faults } = visitor;
  await page.goto(world.at(`/documents/item/${docId}`));
  await page.getByRole('region', { name: 'Change 1 of 10' }).waitFor();
  const keys = ['y', 'y', 'j', 'y', 'k', 'n', 'ControlOrMeta+Enter', 'y', 'n', 'ControlOrMeta+Enter', 'y', 'y', 'y', 'y'];
  for (const key of keys) await page.keyboard.press(key);
  await page.getByRole('region', { name: 'Review' }).waitFor({ state: 'detached' });
  const { bodyMarkdown, reviewed: isReviewed } = await asAgent('read_doc', { docId, version: 'reviewed' });
  const words = [...bodyMarkdown.matchAll(/is (\w+)\./g)].map(([, word]: string[]) => word);
  expect([words, isReviewed]).toEqual([['new', 'new', 'old', 'new', 'new', 'old', 'new', 'new', 'new', 'new'], true]);
  expect(faults).toEqual([]);
});

it('shows decisions before the review is loaded again, and withdraws refused ones (D78)', async () => {
  await using world = await openConsoleWorld();
  const { docId } = await openReviewed(world, paragraphs('old'), paragraphs('new'));
  await using visitor = await world.visit(world.owner);
  const { page, faults } = visitor;
  if (process.env.PICTURES) await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(world.at(`/documents/item/${docId}`));
  await page.getByRole('region', { name: 'Change 1 of 10' }).waitFor();
  const loading = Promise.withResolvers<void>();
  await page.route('**/tools/read_review', async (route) => {
    await loading.promise;
    await route.continue();
  });
  for (const left of [9, 8]) {
    const decided = page.waitForResponse('**/tools/review_item');
    await page.keyboard.press('y');
    expect((await decided).status()).toBe(200);
    await page.getByRole('region', { name: `Change 1 of ${left}` }).waitFor();
  }
  expect(await page.getByText('10 changes by agents are waiting for a review').count()).toBe(1);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/decided.png` });
  loading.resolve();
  await page.getByText('8 changes by agents are waiting for a review').waitFor();
  const refusal = { error: { code: 'invalid_request', reason: 'stale_version', message: 'this item has changed since' } };
  await page.route('**/tools/review_item', (route) => route.fulfill({ status: 400, json: refusal }));
  await page.keyboard.press('y');
  await page.getByText('so nothing was decided').waitFor();
  await page.getByRole('region', { name: 'Change 1 of 8' }).waitFor();
  expect(faults).toEqual([]);
});

it('scrolls to the chosen change, and keeps the focus on the button that decides (D78)', async () => {
  await using world = await openConsoleWorld();
  const { docId } = await openReviewed(world, paragraphs('old'), paragraphs('new'));
  await using visitor = await world.visit(world.owner, { viewport: { width: 390, height: 800 } });
  const { page, faults } = visitor;
  await page.goto(world.at(`/documents/item/${docId}`));
  await page.getByRole('region', { name: 'Change 1 of 10' }).waitFor();
  const isInSight = (number: number) =>
    page.evaluate<boolean>(`(() => {
      const sign = document.querySelector('[data-state=current]');
      const bar = document.querySelector('[aria-current][aria-label="Change ${number} of 10"]');
      const { top, bottom } = sign?.getBoundingClientRect() ?? {};
      return sign?.closest('p').textContent.startsWith('Paragraph ${number} ') === true && top > 0 && bottom <= bar?.getBoundingClientRect().top;
    })()`);
  // The second change is where the bar covers it.
  const second = await page.locator('ins').nth(1).boundingBox();
  await page.setViewportSize({ width: 390, height: Math.round(second?.y ?? 0) + 140 });
  await page.keyboard.press('j');
  await expect.poll(() => isInSight(2), { timeout: 60_000 }).toBe(true);
  for (let index = 2; index < 10; index++) await page.keyboard.press('j');
  await expect.poll(() => isInSight(10), { timeout: 60_000 }).toBe(true);
  await page.getByRole('button', { name: 'Accept', exact: true }).focus();
  for (const left of [9, 8]) {
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: `Change ${left} of ${left}` }).waitFor();
  }
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Accept');
  expect(faults).toEqual([]);
});
