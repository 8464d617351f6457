import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword, openBrowser as openApi } from '../../console/browser.ts';
import { until } from '../../kit/until.ts';
import { openChangingService } from '../../services/changing-service.ts';
import { type ConsoleWorld, openConsoleWorld, ownerEmail } from '../console-world.ts';
import { watchFocus } from '../focus/watch-focus.ts';
import { keyboard } from '../walks/hands.ts';
import { openProgram } from '../walks/program.ts';

/** Number of items: more than one step takes back, and more than one page of the preview shows. */
const many = 34;

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '2000', GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' });
});
afterAll(() => world[Symbol.asyncDispose]());

/** An agent that spoilt documents of one folder, and the take-back of it that is only looked at. */
async function openRun(name: string, documents: number) {
  const agent = await openProgram(world, name);
  const { id: folderId } = await world.ok('create_folder', { name: `Folder of ${name}` });
  const titles = Array.from({ length: documents }, (_, index) => `${name} ${index}`);
  const ids: string[] = [];
  for (const title of titles)
    ids.push((await world.ok('create_doc', { title, bodyMarkdown: 'first words\n\nlast words\n', folderId })).docId);
  for (const docId of ids) await agent.call('edit_doc', { docId, oldText: 'first', newText: 'wrong' });
  return { ...agent, titles, ids };
}

async function prepare(agentId: string): Promise<string> {
  const { takeBackId } = await world.ok('prepare_take_back', { agentId, since: Date.now() - 3_600_000 });
  await until('all is found', async () => (await world.ok('continue_take_back', { takeBackId })).state !== 'looking');
  return takeBackId;
}

async function visitByKeys() {
  const visitor = await world.visit(world.owner);
  await watchFocus(visitor);
  return { ...visitor, page: visitor.page, visitor };
}

const focused = (page: Page) => page.locator(':focus');
const rows = (page: Page) => page.getByRole('list', { name: /^Items in/ }).getByRole('listitem');
const panel = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const sums = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor();
const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Holds each call of a tool until it is let go. */
async function hold(page: Page, tool: string) {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(`**/tools/${tool}`, (route) => (isHeld ? void held.push(route) : route.continue()));
  return {
    async letOne() {
      await until(`a call of ${tool} has come`, () => held.length > 0);
      await held.shift()?.continue();
    },
    async letAll() {
      isHeld = false;
      for (const route of held.splice(0)) await route.continue();
    },
  };
}

describe('taking back with the keyboard', () => {
  it('goes from one choice to the next, moves no row, and returns the focus to its previous place', async () => {
    // Creates this folder first, so that ordering by age would put it before the entries that need a choice.
    const { id: older } = await world.ok('create_folder', { name: 'Older than the others' });
    const { agentId, ids, titles, call } = await openRun('chooser', many - 1);
    ids.push((await world.ok('create_doc', { title: 'Elsewhere', bodyMarkdown: 'first words\n', folderId: older })).docId);
    await call('edit_doc', { docId: ids.at(-1), oldText: 'first', newText: 'wrong' });
    for (const index of [0, 20, many - 2])
      await world.ok('edit_doc', { docId: ids[index], oldText: 'wrong words', newText: 'words of Ada' });
    const { visitor, page, faults } = await visitByKeys();
    await using _visit = visitor;
    await page.goto(world.at(`/activity/take-back/${await prepare(agentId)}`));
    await sums(page, `${many - 3} of ${many} will be restored, 3 need your decision`);
    /** Names of the first 30 rows. When a row leaves a page, another one takes its place. */
    const names = async () => (await rows(page).getByRole('button').allInnerTexts()).slice(0, 30);
    const folders = () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    await rows(page).nth(3).waitFor();
    const before = await names();
    expect(before.slice(0, 3).toSorted()).toEqual([titles[0], titles[20], titles[many - 2]].toSorted());
    const order = (await folders()).map((words) => words.slice(0, 5));
    expect(order).toEqual(['Folde', 'Older']);

    await keyboard.press(named(page, 'Resolve'));
    await panel(page)
      .getByRole('heading', { name: before[0] as string, exact: true })
      .waitFor();
    await keyboard.press(named(page, 'Restore the earlier text'));
    await sums(page, `${many - 3} of ${many} will be restored, 1 merged or in part, 2 need your decision`);
    await focused(page).and(named(page, 'Restore the earlier text')).waitFor();
    expect(await names()).toEqual(before);
    await keyboard.press(named(page, 'Next conflict'));
    await panel(page)
      .getByRole('heading', { name: before[1] as string, exact: true })
      .waitFor();
    await keyboard.press(named(page, 'Keep their text'));
    await sums(page, `${many - 3} of ${many} will be restored, 1 merged or in part, 1 needs your decision, 1 stays`);
    expect(await names()).toEqual(before);
    // Each row shows its current result, even if the gateway lists it on a later page.
    const words = (index: number) => rows(page).nth(index).textContent();
    expect([await words(0), await words(1)]).toEqual([
      expect.stringContaining("Merge and keep others' edits"),
      expect.stringContaining('Stays: changed since'),
    ]);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    await focused(page)
      .and(rows(page).getByRole('button', { name: before[1] as string, exact: true }))
      .waitFor();

    // A reload keeps the choices, and lists the undecided entries first.
    await page.reload();
    await sums(page, `${many - 3} of ${many} will be restored, 1 merged or in part, 1 needs your decision, 1 stays`);
    await rows(page).nth(3).waitFor();
    expect((await names())[0]).toBe(before[2]);
    await keyboard.press(named(page, 'Resolve'));
    await panel(page)
      .getByRole('heading', { name: before[2] as string, exact: true })
      .waitFor();
    expect(await named(page, 'Next conflict').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('shows its progress, even after the page was left and reopened, and on the page that takes it back', async () => {
    const { agentId, ids } = await openRun('runner', 10);
    const { visitor, page, faults } = await visitByKeys();
    await using _visit = visitor;
    const takeBackId = await prepare(agentId);
    await page.goto(world.at(`/activity/take-back/${takeBackId}`));
    await sums(page, '10 of 10 will be restored');
    const steps = await hold(page, 'apply_take_back');
    await keyboard.press(named(page, 'Take back'));
    await steps.letOne();
    await sums(page, 'Taking back… 4 of 10 items');
    await keyboard.press(page.getByRole('navigation').getByRole('link', { name: 'People', exact: true }));
    await page.getByRole('grid', { name: 'People' }).waitFor();
    await page.goBack();
    // While the take-back runs, nothing has to be pressed, and nothing can be pressed twice.
    await sums(page, 'Taking back… 4 of 10 items');
    expect(await page.getByRole('button', { name: 'Continue' }).and(page.locator(':enabled')).count()).toBe(0);
    await steps.letAll();
    await sums(page, '10 items taken back');

    const again = await hold(page, 'apply_take_back');
    await keyboard.press(named(page, 'Take this back'));
    await page.getByRole('heading', { level: 1, name: 'Changes of a take-back' }).waitFor();
    await again.letOne();
    await sums(page, 'Taking back… 4 of 10 items');
    await again.letAll();
    await sums(page, '10 items taken back');
    await rows(page).filter({ hasText: 'Taken back' }).nth(9).waitFor();
    expect((await world.ok('read_item', { itemId: ids[9] })).text).toContain('wrong words');
    expect(faults).toEqual([]);
  });

  it('returns the focus to the next control after taking back', async () => {
    const { agentId, titles, call } = await openRun('ender', 2);
    await call('create_task', { title: 'Made by the run' });
    const { visitor, page, faults } = await visitByKeys();
    await using _visit = visitor;
    await page.goto(world.at(`/activity/take-back/${await prepare(agentId)}`));
    await rows(page).filter({ hasText: 'Made by the run' }).getByText('Cancel task').waitFor();
    await keyboard.press(rows(page).getByRole('button', { name: titles[0] as string, exact: true }));
    await panel(page).getByText('Leave out').waitFor();
    await keyboard.press(named(page, 'Take back'));
    await sums(page, '3 items taken back');
    // The preview closes.
    await panel(page).waitFor({ state: 'detached' });
    await focused(page).and(named(page, 'Take this back')).waitFor();
    expect(faults).toEqual([]);
  });

  it('returns the focus after other slow buttons, such as the test of a connection', async () => {
    await using service = await openChangingService();
    const { connectionId } = await world.ok('add_connection', {
      service: 'tracker',
      name: 'Tracker',
      visibility: 'organization',
      kind: 'mcp-http',
      url: service.url,
    });
    const { visitor, page, faults } = await visitByKeys();
    await using _visit = visitor;
    await page.goto(world.at(`/services/${connectionId}`));
    const tests = await hold(page, 'test_connection');
    await keyboard.press(named(page, 'Test'));
    await page.locator('button[data-loading]:disabled').waitFor();
    await tests.letAll();
    await focused(page).and(named(page, 'Test')).waitFor();
    await page.keyboard.press('Tab');
    await focused(page).and(named(page, 'Pause')).waitFor();
    expect(faults).toEqual([]);
  });
});

describe('the preview of a take-back', () => {
  it('contains all changes in the files of a skill', async () => {
    const agent = await openProgram(world, 'skilled');
    const content = '---\nname: expenses\ndescription: Checks expenses.\n---\nRead [limits](references/limits.md).\n';
    const { id: fileId } = await world.ok('write_skill', { content, files: [{ path: 'references/limits.md', content: 'Hotel: 140\n' }] });
    await agent.call('write_skill', { fileId, files: [{ path: 'references/limits.md', content: 'Hotel: 900\n' }] });
    const { visitor, page, faults } = await visitByKeys();
    await using _visit = visitor;
    await page.goto(world.at(`/activity/take-back/${await prepare(agent.agentId)}`));
    await keyboard.press(rows(page).getByRole('button', { name: 'expenses', exact: true }));
    await panel(page)
      .getByRole('button', { name: /^references\/limits\.md/ })
      .waitFor();
    await panel(page).locator('del', { hasText: 'Hotel: 900' }).waitFor();
    await panel(page).locator('ins', { hasText: 'Hotel: 140' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('can be of the latest run of an agent, which the menu offers with its changes, and is undone from its notice', async () => {
    const { agentId, call, ids } = await openRun('lately', 2);
    await call('read_doc', { docId: ids[0] });
    const { visitor, page, faults } = await visitByKeys();
    await using _visit = visitor;
    await page.goto(world.at(`/agents?agent=${agentId}`));
    await keyboard.press(named(page, 'Take back'));
    await page.getByText('Latest runs').waitFor();
    await keyboard.pick(page, /2 changes$/);
    await sums(page, '2 of 2 will be restored');
    await keyboard.press(named(page, 'Take back'));
    await sums(page, '2 items taken back');
    await keyboard.press(named(page, 'Undo'));
    await page.getByRole('heading', { level: 1, name: 'Changes of a take-back' }).waitFor();
    await sums(page, '2 items taken back');
    expect(faults).toEqual([]);
  });

  it('requires that the second of two minutes is not before the first', async () => {
    const { visitor, page, faults } = await visitByKeys();
    await using _visit = visitor;
    await page.goto(world.at('/activity/take-back?since=1800000000000&until=1700000000000'));
    await page.getByText('must be after').waitFor();
    expect(await named(page, 'Find changes').isDisabled()).toBe(true);
    expect(await page.getByLabel('To', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await keyboard.press(named(page, 'Clear'));
    await page.getByText('must be after').waitFor({ state: 'detached' });
    expect(await named(page, 'Find changes').isEnabled()).toBe(true);
    expect(faults).toEqual([]);
  });

  it('is empty for a time before the history began, and does not offer a retry', async () => {
    const { docId } = await world.ok('create_doc', { title: 'Young', bodyMarkdown: 'x' });
    const { visitor, page, faults } = await visitByKeys();
    await using _visit = visitor;
    await page.goto(world.at(`/documents/item/${docId}?asOf=1000`));
    await page.getByRole('heading', { name: 'Before the history began' }).waitFor();
    expect(await named(page, 'Try again').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'Young' }).first().waitFor();
    await page.goto(world.at('/documents?asOf=1000'));
    await page.getByRole('heading', { name: 'Before the history began' }).waitFor();
    expect(await page.getByRole('status', { name: 'Loading' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe('a take-back that is interrupted', () => {
  const isOffline = (fault: string) => !fault.includes('ERR_INTERNET_DISCONNECTED');

  it('can be continued after a lost connection, during the preview and during the take-back', async () => {
    const { agentId } = await openRun('offline', 6);
    const { visitor, page, faults } = await visitByKeys();
    await using _visit = visitor;
    const { takeBackId } = await world.ok('prepare_take_back', { agentId, since: Date.now() - 3_600_000 });
    const lost = (route: Route) => route.abort('internetdisconnected');
    for (const [tool, then] of [
      ['continue_take_back', '6 of 6 will be restored'],
      ['apply_take_back', '6 items taken back'],
    ] as const) {
      await page.route(`**/tools/${tool}`, lost);
      if (tool === 'continue_take_back') await page.goto(world.at(`/activity/take-back/${takeBackId}`));
      else await keyboard.press(named(page, 'Take back'));
      await page.getByText("Can't reach Gatehouse. Nothing was lost. Check your connection and try again.").waitFor();
      await page.unroute(`**/tools/${tool}`, lost);
      await keyboard.press(tool === 'continue_take_back' ? named(page, 'Continue') : named(page, 'Take back'));
      await sums(page, then);
    }
    expect(faults.filter(isOffline)).toEqual([]);
  });

  it('shows the new text of a passage that someone edits during the comparison', async () => {
    const { agentId, ids, titles } = await openRun('compared', 1);
    await world.ok('edit_doc', { docId: ids[0], oldText: 'wrong words', newText: 'words of Ada' });
    const { visitor, page, faults } = await visitByKeys();
    await using _visit = visitor;
    await page.goto(world.at(`/activity/take-back/${await prepare(agentId)}`));
    await keyboard.press(rows(page).getByRole('button', { name: titles[0] as string, exact: true }));
    const passages = panel(page).getByRole('group', { name: 'Conflict' }).locator('pre');
    await passages.filter({ hasText: 'words of Ada' }).waitFor();
    // The words that only one of the two has stand out.
    expect(await passages.locator('b').allInnerTexts()).toEqual([' of Ada', 'first ']);
    await world.ok('edit_doc', { docId: ids[0], oldText: 'words of Ada', newText: 'words of Grace' });
    await passages.filter({ hasText: 'words of Grace' }).waitFor();
    await keyboard.press(named(page, 'Restore the earlier text'));
    await sums(page, '0 of 1 will be restored, 1 merged or in part');
    expect(faults).toEqual([]);
  });
});

describe('a take-back in two tabs', () => {
  it('shows in one tab the choices and results of the other', async () => {
    const { agentId, titles } = await openRun('twice', 5);
    const address = world.at(`/activity/take-back/${await prepare(agentId)}`);
    const { visitor, page, faults } = await visitByKeys();
    await using _visit = visitor;
    await page.goto(address);
    const other = await page.context().newPage();
    await other.goto(address);
    await sums(other, '5 of 5 will be restored');
    await sums(page, '5 of 5 will be restored');
    await page.getByRole('checkbox', { name: `Take ${titles[2]} back` }).focus();
    await page.keyboard.press('Space');
    await sums(other, '4 of 5 will be restored, 1 stays');
    await rows(other).filter({ hasText: 'Stays: left out by you' }).waitFor();
    await keyboard.press(named(page, 'Take back'));
    await sums(page, '4 items taken back, 1 stays');
    await sums(other, '4 items taken back, 1 stays');
    await rows(other).filter({ hasText: 'Taken back' }).nth(3).waitFor();
    expect(await rows(other).locator('[data-expected="left"]').allInnerTexts()).toEqual(['Stays: left out by you']);
    expect(faults).toEqual([]);
  });
});

describe('a session that ends during a take-back', () => {
  it('returns to the take-back after a new sign-in, and the take-back can be continued', async () => {
    const { agentId } = await openRun('session', 10);
    const takeBackId = await prepare(agentId);
    const owner = openApi(world.origin);
    await owner.ok('sign_in', { email: ownerEmail, password: goodPassword });
    const visitor = await world.visit(owner);
    await watchFocus(visitor);
    await using _visit = visitor;
    const { page, faults } = visitor;
    await page.goto(world.at(`/activity/take-back/${takeBackId}`));
    await sums(page, '10 of 10 will be restored');
    const steps = await hold(page, 'apply_take_back');
    await keyboard.press(named(page, 'Take back'));
    await steps.letOne();
    await sums(page, 'Taking back… 4 of 10 items');
    const { sessions } = await owner.ok('list_sessions');
    await world.owner.ok('end_session', { sessionId: sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id });
    await steps.letAll();
    await keyboard.write(page.getByLabel('E-mail'), ownerEmail);
    await keyboard.write(page.getByRole('textbox', { name: 'Password' }), goodPassword);
    await page.keyboard.press('Enter');
    await sums(page, '4 of 10 items done so far');
    await keyboard.press(named(page, 'Continue'));
    await sums(page, '10 items taken back');
    expect(faults).toEqual([]);
  });
});
