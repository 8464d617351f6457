import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword } from '../../console/browser.ts';
import { type ConsoleWorld, openConsoleWorld } from '../console-world.ts';
import { keyboard } from '../walks/hands.ts';
import { watchFocus } from './watch-focus.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
});
afterAll(() => world[Symbol.asyncDispose]());

/** A page that is used with the keyboard alone. After each action, something smaller than the page has the focus. */
async function visitByKeys() {
  const visitor = await world.visit(world.owner);
  await watchFocus(visitor);
  const { page, settle, faults } = visitor;
  const expectFocus = async (act: string) => {
    await settle();
    const at = await page.evaluate<string>(`document.activeElement?.tagName ?? 'BODY'`);
    expect({ act, at }).not.toEqual({ act, at: 'BODY' });
  };
  return {
    visitor,
    page,
    faults,
    /** Comes to it by Tab and presses it; `then` is seen afterwards. */
    async press(target: Locator, then?: Locator) {
      await keyboard.press(target);
      await then?.waitFor();
      await expectFocus(`${target}`);
    },
    async key(keys: string, then: Locator) {
      await page.keyboard.press(keys);
      await then.waitFor();
      await expectFocus(keys);
    },
    async gone(keys: string, what: Locator) {
      await page.keyboard.press(keys);
      await what.waitFor({ state: 'detached' });
      await expectFocus(keys);
    },
  };
}

describe('a text that stays after its session ends', () => {
  /** Ends all sessions but the one that asks, as its person does elsewhere. */
  async function endOthers(person: typeof world.owner): Promise<void> {
    const { sessions } = await person.ok('list_sessions');
    for (const { id, isCurrent } of sessions) if (!isCurrent) await person.ok('end_session', { sessionId: id });
  }

  async function openSignedIn(email: string, title: string, bodyMarkdown: string) {
    const folder = await world.ok('create_folder', { name: `Shared ${title}` });
    const person = await world.join(email, 'Bob');
    await world.ok('share_folder', { folderId: folder.id, email });
    const { docId } = await world.ok('create_doc', { title, bodyMarkdown, folderId: folder.id });
    const other = await world.visit();
    await watchFocus(other);
    const { page } = other;
    await page.goto(world.at(`/documents/item/${docId}?edit=true`));
    await keyboard.write(page.getByLabel('E-mail'), email);
    await keyboard.write(page.getByRole('textbox', { name: 'Password' }), goodPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: /^Source of/ }).waitFor();
    return { person, docId, other, page };
  }

  it('has the focus after the session has ended, even if a link had it', async () => {
    const { person, other, page } = await openSignedIn('bob@focus.example', 'Typed', 'Begun');
    await using _visit = other;
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' here');
    const link = page.getByRole('navigation').getByRole('link', { name: 'Services', exact: true });
    await link.focus();
    await endOthers(person);
    // The page hears of it by the next thing that it asks for.
    await page.getByRole('heading', { name: 'Your session ended' }).waitFor();
    await page.keyboard.type(' and on');
    expect(await page.locator('.cm-content').textContent()).toMatch(/here and on|and on.*here/);
    expect(other.faults).toEqual([]);
  });

  it('gives the focus to the heading if the text is empty', async () => {
    const { person, other, page } = await openSignedIn('carl@focus.example', 'Empty', '');
    await using _visit = other;
    const link = page.getByRole('navigation').getByRole('link', { name: 'Services', exact: true });
    await link.focus();
    await endOthers(person);
    await page.getByRole('heading', { name: 'Your session ended' }).waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    expect(other.faults).toEqual([]);
  });
});

describe('controls that open, remove or move something', () => {
  const named = (page: Locator | Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

  it('pass on the focus: webhooks', async () => {
    const { visitor, page, press, gone, faults } = await visitByKeys();
    await using _visit = visitor;
    await page.goto(world.at('/settings'));
    await press(named(page, 'Create webhook'), page.getByLabel('Webhook name'));
    await page.keyboard.type('deploys');
    await keyboard.write(page.getByLabel('Receiver address'), 'https://hooks.example.com/x');
    await press(named(page, 'Create'), named(page, 'Done'));
    await press(named(page, 'Done'), named(page, 'Create webhook'));
    await press(named(page, 'Pause deploys'), named(page, 'Resume deploys'));
    await press(named(page, 'Resume deploys'), named(page, 'Pause deploys'));
    await press(named(page, 'Remove deploys'), named(page, 'Remove webhook'));
    await press(named(page, 'Remove webhook'), page.getByText('deploys removed.'));
    await press(named(page, 'Create webhook'), page.getByLabel('Webhook name'));
    await gone('Escape', page.getByLabel('Webhook name'));
    expect(faults).toEqual([]);
  });

  it('pass on the focus: drafts, and deleted items', async () => {
    const { docId } = await world.ok('create_doc', { title: 'Drafted', bodyMarkdown: 'Begun' });
    const { docId: deleted } = await world.ok('create_doc', { title: 'Deleted', bodyMarkdown: 'x' });
    await world.ok('delete_doc', { docId: deleted });
    const { visitor, page, press, key, gone, faults } = await visitByKeys();
    await using _visit = visitor;
    const grid = (name: string) => page.getByRole('grid', { name });

    await page.goto(world.at(`/documents/item/${docId}`));
    await page.getByRole('article').waitFor();
    await key('e', page.getByRole('textbox', { name: /^Source of/ }));
    await page.keyboard.type('more ');
    await page.getByText('Unsaved changes').waitFor();
    await press(named(page, 'Discard changes'), page.getByText('All changes saved'));
    await page.keyboard.type('more ');
    await page.getByText('Unsaved changes').waitFor();
    await press(named(page, 'Done'), named(page, /^Edit draft/));
    for (const letter of ['g', 'd']) await page.keyboard.press(letter);
    await press(page.getByRole('link', { name: /^Drafts/ }).filter({ visible: true }), grid('Drafts'));
    await page.keyboard.press('j');
    await press(grid('Drafts').getByRole('button', { name: 'Copy' }), page.getByText('Text copied'));
    await press(named(page, 'Discard the draft of Drafted'), page.getByText('No drafts'));
    await press(named(page, 'Undo').last(), grid('Drafts'));

    await page.goto(world.at('/documents/trash'));
    await grid('Trash').waitFor();
    await key('j', grid('Trash').locator('[data-active]'));
    await press(named(page, 'Delete Deleted'), named(page, 'Delete forever'));
    await gone('Escape', named(page, 'Delete forever'));
    await press(named(page, 'Delete Deleted'), named(page, 'Delete forever'));
    await press(named(page, 'Delete forever'), page.getByText('Trash is empty'));
    expect(faults).toEqual([]);
  });

  it('pass on the focus: the files of a skill, and its source', async () => {
    const content = '---\nname: kept\ndescription: It is kept.\n---\nSee [the notes](references/notes.md).\n';
    const files = [{ path: 'references/notes.md', content: 'Notes' }];
    const { id: fileId } = await world.ok('write_skill', { content, files });
    const { visitor, page, press, key, gone, faults } = await visitByKeys();
    await using _visit = visitor;
    const tree = page.getByRole('navigation', { name: 'Files' });
    const entry = (name: RegExp) => page.getByRole('menuitem', { name });
    const pick = async (name: RegExp, then: Locator) => {
      await entry(name).waitFor();
      await keyboard.pick(page, name);
      await then.waitFor();
    };

    await page.goto(world.at(`/documents/item/${fileId}?file=references%2Fnotes.md`));
    await page.getByText('Notes', { exact: true }).waitFor();
    await key('e', page.getByRole('textbox', { name: /^Source of/ }));
    await press(named(page, 'Done'), tree);
    await press(named(tree, 'Actions for references/notes.md'), entry(/^Rename/));
    await gone('Escape', entry(/^Rename/));
    await press(named(tree, 'Actions for references/notes.md'), entry(/^Rename/));
    await pick(/^Rename/, page.getByLabel('New path'));
    await gone('Escape', page.getByLabel('New path'));
    await press(named(tree, 'Add files'), entry(/^New text file/));
    await pick(/^New text file/, page.getByLabel('Path of the new file'));
    await gone('Escape', page.getByLabel('Path of the new file'));
    await press(named(tree, 'Actions for references/notes.md'), entry(/^Remove/));
    await pick(/^Remove/, page.getByRole('heading', { name: 'File not found' }));
    await press(named(page, 'Undo').last(), tree.getByRole('link', { name: /^notes\.md/ }));
    await press(named(page, 'Agent view'), page.getByText('"content":'));
    expect(faults).toEqual([]);
  });

  it('pass on the focus: versions, and earlier states', async () => {
    const { docId } = await world.ok('create_doc', { title: 'Versions', bodyMarkdown: 'one' });
    await world.ok('edit_doc', { docId, oldText: 'one', newText: 'two' });
    const { visitor, page, press, key, gone, faults } = await visitByKeys();
    await using _visit = visitor;
    const panel = page.getByRole('complementary');
    await page.goto(world.at(`/documents/item/${docId}`));
    await page.getByText('two').waitFor();
    await key('h', panel.getByRole('listitem').first());
    await gone('Escape', panel);
    await key('h', panel.getByRole('listitem').first());
    await press(panel.getByRole('link', { name: /^View as it was on/ }).last(), named(page, /^Back to now/));
    await press(named(page, /^Back to now/), page.getByText('two'));
    await page.goto(world.at(`/documents/item/${docId}?version=1`));
    await page.getByRole('heading', { name: 'Version 1 of 2' }).waitFor();
    await press(named(page, 'Restore this version'), page.getByText('Restored version 1.'));
    expect(faults).toEqual([]);
  });
});
