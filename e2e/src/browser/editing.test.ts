import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { keyboard } from './hands.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe('the source of a skill', () => {
  it('is checked as it is typed, not saved as long as it is none, and brought back as it was', async () => {
    const { id } = await world.ok('write_skill', { name: 'weekly-report', description: 'Writes it.', content: '# Steps\n' });
    await using ada = await world.visit(world.owner);
    const { page } = ada;
    await page.goto(world.at(`/documents/item/${id}?edit=true`));
    await page.getByText('Agents see weekly-report: Writes it.').waitFor();
    await page.getByRole('textbox', { name: 'Source of weekly-report' }).focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.type('_');
    await page.getByText('has the name "weekly-report_"').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Your text is still here').waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Discard changes' }));
    await page.getByText('Agents see weekly-report: Writes it.').waitFor();
    await page.getByText('nothing to save').waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Done' }));
    await keyboard.press(page.getByRole('button', { name: 'As an agent sees it' }));
    await page.getByText('"content": "---\\nname: weekly-report').waitFor();
    expect(ada.faults).toEqual([]);
  });
});

const pdf = (text: string) =>
  [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj',
    `4 0 obj<</Length ${text.length + 32}>>stream\nBT /F1 24 Tf 40 100 Td (${text}) Tj ET\nendstream endobj`,
    '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    'trailer<</Root 1 0 R>>',
  ].join('\n');

const attack = '<img src=x onerror=alert(1)><script>alert(1)</script>';

describe('somebody who signs out', () => {
  it('is told first what they have not saved, and leaves nothing of it in the browser', async () => {
    const { docId } = await world.ok('create_doc', { title: 'Left', bodyMarkdown: 'saved' });
    const bob = await world.join('bob@leaving.example', 'Bob');
    await using visitor = await world.visit(bob);
    const { page, faults } = visitor;
    await page.goto(world.at(`/documents/item/${docId}?edit=true`));
    await page.getByRole('textbox', { name: 'Source of Left' }).focus();
    await page.keyboard.type('not ');
    await page.getByText('Not saved: the draft is kept').waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Done' }));
    await page.getByRole('button', { name: 'Edit draft' }).waitFor();
    const signOut = async () => {
      await page.getByRole('button', { name: 'Bob' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    await page.getByText('Signing out removes 1 draft').waitFor();
    await signOut();
    await page.getByLabel('E-mail').waitFor();
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("gatehouse draft"))')).toEqual([]);
    expect(faults).toEqual([]);
  });
});

describe('files', () => {
  it('are shown without running anything of them', async () => {
    const shown = [
      { name: 'paper.pdf', bytes: pdf('Hello from a page'), sees: 'Hello from a page' },
      { name: 'broken.pdf', bytes: '%PDF-1.4\nnothing', sees: 'This PDF cannot be shown' },
      { name: 'notes.md', bytes: `# Heading\n\n${attack}\n`, sees: 'Heading' },
      { name: 'page.html', bytes: attack, sees: attack },
      { name: 'drawing.svg', bytes: `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`, sees: 'alert(1)' },
      { name: 'broken.png', bytes: '\x89PNG\r\n\x1a\nnothing', sees: 'This browser cannot show it' },
      { name: `${attack.replaceAll('/', '')}.bin`, bytes: '\0\x01', sees: 'Files of this kind are not shown' },
    ];
    await using ada = await world.visit(world.owner);
    const { page } = ada;
    page.on('dialog', (dialog) => ada.faults.push(`dialog: ${dialog.message()}`));
    for (const { name, bytes, sees } of shown) {
      const { id } = await world.ok('write_file', { name, contentBase64: Buffer.from(bytes, 'latin1').toString('base64') });
      await page.goto(world.at(`/documents/item/${id}`));
      await page.getByRole('region', { name: 'Content' }).getByText(sees).first().waitFor({ state: 'attached' });
      await ada.settle();
    }
    expect(ada.faults).toEqual([]);
  });
});
