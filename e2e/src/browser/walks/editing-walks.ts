import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { goodPassword } from '../../console/browser.ts';
import { until } from '../../kit/until.ts';
import { type ConsoleWorld, ownerEmail } from '../console-world.ts';
import type { Hand } from './hands.ts';
import { fresh, openProgram } from './program.ts';
import type { Walk } from './walk.ts';

export const bodyOf = async (world: ConsoleWorld, itemId: string): Promise<string> => (await world.ok('read_item', { itemId })).text;

/** Opens the source of a document from its reading view. */
export async function openSource(world: ConsoleWorld, page: Page, hand: Hand, docId: string): Promise<void> {
  await page.goto(world.at(`/documents/item/${docId}`));
  await page.getByRole('article').waitFor();
  await hand.press(page.getByRole('button', { name: 'Edit' }));
  await page.getByRole('textbox', { name: /^Source of/ }).waitFor();
}

const words = (name: string): string[] => Array.from({ length: 6 }, (_, index) => `${name}${index}`);

export const editTogether: Walk = {
  title: 'edits a document at the same time as somebody else and two agents: nothing of it is lost',
  async go(world, hand, view) {
    const lines = ['# Plan', '', 'Ada:', '', 'Bob:', '', 'First:', '', 'Second:', ''];
    const { docId } = await world.ok('create_doc', { title: fresh('Shared'), bodyMarkdown: lines.join('\r\n') });
    const bob = await world.join(`${fresh('bob')}@editing.example`, 'Bob');
    const agents = [await openProgram(world, fresh('first')), await openProgram(world, fresh('second'))] as const;
    await using ada = await world.visit(world.owner, view);
    await using other = await world.visit(bob, view);
    await Promise.all([ada, other].map(({ page }) => openSource(world, page, hand, docId)));
    const type = async ({ page }: typeof ada, line: string, added: string[]) => {
      await page.getByText(line, { exact: true }).first().click();
      await page.keyboard.press('End');
      for (const word of added) {
        await page.keyboard.type(` ${word}`);
        await page.keyboard.press('ControlOrMeta+s');
      }
    };
    const write = async ({ call }: (typeof agents)[0], line: string, added: string[]) => {
      for (const word of added) {
        const { status } = await call('edit_doc', { docId, oldText: line, newText: `${line} ${word}` });
        assert.equal(status, 200);
      }
    };
    await Promise.all([
      type(ada, 'Ada:', words('ada')),
      type(other, 'Bob:', words('bob')),
      write(agents[0], 'First:', words('first')),
      write(agents[1], 'Second:', words('second')),
    ]);
    for (const { page } of [ada, other]) {
      // Others may save first: their version is merged, and saving is tried again.
      await until('there is nothing to save', async () => {
        await page.keyboard.press('ControlOrMeta+s');
        return await page.getByText('All changes saved').isVisible();
      });
    }
    const added: Record<string, string[]> = {
      'Ada:': words('ada'),
      'Bob:': words('bob'),
      'First:': words('first').toReversed(),
      'Second:': words('second').toReversed(),
    };
    const end = lines.map((line) => [line, ...(added[line] ?? [])].join(' ')).join('\r\n');
    assert.equal(await bodyOf(world, docId), end);
    for (const { page } of [ada, other]) await page.locator('.cm-content').getByText('bob5').waitFor();
    assert.deepEqual([ada.faults, other.faults], [[], []]);
  },
};

export const chooseLater: Walk = {
  title: 'is shown what others made of the same words, closes the tab, loses the session, and chooses then: what was typed is still there',
  async go(world, hand, view) {
    const { docId } = await world.ok('create_doc', { title: fresh('Fox'), bodyMarkdown: 'The quick fox\n' });
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    await openSource(world, page, hand, docId);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(' sleeps');
    const name = fresh('writer');
    await (await openProgram(world, name)).call('update_doc', { docId, bodyMarkdown: 'The quick fox runs\n', changeSummary: 'runs' });
    await page.getByRole('button', { name: 'Use theirs' }).waitFor();
    await page.getByText(`${name} changed this passage to:`).waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    assert.equal(await bodyOf(world, docId), 'The quick fox runs\n');

    await page.context().clearCookies();
    await page.reload();
    await hand.write(page.getByLabel('E-mail'), ownerEmail);
    await hand.write(page.getByRole('textbox', { name: 'Password' }), goodPassword);
    await hand.press(page.getByRole('button', { name: 'Sign in' }));
    await page.locator('.cm-content').getByText('The quick fox sleeps').waitFor();
    await page.getByText(/We restored your draft from/).waitFor();
    await hand.press(page.getByRole('button', { name: 'Keep both' }));
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Saved as version 3').waitFor();
    assert.equal(await bodyOf(world, docId), 'The quick fox sleeps\nThe quick fox runs\n');
    await hand.press(page.getByRole('button', { name: 'Done' }));
    await page.getByRole('article').getByText('The quick fox sleeps').waitFor();
    assert.deepEqual(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("gatehouse draft"))'), []);
    assert.deepEqual(faults, []);
  },
};

export const sendFiles: Walk = {
  title: 'uploads twenty files, sends the one again whose line failed, drops two more, of which one is there already, and tags one',
  async go(world, hand, view) {
    const folder = await world.ok('create_folder', { name: fresh('Uploads') });
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
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
    await hand.press(page.getByRole('button', { name: 'New', exact: true }));
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), hand.pick(page, /Upload files/)]);
    await chooser.setFiles(files);
    await page.getByText('19 of 20 done, 1 failed').waitFor();
    await page.getByRole('alert').getByText("Can't reach Gatehouse").waitFor();
    await hand.press(page.getByRole('button', { name: 'Retry file 7.txt' }));
    await page.getByText('20 of 20 done').waitFor();
    const { items } = await world.ok('browse_folder', { folderId: folder.id });
    assert.deepEqual(items.map(({ name }: { name: string }) => name).toSorted(), files.map(({ name }) => name).toSorted());
    await hand.press(page.getByRole('button', { name: 'Clear finished' }));

    const data = await page.evaluateHandle<unknown>(
      `(() => { const data = new DataTransfer(); for (const name of ['file 7.txt', 'dropped.txt']) data.items.add(new File(['x'], name)); return data; })()`,
    );
    await page.getByRole('grid', { name: 'Contents' }).dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('A file or skill with this name already exists here').waitFor();
    await page.getByText('1 of 2 done, 1 failed').waitFor();
    await hand.press(page.getByRole('button', { name: 'Cancel file 7.txt' }));
    await page.getByText('1 of 1 done').waitFor();
    // The list is on every page.
    await hand.goTo(page, 'Tasks');
    await page.getByRole('region', { name: 'Uploads' }).getByText('1 of 1 done').waitFor();

    await hand.press(page.getByRole('region', { name: 'Uploads' }).getByRole('link', { name: 'dropped.txt' }));
    await hand.press(page.getByRole('button', { name: 'Edit tags' }));
    await hand.write(page.getByLabel('Tags, separated by commas'), 'brand, draft');
    await page.keyboard.press('Enter');
    await page.getByText('Tags saved').waitFor();
    const [version] = await Promise.all([
      page.waitForEvent('filechooser'),
      hand.press(page.getByRole('button', { name: 'Upload new version' })),
    ]);
    await version.setFiles([{ name: 'elsewhere.txt', mimeType: 'text/plain', buffer: Buffer.from('another text') }]);
    await page.getByRole('region', { name: 'Content' }).getByText('another text').waitFor();
    const { results } = await world.ok('search', { query: 'dropped', type: 'file' });
    const found = await world.ok('read_item', { itemId: results.at(0).id });
    assert.deepEqual([found.name, found.tags, found.versionCount], ['dropped.txt', ['brand', 'draft'], 2]);
    // The browser notes the line that was cut.
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('ERR_CONNECTION_RESET')),
      [],
    );
  },
};
