import type { Page } from 'playwright-core';
import { findBarriers } from './accessibility.ts';
import type { ClientContext } from './open-browser.ts';
import { typeInto } from './walks/hands.ts';

/** A page as somebody meets it: where it is, and what they do first. */
interface State {
  /** Others look at what it makes, so it is there for whatever share. */
  isNeeded?: boolean;
  name: string;
  path: string;
  open?: (page: Page, serviceUrl: string) => Promise<unknown>;
}

/** Opens a document that every workspace begins with. */
async function openDocument(page: Page): Promise<void> {
  await page
    .getByRole('grid', { name: 'Contents' })
    .getByRole('row', { name: /How agents work here/ })
    .click();
  await page.getByRole('article').getByRole('listitem').first().waitFor();
}

/** Opens the service that the test has connected. */
async function openService(page: Page): Promise<void> {
  await page.getByRole('row', { name: /Tracker/ }).click();
  await page
    .getByRole('grid', { name: 'Tools' })
    .getByRole('row', { name: /create/ })
    .waitFor();
}

const states: State[] = [
  {
    name: 'a new folder, and who sees it',
    path: '/documents',
    async open(page) {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Folder', exact: true }).click();
      await typeInto(page.getByLabel('Folder name'), `A folder ${Date.now()} with a name that is nearly as long as a name can be`);
      await page.getByRole('button', { name: 'Create folder' }).click();
      await page.getByText('Nothing here yet').waitFor();
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByText('Owner').waitFor();
    },
  },
  {
    name: 'the history of a document',
    path: '/documents',
    async open(page) {
      await openDocument(page);
      await page.keyboard.press('h');
      await page.getByRole('complementary').getByText('starter document').waitFor();
    },
  },
  {
    name: 'words that are looked for in a document',
    path: '/documents',
    async open(page) {
      await openDocument(page);
      await page.getByRole('article').locator('[class*=block]').first().waitFor();
      await page.keyboard.press('ControlOrMeta+f');
      await typeInto(page.getByRole('textbox', { name: 'Words to find' }), 'a');
      await page.getByRole('search').getByRole('status').getByText('1 of').waitFor();
    },
  },
  {
    name: 'what a mark of the time line shows',
    path: '/documents',
    async open(page) {
      await openDocument(page);
      // On narrow screens there is none.
      if ((page.viewportSize()?.width ?? 0) < 768) return;
      await page.getByRole('navigation', { name: 'Versions' }).getByRole('link').first().hover();
      await page.locator('[class*=card]', { hasText: 'starter document' }).waitFor();
    },
  },
  {
    name: 'what can be done with a document',
    path: '/documents',
    async open(page) {
      await openDocument(page);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'a version of a document',
    path: '/documents',
    async open(page) {
      await openDocument(page);
      await page.waitForURL('**/item/**');
      await page.goto(`${page.url()}?version=1`);
      await page.getByRole('heading', { name: 'Version 1 of' }).waitFor();
    },
  },
  {
    name: 'the source of a document, and how it will read',
    path: '/documents',
    async open(page) {
      await openDocument(page);
      await page.keyboard.press('e');
      await page.getByRole('textbox', { name: /^Source of/ }).waitFor();
      await page.keyboard.press('ControlOrMeta+e');
      await page.getByRole('region', { name: 'Preview' }).getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'a new skill',
    path: '/documents',
    async open(page) {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Skill' }).click();
      await typeInto(page.getByLabel('Skill name'), `report-${Date.now()}`);
      await page.getByRole('button', { name: 'Create skill' }).click();
      await page.getByText('Agents see').waitFor();
    },
  },
  {
    name: 'a file that was sent, and one that was not',
    path: '/documents',
    async open(page) {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      const upload = page.getByRole('menuitem', { name: 'Upload files' });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), upload.click()]);
      const file = {
        name: `a file ${Date.now()} with a name that is nearly as long as a name can be.txt`,
        mimeType: 'text/plain',
        buffer: Buffer.from('x'),
      };
      await chooser.setFiles([file, file]);
      await page.getByText('1 of 2 done, 1 failed').waitFor();
      await page.getByRole('region', { name: 'Uploads' }).getByRole('link').click();
      await page.getByRole('button', { name: 'Edit tags' }).waitFor();
    },
  },
  { name: 'a document that is not there', path: `/documents/item/doc_${'0'.repeat(26)}` },
  { name: 'the trash', path: '/documents/trash' },
  {
    name: 'what would be put back, and what was',
    path: '/activity/put-back',
    async open(page) {
      await page.getByRole('button', { name: 'Find changes' }).click();
      await page.getByRole('menuitem', { name: 'Last hour' }).click();
      await page
        .getByText(/\d items? changed/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'selected documents',
    path: '/documents',
    async open(page) {
      await page.getByRole('row', { name: /Goals/ }).getByRole('checkbox').check();
      await page.getByRole('toolbar', { name: 'Selected rows' }).waitFor();
    },
  },
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
      await page.getByRole('radiogroup', { name: 'Workspace tools' }).getByText('Selected').click();
      await page.getByLabel('list_docs').waitFor();
    },
  },
  {
    name: 'a new key',
    path: '/agents/connect',
    async open(page) {
      await typeInto(page.getByLabel('Name'), 'an agent with a name that is as long as a name can be and says everything');
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
  {
    name: 'why a key may not',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).click();
      await typeInto(page.getByLabel('Tool'), 'invite_person');
      await page.getByRole('button', { name: 'Check access' }).click();
      await page.getByText('Check the name.').waitFor();
    },
  },
  { name: 'no such tasks', path: '/tasks?text=absent' },
  {
    name: 'a task',
    isNeeded: true,
    path: '/tasks',
    async open(page) {
      await page.getByRole('button', { name: 'Create task' }).first().click();
      const title = page.getByLabel('Title', { exact: true });
      await typeInto(title, 'A task that is called what a task is called when somebody writes all of it down');
      // The parts of a date are typed one after the other, as the browser's language orders them: here month, day, year.
      await page.getByLabel('Due').focus();
      await page.keyboard.type('01022026');
      await page.getByRole('complementary').getByRole('button', { name: 'Create task' }).click();
      await page.getByText('created this task').waitFor();
    },
  },
  { name: 'creating a task', path: '/tasks', open: (page) => page.getByRole('button', { name: 'Create task' }).first().click() },
  {
    name: 'selected tasks',
    path: '/tasks?closed=true',
    async open(page) {
      await page.getByRole('row').nth(1).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Due date' }).click();
      await page.getByRole('combobox').waitFor();
    },
  },
  {
    name: 'the board',
    path: '/tasks?view=board',
    open: (page) =>
      page
        .getByRole('link', { name: /A task/ })
        .first()
        .waitFor(),
  },
  { name: 'services', path: '/services', open: (page) => page.getByRole('row', { name: /Tracker/ }).waitFor() },
  {
    name: 'connecting a service that many have',
    path: '/services/connect',
    open: (page) => page.getByRole('button', { name: /^Linear/ }).click(),
  },
  {
    name: 'what a service offers',
    path: '/services/connect',
    async open(page, serviceUrl) {
      await typeInto(page.getByLabel('MCP server URL'), serviceUrl);
      await page.getByRole('button', { name: 'Preview tools' }).click();
      await page.getByLabel('Short name').waitFor();
    },
  },
  {
    name: 'a tool of a service, and what it answers',
    path: '/services',
    async open(page) {
      await openService(page);
      await page.getByRole('grid', { name: 'Tools' }).getByRole('row', { name: /list/ }).click();
      await typeInto(page.getByLabel('title'), 'a title');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('region', { name: 'Result' }).waitFor();
      await page.getByText('Call it from a program').click();
    },
  },
  ...['1 on hold', 'Health', 'Settings'].map((name) => ({
    name: `a service: ${name}`,
    path: '/services',
    async open(page: Page) {
      await openService(page);
      await page.getByRole('tab', { name }).click();
      await page.getByRole('heading', { name: /^(create|Failures|Credentials)$/ }).waitFor();
    },
  })),
  {
    name: 'what disconnecting stops',
    path: '/services',
    async open(page) {
      await openService(page);
      await page.getByRole('tab', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('button', { name: 'Disconnect service' }).waitFor();
    },
  },
  { name: 'home', path: '/home', open: (page) => page.getByRole('heading', { level: 2 }).first().waitFor() },
  { name: 'people', path: '/people' },
  { name: 'a person', path: '/people', open: (page) => page.getByRole('row', { name: /Ada/ }).click() },
  { name: 'inviting', path: '/people', open: (page) => page.getByRole('button', { name: 'Invite person' }).click() },
  { name: 'the settings', path: '/settings' },
  { name: 'the account', path: '/account' },
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
      // On narrow screens there is no place for it.
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
  { name: 'nothing found', path: '/search?q=nothing+is+called+so', open: (page) => page.getByText('No results').waitFor() },
  {
    name: 'the keys',
    path: '/agents',
    async open(page) {
      await page.getByRole('row', { name: /quickstart/ }).waitFor();
      await page.keyboard.press('?');
    },
  },
];

/** What is wrong with a page as it is now: what keeps somebody from using it, and what does not fit. */
export async function findFaults(page: Page, name: string): Promise<string[]> {
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  const faults = (await findBarriers(page)).map((barrier) => `${name}: ${barrier}`);
  return tooWide > 0 ? [`${name}: ${tooWide} pixels too wide`, ...faults] : faults;
}

/** Of the pages and dialogs in their order, all, the even or the odd ones. */
export type Share = 'all' | 'even' | 'odd';

/** Looks at pages and dialogs of the organization at `home`, as somebody who is signed in. */
export async function checkPages(
  { page, settle }: ClientContext,
  home: string,
  serviceUrl: string,
  share: Share = 'all',
): Promise<string[]> {
  const found: string[] = [];
  for (const [index, { name, isNeeded, path, open }] of states.entries()) {
    if (share !== 'all' && !isNeeded && (share === 'even') !== (index % 2 === 0)) continue;
    await page.goto(`${home}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    await open?.(page, serviceUrl);
    await settle();
    found.push(...(await findFaults(page, name)));
  }
  return found;
}
