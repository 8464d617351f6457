import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { findFaults, phone } from './page-states.ts';
import { typeInto } from './walks/hands.ts';

const text = '# Plan\n\nWe ship **twice** a week.\n\nNobody works on Sunday.\n';

/** Marked words in the text, of the chosen comment or of all comments. */
const marked = (page: Page, name: 'gh-commented' | 'gh-commented-one') =>
  page.evaluate<string[]>(`[...(CSS.highlights.get('${name}') ?? [])].map(String)`);

/** Selects words of a paragraph, as a pointer does. */
const select = (page: Page, words: string) =>
  page.evaluate(`(() => {
    const texts = document.createTreeWalker(document.querySelector('article'), NodeFilter.SHOW_TEXT);
    while (!texts.nextNode()?.data.includes(${JSON.stringify(words)}));
    const node = texts.currentNode;
    const start = node.data.indexOf(${JSON.stringify(words)});
    getSelection().setBaseAndExtent(node, start, node, start + ${words.length});
  })()`);

describe('comments beside a document', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const createDoc = async (): Promise<string> => (await world.ok('create_doc', { title: 'Plan', bodyMarkdown: text })).docId;
  const commentsOf = async (itemId: string): Promise<Loose[]> => (await world.ok('list_comments', { itemId, open: false })).comments;
  const open = async (page: Page, docId: string, more = '') => {
    await page.goto(world.at(`/documents/item/${docId}${more}`));
    await page.getByRole('article').getByText('Nobody works').waitFor();
  };
  const panelOf = (page: Page) => page.getByRole('complementary');

  it('can be written on selected words with a mention, answered and resolved using only the keyboard', async () => {
    const bob = await world.join('bob@example.com', 'Bob Builder');
    const docId = await createDoc();
    await using visitor = await world.visit(world.owner);
    const { page, settle, faults } = visitor;
    await open(page, docId);
    await settle();
    await select(page, 'on Sunday');
    await page.keyboard.press('c');
    const field = panelOf(page).getByRole('textbox', { name: 'Comment' });
    await panelOf(page).getByText('on Sunday').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Comment');
    await page.keyboard.type('Even then? @bob');
    await panelOf(page)
      .getByRole('option', { name: /Bob Builder/ })
      .waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('Even then? @bob@example.com ');
    await page.keyboard.press('Control+Enter');
    await panelOf(page).getByRole('list', { name: 'Comments' }).getByText('Even then? @Bob Builder', { exact: true }).waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    const [comment] = await commentsOf(docId);
    expect(comment).toMatchObject({ quote: 'on Sunday', line: 5, text: 'Even then? @bob@example.com ', mentions: [expect.any(String)] });
    await expect.poll(() => marked(page, 'gh-commented')).toEqual(['on Sunday']);

    // Another person answers, and the answer appears by itself.
    await bob.ok('add_comment', { answerTo: comment.commentId, text: 'Yes.' }, world.orgId);
    await panelOf(page).getByText('Yes.').waitFor();
    await panelOf(page).getByRole('button', { name: 'Resolve', exact: true }).press('Enter');
    await panelOf(page).getByText('No open comments.').waitFor();
    await expect.poll(() => marked(page, 'gh-commented')).toEqual([]);
    await panelOf(page).getByRole('button', { name: 'Show resolved comments' }).press('Enter');
    await panelOf(page).getByRole('button', { name: 'Reopen' }).press('Enter');
    await panelOf(page).getByRole('button', { name: 'Resolve', exact: true }).waitFor();
    await panelOf(page).getByRole('button', { name: 'Answer', exact: true }).press('Enter');
    await typeInto(panelOf(page).getByRole('textbox', { name: 'Answer' }), 'Then it stays.');
    await page.keyboard.press('Control+Enter');
    await panelOf(page).getByRole('list', { name: 'Comments' }).getByText('Then it stays.').waitFor();
    expect((await commentsOf(docId)).map((one) => one.text)).toEqual([expect.any(String), 'Yes.', 'Then it stays.']);
    expect(faults).toEqual([]);
  });

  it('quote the source of words with markup, and say when the words are gone', async () => {
    const docId = await createDoc();
    await using visitor = await world.visit(world.owner);
    const { page, settle, faults } = visitor;
    await open(page, docId);
    await settle();
    await page.evaluate(
      "getSelection().selectAllChildren([...document.querySelectorAll('article p')].find((one) => one.textContent.startsWith('We ship')))",
    );
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await panelOf(page).getByText('We ship **twice** a week').waitFor();
    await typeInto(panelOf(page).getByRole('textbox', { name: 'Comment' }), 'Only twice?');
    await panelOf(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await panelOf(page).getByRole('list', { name: 'Comments' }).getByText('Only twice?').waitFor();
    await expect.poll(() => marked(page, 'gh-commented')).toEqual(['We ship twice a week']);
    await world.ok('edit_doc', { docId, oldText: '**twice**', newText: 'often' });
    await panelOf(page).getByText('These words are no longer in the text.').waitFor();
    await expect.poll(() => marked(page, 'gh-commented')).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('can be edited and deleted by their author, and appear in the history', async () => {
    const docId = await createDoc();
    await world.ok('add_comment', { itemId: docId, text: 'First thought' });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await open(page, docId, '?comments=true');
    await panelOf(page).getByRole('button', { name: 'More about this comment' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const field = panelOf(page).getByRole('list', { name: 'Comments' }).getByRole('textbox', { name: 'Comment' });
    await typeInto(field, 'Second thought');
    await panelOf(page).getByRole('button', { name: 'Save' }).click();
    await panelOf(page).getByText('Second thought').waitFor();
    await panelOf(page).getByText('edited').waitFor();
    await panelOf(page).getByRole('button', { name: 'Close' }).click();
    await panelOf(page).waitFor({ state: 'detached' });
    await page.keyboard.press('h');
    await panelOf(page).getByText('Second thought').waitFor();
    await panelOf(page).getByText('commented').waitFor();
    await page.keyboard.press('c');
    await panelOf(page).getByRole('button', { name: 'More about this comment' }).click();
    await page.getByRole('menuitem', { name: 'Delete with its answers' }).click();
    await page.getByRole('menuitem', { name: 'Delete for good' }).click();
    await panelOf(page).getByText('No open comments.').waitFor();
    expect(await commentsOf(docId)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('open from their address, even if resolved, and from a click on their words', async () => {
    const docId = await createDoc();
    const onWords = await world.ok('add_comment', { itemId: docId, text: 'About words', quote: 'Nobody works' });
    const resolved = await world.ok('add_comment', { itemId: docId, text: 'Resolved before' });
    await world.ok('resolve_comment', { commentId: resolved.commentId });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(resolved.url);
    await panelOf(page).getByText('Resolved before').waitFor();
    await page.goto(onWords.url);
    await panelOf(page).getByText('About words').waitFor();
    await expect.poll(() => marked(page, 'gh-commented-one')).toEqual(['Nobody works']);
    await panelOf(page).getByRole('button', { name: 'Close' }).click();
    await panelOf(page).waitFor({ state: 'detached' });
    await page
      .getByRole('article')
      .getByText('Nobody works')
      .click({ position: { x: 20, y: 10 } });
    await panelOf(page).getByText('About words').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('comment')).toBe(onWords.commentId);
    expect(faults).toEqual([]);
  });

  it('can be on tasks too', async () => {
    const { taskId } = await world.ok('create_task', { title: 'Commented' });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at(`/tasks?task=${taskId}`));
    await typeInto(panelOf(page).getByRole('textbox', { name: 'Comment' }), 'Soon?');
    await panelOf(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await panelOf(page).getByRole('list', { name: 'Comments' }).getByText('Soon?').waitFor();
    await page.goto((await world.ok('list_comments', { taskId })).comments[0].url);
    await panelOf(page).getByRole('list', { name: 'Comments' }).getByText('Soon?').waitFor();
    expect(faults).toEqual([]);
  });

  it.each([
    ['wide', { viewport: { width: 1280, height: 800 } }],
    ['phone', phone],
  ] as const)('can be used by everyone: %s, in both themes', async (name, options) => {
    const docId = await createDoc();
    const { commentId } = await world.ok('add_comment', { itemId: docId, text: 'Is this **still** true?', quote: 'on Sunday' });
    await world.ok('add_comment', { answerTo: commentId, text: 'It is.' });
    await world.ok('add_comment', { itemId: docId, text: 'About all of it.' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await using visitor = await world.visit(world.owner, { ...options, colorScheme });
      const { page } = visitor;
      await page.goto(world.at(`/documents/item/${docId}?comment=${commentId}`));
      await panelOf(page).getByText('About all of it.').waitFor();
      await panelOf(page).getByRole('button', { name: 'Answer', exact: true }).first().click();
      const field = panelOf(page).getByRole('textbox', { name: 'Answer' });
      await field.pressSequentially('@ad');
      await panelOf(page)
        .getByRole('option', { name: /Ada Lovelace/ })
        .waitFor();
      expect(await findFaults(page, `comments, ${name}, ${colorScheme}`)).toEqual([]);
    }
  });
});
