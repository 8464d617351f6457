import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type Place, type Running } from '../cli/command.ts';
import { findBarriers } from './accessibility.ts';
import { openBrowser, visit } from './open-browser.ts';

const account = { email: 'ada@example.com', password: 'correct horse battery' };

/** A page as somebody meets it: where it is, and what they do first. */
interface State {
  name: string;
  path: string;
  open?: (page: Page) => Promise<unknown>;
}

const states: State[] = [
  { name: 'agents', path: '/agents' },
  { name: 'an agent', path: '/agents', open: (page) => page.getByRole('row', { name: /quickstart/ }).click() },
  {
    name: 'what revoking stops',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).click();
      await page.getByRole('button', { name: 'Revoke' }).click();
    },
  },
  {
    name: 'how a key is rotated',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).click();
      await page.getByRole('button', { name: 'Rotate' }).click();
      await page.getByRole('dialog', { name: /^Rotate/ }).waitFor();
    },
  },
  {
    name: 'another name for an agent',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).click();
      await page.getByRole('button', { name: 'Rename' }).click();
    },
  },
  {
    name: 'what removing an agent stops',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).click();
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog', { name: /^Remove/ }).waitFor();
    },
  },
  { name: 'connecting an agent', path: '/agents/connect' },
  {
    name: 'the limits of a key',
    path: '/agents/connect',
    async open(page) {
      await page.getByText('Limits:').click();
      await page.getByRole('radiogroup', { name: 'Tools of the workspace' }).getByText('Only some').click();
      await page.getByLabel('list_docs').waitFor();
    },
  },
  {
    name: 'a new key',
    path: '/agents/connect',
    async open(page) {
      await page.getByLabel('Name').fill('an agent with a name that is as long as a name can be and says everything');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByText('Waiting for the first call').waitFor();
    },
  },
  { name: 'activity', path: '/activity' },
  { name: 'activity without such calls', path: '/activity?tool=absent' },
  { name: 'activity with all that is left out', path: '/activity?not=["entrance:cli","tool:whoami"]&since=1' },
  {
    name: 'the story of a call',
    path: '/activity?tool=create_key',
    open: (page) =>
      page
        .getByRole('row', { name: /create_key/ })
        .last()
        .click(),
  },
  { name: 'people', path: '/people' },
  { name: 'inviting', path: '/people', open: (page) => page.getByRole('button', { name: 'Invite person' }).click() },
  { name: 'the settings', path: '/settings' },
  { name: 'the account', path: '/account' },
  { name: 'the search', path: '/agents', open: (page) => page.keyboard.press('Control+k') },
  {
    name: 'the keys',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).waitFor();
      await page.keyboard.press('?');
    },
  },
];

const views = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

describe('every page of the workspace application', () => {
  let browser: Browser;
  let place: Place;
  let gateway: Running;
  let link: string;
  beforeAll(async () => {
    place = openPlace();
    [browser, gateway] = await Promise.all([openBrowser(), place.start()]);
    link = /http\S+\/app\/set-up#\S+/.exec(gateway.greeting)?.[0] as string;
  });
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
    place[Symbol.dispose]();
  });

  // In this order: the first one signs up.
  it.each(views)('can be used by everybody, fits, and says nothing in the console: $colorScheme, $viewport.width pixels', async (view) => {
    const { origin } = new URL(link);
    await using person = await visit(browser, origin, view);
    const { page, faults } = person;
    const found: string[] = [];
    const check = async (name: string) => {
      const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
      if (tooWide > 0) found.push(`${name}: ${tooWide} pixels too wide`);
      found.push(...(await findBarriers(page)).map((barrier) => `${name}: ${barrier}`));
    };

    await page.goto(link);
    if (view === views[0]) {
      await page.getByLabel('Organization').fill('Acme');
      await check('set-up');
      await page.getByLabel('Your name').fill('Ada');
      await page.getByLabel('E-mail').fill(account.email);
      await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
      await page.getByRole('button', { name: 'Create workspace' }).click();
    } else {
      await page.getByText('This link cannot be used').waitFor();
      await check('a link that was used');
      await page.goto(`${origin}/app`);
      await page.getByLabel('E-mail').fill(account.email);
      await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').getByRole('paragraph').waitFor();
      await check('a wrong password');
      await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    }
    await page.waitForURL('**/agents');
    const home = page.url().replace(/\/agents$/, '');
    for (const { name, path, open } of states) {
      await page.goto(`${home}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
      await open?.(page);
      await page.waitForLoadState('networkidle');
      await check(name);
    }
    expect({ found, faults }).toEqual({ found: [], faults: [] });
  });
});
