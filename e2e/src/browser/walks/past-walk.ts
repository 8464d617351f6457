import assert from 'node:assert/strict';
import { fresh, openProgram } from './program.ts';
import type { Walk } from './walk.ts';

/** Actions that change the shown item. The past must offer none. */
const verbs = /^(Edit|Edit draft|New|Share|Rename|Upload|Restore|Delete)/;

/** D67.5 */
export const lookBack: Walk = {
  title: 'views earlier states of a document and a folder from their histories, opens a former content, and returns to the present',
  async go(world, hand, view) {
    const name = fresh('Plans');
    const { id: folderId } = await world.ok('create_folder', { name });
    const writer = await openProgram(world, fresh('writer'));
    await world.ok('share_folder', { folderId, organization: true });
    const title = fresh('Plan');
    const { docId } = await world.ok('create_doc', { title, bodyMarkdown: 'We ship on Monday.', folderId });
    await world.ok('rename_folder', { folderId, name: `${name} two` });
    await writer.call('edit_doc', { docId, oldText: 'Monday', newText: 'Friday' });
    await writer.call('move_item', { docId, name: `${title} two`, outOfFolders: true });
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    const heading = (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true });
    const back = page.getByRole('button', { name: 'Back to now' });

    await page.goto(world.at(`/documents/item/${docId}`));
    await page.getByText('We ship on Friday.').waitFor();
    await page.keyboard.press('h');
    const rows = page.getByRole('complementary').getByRole('listitem');
    await hand.press(rows.filter({ hasText: /1 · created/ }).getByRole('link', { name: /^View as it was on/ }));
    await page.getByText(/^This document as of .+ at \d\d:\d\d$/).waitFor();
    await page.getByText('We ship on Monday.').waitFor();
    await heading(title).waitFor();
    // An earlier version is read-only, and shortcuts do not change it either.
    assert.equal(await page.getByRole('main').getByRole('button', { name: verbs }).count(), 0);
    for (const key of ['e', 'r']) await page.keyboard.press(key);
    assert.equal(await page.getByRole('textbox').count(), 0);
    await hand.press(back);
    await page.getByText('We ship on Friday.').waitFor();
    await heading(`${title} two`).waitFor();

    // The field begins a day ago, before the organization was made.
    await page.keyboard.press('p');
    await page.getByLabel('View as of').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Before the history began').waitFor();
    await page.keyboard.press('p');
    await page.getByLabel('View as of').waitFor();
    await page.keyboard.press('Escape');
    await hand.press(back);
    await page.getByText('We ship on Friday.').waitFor();

    await page.goto(world.at(`/documents/folder/${folderId}`));
    await page.getByText('Nothing here yet').waitFor();
    await page.keyboard.press('h');
    await hand.press(rows.filter({ hasText: `${name} two` }).getByRole('link', { name: /^View as it was on/ }));
    await page.getByText(/^This folder as of/).waitFor();
    await heading(`${name} two`).waitFor();
    assert.equal(await page.getByRole('main').getByRole('button', { name: verbs }).count(), 0);
    await hand.open(page, 'Contents', new RegExp(title));
    await page.getByText(/^This document as of/).waitFor();
    await page.getByText('We ship on Monday.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('We ship on Friday.').waitFor();
    assert.deepEqual(faults, []);
  },
};
