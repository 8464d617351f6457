import type { Page } from 'playwright-core';
import type { State } from './state.ts';

export const activityStates: State[] = [
  { name: 'activity', path: '/activity' },
  { name: 'activity without such calls', path: '/activity?tool=absent' },
  { name: 'activity with all that is left out', path: '/activity?not=["entrance:cli","tool:whoami"]&since=1' },
  {
    name: 'the story of a call',
    path: '/activity?tool=create_key',
    async open(page) {
      await page
        .getByRole('row', { name: /create_key/ })
        .last()
        .click();
      await page.getByRole('complementary').getByText('Duration').waitFor();
    },
  },
  {
    name: 'what can be done with the log',
    path: '/activity',
    async open(page) {
      await page.getByRole('slider').focus();
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  ...(['Filter', 'Time'] as const).map((menu) => ({
    name: `the log: ${menu}`,
    path: '/activity',
    async open(page: Page) {
      await page.getByRole('button', { name: menu, exact: true }).click();
      await page.getByRole(menu === 'Filter' ? 'listbox' : 'menu').waitFor();
    },
  })),
  {
    name: 'the story of a refused call',
    path: '/activity',
    atNight: true,
    async open(page, meeting) {
      await meeting.refused('read_item', { itemId: `doc_${'0'.repeat(26)}` });
      await page.goto(meeting.at('/activity?result=refused'));
      await page
        .getByRole('row', { name: /read_item/ })
        .first()
        .click();
      await page.getByRole('complementary').getByText('Reason', { exact: true }).waitFor();
    },
  },
  {
    name: 'a call that the log no longer has',
    path: '/activity?call=1-1',
    atNight: true,
    open: (page) => page.getByText('Call not found').waitFor(),
  },
];
