import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { bodyOf, openSource } from './editing-walks.ts';
import type { Hand } from './hands.ts';
import { fresh, openProgram } from './program.ts';
import type { Walk } from './walk.ts';

export const outlive: Walk = {
  title: 'continues writing in a document that is deleted, and restores it; loses access to one, finds the draft, and saves it elsewhere',
  async go(world, hand, view) {
    const name = fresh('writer');
    const writer = await openProgram(world, name);
    const { docId } = await world.ok('create_doc', { title: fresh('Deleted'), bodyMarkdown: 'Begun' });
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    await openSource(world, page, hand, docId);
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' before');
    await writer.call('delete_doc', { docId });
    await page.getByRole('alert').getByText(`${name} deleted this document`).waitFor();
    await page.keyboard.type(' after');
    await hand.press(page.getByRole('button', { name: 'Restore', exact: true }));
    await page.getByRole('alert').getByText(`${name} deleted`).waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Saved as version 2').waitFor();
    assert.equal(await bodyOf(world, docId), 'Begun before after');

    const email = `${fresh('carl')}@keeping.example`;
    const title = fresh('Hidden');
    const carl = await world.join(email, 'Carl');
    const folder = await world.ok('create_folder', { name: fresh('Shared') });
    await world.ok('share_folder', { folderId: folder.id, email });
    const { docId: hidden } = await world.ok('create_doc', { title, bodyMarkdown: 'Begun', folderId: folder.id });
    await using guest = await world.visit(carl, view);
    await openSource(world, guest.page, hand, hidden);
    await guest.page.keyboard.press('ControlOrMeta+End');
    await guest.page.keyboard.type(' mine');
    await world.ok('unshare_folder', { folderId: folder.id, email });
    // The page notices it within half a minute, or immediately when the person saves.
    await guest.page.keyboard.press('ControlOrMeta+s');
    await guest.page.getByRole('alert').getByText('You no longer have access to this document.').waitFor();
    await guest.page.keyboard.type(' still');
    await hand.press(guest.page.getByRole('button', { name: 'Done', exact: true }));
    await guest.page.getByRole('heading', { name: 'Document not found' }).waitFor();
    await hand.goTo(guest.page, 'Documents');
    await hand.press(guest.page.getByRole('link', { name: /^Drafts/ }).filter({ visible: true }));
    await hand.open(guest.page, 'Drafts', new RegExp(title));
    await guest.page.locator('.cm-content').getByText('Begun mine still').waitFor();
    await hand.press(guest.page.getByRole('button', { name: 'Save as new document' }));
    await guest.page.getByRole('option', { name: 'No folder' }).waitFor();
    for (const key of ['ArrowDown', 'Enter']) await guest.page.keyboard.press(key);
    await guest.page.getByText('Saved as a new document in no folder').waitFor();
    await guest.page.getByRole('article').getByText('Begun mine still').waitFor();
    assert.deepEqual([faults, guest.faults], [[], []]);
  },
};

/** Opens the account menu: at the bottom of the side bar, or at the last button of the bottom bar. */
async function openAccountMenu(page: Page, hand: Hand, name: string): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true });
  const isNarrow = await more.isVisible();
  await hand.press(isNarrow ? more : page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name }));
}

export const signOut: Walk = {
  title: 'asks before leaving a key that was not copied, and names the drafts before signing out, which clears every tab',
  async go(world, hand, view) {
    const { docId } = await world.ok('create_doc', { title: fresh('Left'), bodyMarkdown: 'saved' });
    const dora = await world.join(`${fresh('dora')}@keeping.example`, 'Dora');
    await using visitor = await world.visit(dora, view);
    const { page, faults } = visitor;
    await page.goto(world.at('/agents/connect'));
    await hand.write(page.getByLabel('Name', { exact: true }), fresh('robot'));
    await hand.press(page.getByRole('button', { name: 'Create key' }));
    await page.locator('[data-secret]').waitFor();
    for (const key of ['g', 'h']) await page.keyboard.press(key);
    const leaving = page.getByRole('dialog', { name: 'Leave without copying the key?' });
    await hand.press(leaving.getByRole('button', { name: 'Stay' }));
    await leaving.waitFor({ state: 'detached' });
    const copy = page.getByRole('button', { name: 'Copy the key' });
    await hand.press(copy);
    await copy.getByText('Copied').waitFor();
    await hand.goTo(page, 'Home');

    await openSource(world, page, hand, docId);
    await page.keyboard.type('not ');
    await page.getByText('Unsaved changes (kept in this browser)').waitFor();
    await hand.press(page.getByRole('button', { name: 'Done', exact: true }));
    await page.getByRole('button', { name: 'Edit draft' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(world.at(`/documents/item/${docId}?edit=true`));
    await other.locator('.cm-content').getByText('not saved').waitFor();
    const dialog = page.getByRole('dialog', { name: 'Discard 1 unsaved draft?' });
    for (const verb of ['Cancel', 'Discard and sign out']) {
      await openAccountMenu(page, hand, 'Dora');
      await hand.pick(page, /Sign out/);
      await hand.press(dialog.getByRole('button', { name: verb }));
      await dialog.waitFor({ state: 'detached' });
    }
    for (const one of [page, other]) await one.getByLabel('E-mail').waitFor();
    assert.equal(await other.getByText('not saved').count(), 0);
    assert.deepEqual(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("gatehouse draft"))'), []);
    assert.deepEqual(faults, []);
  },
};
