import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword } from '../console/browser.ts';
import { type ConsoleWorld, openConsoleWorld, ownerEmail } from './console-world.ts';
import { keyboard } from './hands.ts';
import type { Visit } from './open-browser.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** An agent that calls over HTTP. */
async function openAgent(name: string) {
  const { key } = await world.ok('create_key', { agentId: (await world.ok('create_agent', { name })).id, access: 'write' });
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  return async (tool: string, input: object): Promise<number> =>
    (await fetch(`${world.gateway.url}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) })).status;
}

async function openSource({ page }: Visit, docId: string): Promise<void> {
  await page.goto(world.at(`/documents/item/${docId}`));
  await page.getByRole('article').waitFor();
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: /^Source of/ }).waitFor();
}

/** Until what is typed is saved: others may be faster. */
async function saveAll({ page }: Visit): Promise<void> {
  const state = page.getByRole('status').filter({ hasText: /nothing to save/ });
  await expect
    .poll(async () => {
      await page.keyboard.press('ControlOrMeta+s');
      return await state.isVisible();
    })
    .toBe(true);
}

async function bodyOf(docId: string): Promise<string> {
  return (await world.ok('read_item', { itemId: docId })).text;
}

describe('editing a document', () => {
  it('keeps all that two people and two agents write at the same time', async () => {
    const body = ['# Plan', '', 'Ada:', '', 'Bob:', '', 'First:', '', 'Second:', ''].join('\r\n');
    const { docId } = await world.ok('create_doc', { title: 'Shared', bodyMarkdown: body });
    const bob = await world.join('bob@example.com', 'Bob');
    await using ada = await world.visit(world.owner);
    await using other = await world.visit(bob);
    const agents = [await openAgent('first'), await openAgent('second')] as const;
    await Promise.all([openSource(ada, docId), openSource(other, docId)]);
    const type = async ({ page }: Visit, line: string, words: string[]) => {
      await page.getByText(line, { exact: true }).first().click();
      await page.keyboard.press('End');
      for (const word of words) {
        await page.keyboard.type(` ${word}`);
        await page.keyboard.press('ControlOrMeta+s');
      }
    };
    const write = async (call: (typeof agents)[0], line: string, words: string[]) => {
      for (const word of words) expect(await call('edit_doc', { docId, oldText: line, newText: `${line} ${word}` })).toBe(200);
    };
    const words = (name: string) => Array.from({ length: 6 }, (_, index) => `${name}${index}`);
    await Promise.all([
      type(ada, 'Ada:', words('ada')),
      type(other, 'Bob:', words('bob')),
      write(agents[0], 'First:', words('first')),
      write(agents[1], 'Second:', words('second')),
    ]);
    await saveAll(ada);
    await saveAll(other);
    const text = await bodyOf(docId);
    expect(text).toBe(
      [
        '# Plan',
        '',
        `Ada: ${words('ada').join(' ')}`,
        '',
        `Bob: ${words('bob').join(' ')}`,
        '',
        `First: ${words('first').toReversed().join(' ')}`,
        '',
        `Second: ${words('second').toReversed().join(' ')}`,
        '',
      ].join('\r\n'),
    );
    // Both pages come to have it, without another word.
    for (const { page } of [ada, other]) await page.locator('.cm-content').getByText('bob5').waitFor();
    expect([ada.faults, other.faults]).toEqual([[], []]);
  });

  it('shows both changes of one place, and keeps what is not chosen yet over a closed tab and a session that ended', async () => {
    const { docId } = await world.ok('create_doc', { title: 'Fox', bodyMarkdown: 'The quick fox\n' });
    await using ada = await world.visit(world.owner);
    const { page } = ada;
    await openSource(ada, docId);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(' sleeps');
    await world.ok('update_doc', { docId, bodyMarkdown: 'The quick fox runs\n', changeSummary: 'runs' });
    await page.getByRole('button', { name: 'Take theirs' }).waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    expect(await bodyOf(docId)).toBe('The quick fox runs\n');

    await page.context().clearCookies();
    await page.reload();
    await keyboard.write(page.getByLabel('E-mail'), ownerEmail);
    await keyboard.write(page.getByRole('textbox', { name: 'Password' }), goodPassword);
    await keyboard.press(page.getByRole('button', { name: 'Sign in' }));
    await page.getByRole('textbox', { name: 'Source of Fox' }).getByText('The quick fox sleeps').waitFor();
    await page.getByText(/Your draft .* is back/).waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Keep both' }));
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Saved as version 3').waitFor();
    expect(await bodyOf(docId)).toBe('The quick fox sleeps\nThe quick fox runs\n');
    await keyboard.press(page.getByRole('button', { name: 'Done' }));
    await page.getByRole('article').getByText('The quick fox sleeps').waitFor();
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("gatehouse draft"))')).toEqual([]);
    expect(ada.faults).toEqual([]);
  });

  it('goes back to what is saved, and says of a skill as it is typed what agents would see', async () => {
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

describe('files', () => {
  it('are uploaded twenty at once, and one whose line failed is sent again', async () => {
    const folder = await world.ok('create_folder', { name: 'Uploads' });
    await using ada = await world.visit(world.owner);
    const { page } = ada;
    await page.goto(world.at(`/documents/folder/${folder.id}`));
    await page.getByText('Nothing here yet').waitFor();
    let failures = 1;
    await page.route('**/tools/write_file', async (route) => {
      if (failures > 0 && route.request().postDataJSON().name === 'file 7.txt') {
        failures--;
        await route.abort('connectionreset');
      } else await route.continue();
    });
    const files = Array.from({ length: 20 }, (_, index) => ({
      name: `file ${index}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(`${index}\n`.repeat(10_000)),
    }));
    await keyboard.press(page.getByRole('button', { name: 'New', exact: true }));
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.pick(page, /Upload files/)]);
    await chooser.setFiles(files);
    await page.getByText('19 of 20 done, 1 failed').waitFor();
    await page.getByRole('alert').getByText('does not answer').waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Retry file 7.txt' }));
    await page.getByText('20 of 20 done').waitFor();
    const { items } = await world.ok('browse_folder', { folderId: folder.id });
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(files.map(({ name }) => name).sort());
    await keyboard.press(page.getByRole('button', { name: 'Clear done' }));

    const data = await page.evaluateHandle<unknown>(
      `(() => { const data = new DataTransfer(); for (const name of ['file 7.txt', 'dropped.txt']) data.items.add(new File(['x'], name)); return data; })()`,
    );
    await page.getByRole('grid', { name: 'Contents' }).dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('There is a file or skill of this name here already').waitFor();
    await page.getByText('1 of 2 done, 1 failed').waitFor();
    await keyboard.press(page.getByRole('button', { name: 'Cancel file 7.txt' }));
    await page.getByText('1 of 1 done').waitFor();
    // The browser notes the line that was cut.
    expect(ada.faults.filter((fault) => !fault.includes('ERR_CONNECTION_RESET'))).toEqual([]);
  });

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
