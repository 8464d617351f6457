import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../kit/until.ts';
import type { ChangingService } from '../services/changing-service.ts';
import { type ConsoleWorld, openConsoleWorld, ownerEmail } from './console-world.ts';
import { findFaults, phone } from './page-states.ts';
import { connectTracker } from './tracker.ts';
import { openProgram } from './walks/program.ts';

const shownNumber = (page: Page): Locator =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: /^Inbox/ })
    .getByText(/^\d/)
    .filter({ visible: true });
const rowOf = (page: Page, text: RegExp): Locator => page.getByRole('grid', { name: 'Inbox' }).getByRole('row', { name: text });
const panelOf = (page: Page, title: string): Locator =>
  page.getByRole('complementary', { name: 'Details' }).filter({ has: page.getByRole('heading', { name: title }) });

describe('the inbox (D86.6)', () => {
  let world: ConsoleWorld;
  let service: ChangingService;
  let agent: Awaited<ReturnType<typeof openProgram>>;
  let folderId: string;
  beforeAll(async () => {
    world = await openConsoleWorld([], { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1', GATEHOUSE_CALLS_PER_MINUTE: '10000' });
    service = await connectTracker(world.place);
    agent = await openProgram(world, 'writer');
    folderId = (await world.ok('create_folder', { name: 'Handbook' })).id;
    await world.ok('set_review', { folderId, review: true });
  });
  // Other entries are read.
  beforeEach(async () => {
    const { until: time } = await world.ok('list_inbox');
    await world.ok('mark_inbox_read', { until: time });
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  /** A document with two changes of the agent that wait. */
  async function addReview(title: string): Promise<string> {
    const { docId } = await world.ok('create_doc', {
      title,
      bodyMarkdown: 'We ship on Monday.\n\nWe meet.\n\nWe eat on Tuesday.\n',
      folderId,
    });
    await agent.call('edit_doc', { docId, oldText: 'Monday', newText: 'Friday' });
    await agent.call('edit_doc', { docId, oldText: 'Tuesday', newText: 'Sunday' });
    return docId;
  }

  it('decides about each kind of entry by keys alone, one after the other', async () => {
    const docId = await addReview('Release plan');
    const gone = await addReview('Old plan');
    await agent.call('delete_doc', { docId: gone });
    const { body: commented } = await agent.call('add_comment', { itemId: docId, text: `@${ownerEmail} is Friday right?` });
    const { body: task } = await agent.call('create_task', { title: 'Publish notes', dueAt: '2027-01-15', assignee: ownerEmail });
    const content = '---\nname: release-notes\ndescription: Notes.\n---\nWrite short notes.\n';
    const { body: skill } = await agent.call('write_skill', { content, folderId });
    const { connections } = await world.ok('list_connections');
    await world.ok('mark_inbox_read', { ids: [connections[0].connectionId], read: false });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at('/home'));
    await shownNumber(page).getByText('6').waitFor();
    for (const key of ['g', 'i']) await page.keyboard.press(key);
    await rowOf(page, /Unread: .*Publish notes assigned to you 15 Jan 2027/).waitFor();
    expect(await findFaults(page, 'the list')).toEqual([]);

    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await panelOf(page, 'Skill to review').getByRole('button', { name: 'Accept version 1' }).waitFor();
    await page.keyboard.press('y');
    await panelOf(page, 'Task for you').getByRole('button', { name: 'Complete' }).waitFor();
    await page.keyboard.press('y');
    const comment = panelOf(page, 'Comment for you');
    await comment.getByRole('button', { name: 'Resolve' }).waitFor();
    await page.keyboard.press('r');
    await comment.getByRole('textbox', { name: 'Answer' }).pressSequentially('It is.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await comment.getByText('It is.').and(page.locator('p')).waitFor();
    await comment.getByRole('button', { name: 'Answer', exact: true }).waitFor();
    await page.keyboard.press('y');
    const deletion = panelOf(page, 'Deletion to review');
    await deletion.getByRole('button', { name: 'Restore' }).waitFor();
    await page.keyboard.press('n');
    const review = panelOf(page, 'Changes to review');
    await review.getByRole('button', { name: 'Decline all 2 changes' }).waitFor();
    expect(await findFaults(page, 'a review')).toEqual([]);
    await page.keyboard.press('n');
    await review.getByRole('textbox', { name: 'Why? (optional)' }).pressSequentially('We never ship on Fridays.');
    await page.keyboard.press('ControlOrMeta+Enter');
    const tools = panelOf(page, 'Tools on hold');
    await tools.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await page.keyboard.press('y');
    // The restored document waits again with its changes.
    await rowOf(page, /Old plan changes to review/).waitFor();

    await until('the task is done', async () => (await world.ok('read_task', { taskId: task.taskId })).status === 'done');
    const { docs } = await world.ok('list_docs', { folderId });
    expect(docs.map(({ title }: { title: string }) => title).toSorted()).toEqual(['Old plan', 'Release plan']);
    expect((await world.ok('read_doc', { docId })).bodyMarkdown).toContain('We ship on Monday.');
    expect((await world.ok('list_skill_loads', { itemId: skill.id })).reviewed).toBe(true);
    const { comments } = await world.ok('list_comments', { itemId: docId, open: false });
    const [first, answer, note] = comments;
    expect([first.resolvedAt, answer.text, answer.answerTo]).toEqual([expect.any(Number), 'It is.', commented.commentId]);
    expect(note).toMatchObject({ text: 'We never ship on Fridays.', mentions: [agent.agentId] });
    expect((await world.ok('list_connections')).connections[0].heldCount).toBe(0);
    const { reviewCount } = await world.ok('read_review', { itemId: gone });
    await world.ok('review_item', { itemId: gone, reviewCount, accept: true });
    await page.getByText('Nothing unread').waitFor();
    await shownNumber(page).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('updates its number, and shows read entries as read, on a phone too', async () => {
    await using visitor = await world.visit(world.owner, phone);
    const { page, faults } = visitor;
    await page.goto(world.at('/home'));
    await visitor.settle();
    expect(await shownNumber(page).count()).toBe(0);
    const docId = await addReview('Phone plan');
    await shownNumber(page).getByText('1').waitFor();
    expect(await findFaults(page, 'the number')).toEqual([]);
    await page.getByRole('navigation').getByRole('link', { name: 'Inbox 1 unread' }).filter({ visible: true }).tap();
    await rowOf(page, /Unread: Phone plan/).tap();
    const review = panelOf(page, 'Changes to review');
    await review.getByRole('listitem').first().getByRole('button', { name: 'Accept' }).waitFor();
    await shownNumber(page).waitFor({ state: 'detached' });
    expect(await findFaults(page, 'a review')).toEqual([]);
    await review.getByRole('listitem').first().getByRole('button', { name: 'Accept' }).tap();
    await review.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
    await review.getByRole('button', { name: 'Mark as unread' }).tap();
    await review.getByRole('button', { name: 'Mark as read' }).waitFor();
    await shownNumber(page).getByText('1').waitFor();
    await review.getByRole('button', { name: 'Accept', exact: true }).tap();
    await page.getByText('Nothing unread').waitFor();
    await until('both changes are accepted', async () => (await world.ok('read_review', { itemId: docId })).waiting === null);
    expect(faults).toEqual([]);
  });

  it('marks everything as read, takes that back, and lists read entries under All', async () => {
    for (const title of ['Plan A', 'Plan B']) await addReview(title);
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at('/inbox'));
    await rowOf(page, /Unread: Plan A/).waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await rowOf(page, /^Plan A/).waitFor();
    await shownNumber(page).waitFor({ state: 'detached' });
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await rowOf(page, /Unread: Plan B/).waitFor();
    // A key marks the current entry, and again takes the mark back.
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await rowOf(page, /^Plan B/).waitFor();
    await shownNumber(page).getByText('1').waitFor();
    await page.keyboard.press('e');
    await rowOf(page, /Unread: Plan B/).waitFor();
    // Keys go on from the open entry to the next one.
    await page.keyboard.press('Enter');
    await panelOf(page, 'Changes to review').getByRole('link', { name: 'Plan B' }).waitFor();
    await page.keyboard.press('j');
    await panelOf(page, 'Changes to review').getByRole('link', { name: 'Plan A' }).waitFor();
    await shownNumber(page).waitFor({ state: 'detached' });
    // On a later visit, only All has them.
    await page.reload();
    await page.getByText('Nothing unread').waitFor();
    await page.getByText('All', { exact: true }).click();
    await rowOf(page, /^Plan A/).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await panelOf(page, 'Changes to review').getByRole('link', { name: 'Plan B' }).waitFor();
    await page.keyboard.press('o');
    await page.waitForURL('**/documents/item/*');
    expect(faults).toEqual([]);
  });
});
