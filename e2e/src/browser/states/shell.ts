import type { Page } from 'playwright-core';
import { typeInto } from '../walks/hands.ts';
import type { State } from './state.ts';

export const shellStates: State[] = [
  { name: 'home', path: '/home', open: (page) => page.getByRole('heading', { level: 2 }).first().waitFor() },
  {
    name: 'the inbox',
    path: '/inbox',
    open: (page) =>
      page
        .getByText('Nothing unread')
        .or(page.getByRole('grid', { name: 'Inbox' }))
        .waitFor(),
  },
  {
    name: 'the search, with what stands in a text',
    path: '/agents',
    async open(page) {
      await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
      await page.keyboard.press('Control+k');
      await typeInto(page.getByRole('combobox'), 'quarter');
      await page
        .getByRole('option', { name: /Document/ })
        .first()
        .hover();
      // Narrow screens have no room for it.
      await page.locator('mark').first().waitFor({ state: 'attached' });
    },
  },
  {
    name: 'the page of the search',
    path: '/search?q=quarter',
    open: (page) =>
      page
        .getByRole('row', { name: /Document/ })
        .first()
        .waitFor(),
  },
  { name: 'nothing found', path: '/search?q=xyzzy+plugh', open: (page) => page.getByText('No results').waitFor() },
  {
    name: 'the keys',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).waitFor();
      await page.keyboard.press('?');
    },
  },
  {
    name: 'what belongs to the account',
    path: '/home',
    atNight: true,
    async open(page) {
      await openAccountMenu(page);
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    },
  },
  {
    name: 'the search without words',
    path: '/agents',
    atNight: true,
    async open(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
    },
  },
  {
    name: 'a page that could not be loaded',
    path: '/home',
    atNight: true,
    async open(page, meeting) {
      await page.route('**/tools/list_agents', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.goto(meeting.at('/agents'));
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  {
    name: 'a page whose code is gone since an upgrade',
    path: '/home',
    atNight: true,
    async open(page, meeting) {
      await page.route(/people-page.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
      await page.goto(meeting.at('/people'));
      await page.getByRole('heading', { name: 'There is a new version of Gatehouse' }).waitFor();
    },
  },
  {
    name: 'a notice of what was refused',
    path: '/documents',
    atNight: true,
    async open(page) {
      await page.getByRole('row', { name: /Goals/ }).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Move to trash', exact: true }).click();
      await page.getByRole('status').getByText("You can't change this.").waitFor();
    },
  },
  {
    name: 'a notice of what can be undone',
    path: '/documents',
    atNight: true,
    async open(page, meeting) {
      const { docId } = await meeting.call('create_doc', { title: `Undone ${Date.now()}`, bodyMarkdown: 'x' });
      await page.goto(meeting.at(`/documents/item/${docId}`));
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Make agent memory' }).click();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
];

/** Opens the account menu: at the bottom of the side bar, or at the last button of the bottom bar. */
export async function openAccountMenu(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
  else await page.getByRole('navigation', { name: 'Workspace' }).getByRole('button', { name: /Ada/ }).click();
}
