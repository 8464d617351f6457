import { describe, expect, it } from 'vitest';
import { until } from '../kit/until.ts';
import { openConsoleWorld, ownerEmail } from './console-world.ts';
import { findCutWords } from './find-cut-words.ts';
import { findFaults } from './page-states.ts';
import { openProgram } from './walks/program.ts';

describe('work of agents on Home', () => {
  it('has Review where something waits: for a run the list of the agent, and for one item its page', async () => {
    await using world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
    const { id: folderId } = await world.ok('create_folder', { name: 'Reviewed' });
    await world.ok('set_review', { folderId, review: true });
    const agent = await openProgram(world, 'writer');
    const other = await openProgram(world, 'reader');
    for (const title of ['One', 'Two', 'Three', 'Four']) await agent.call('create_doc', { title, bodyMarkdown: 'x', folderId });
    const { docId } = (await other.call('create_doc', { title: 'Alone', bodyMarkdown: 'x', folderId })).body;
    await other.call('create_doc', { title: 'Outside', bodyMarkdown: 'x' });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at('/home'));
    const lines = page.getByRole('listitem');
    await lines.filter({ hasText: 'created Outside' }).waitFor();
    await page.getByText(/^News since .*\d\d:\d\d$/).waitFor();
    // The document is in a folder without review.
    expect(await page.getByRole('link', { name: 'Review Outside' }).count()).toBe(0);
    expect(await findFaults(page, 'home')).toEqual([]);
    await page.getByRole('link', { name: 'Review what writer changed' }).click();
    const list = page.getByRole('grid', { name: 'Reviews' });
    await list.getByRole('row', { name: /Four/ }).waitFor();
    await page.getByText('Last changed by writer').waitFor();
    expect(await list.getByRole('row').count()).toBe(5);
    await page.getByRole('link', { name: 'Show all' }).click();
    await list.getByRole('row', { name: /Alone/ }).waitFor();
    await page.goto(world.at('/home'));
    await page.getByRole('link', { name: 'Review Alone' }).click();
    await page.waitForURL(`**/documents/item/${docId}`);
    const { reviewCount } = await world.ok('read_review', { itemId: docId });
    await world.ok('review_item', { itemId: docId, reviewCount, accept: true });
    await page.goto(world.at('/home'));
    await lines.filter({ hasText: 'created Alone' }).waitFor();
    expect(await page.getByRole('link', { name: 'Review Alone' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe('the first day', () => {
  it('has three steps that tick themselves', async () => {
    await using world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at('/home'));
    const steps = page.getByRole('region', { name: 'First steps' });
    const ticks = async () => await steps.getByRole('img').evaluateAll((signs) => signs.map((sign) => sign.getAttribute('aria-label')));
    await steps.getByRole('link', { name: 'Write a document' }).waitFor();
    await visitor.settle();
    // The gateway itself has made an agent for the key that it prints.
    expect(await ticks()).toEqual(['Not done', 'Not done', 'Not done']);
    await world.ok('create_doc', { title: 'Plan', bodyMarkdown: 'x' });
    await until('the first step is ticked', async () => (await ticks())[0] === 'Done');
    const program = await openProgram(world, 'writer');
    await until('the second step is ticked', async () => (await ticks())[1] === 'Done');
    await program.call('whoami', {});
    await until('the third step is ticked', async () => (await ticks())[2] === 'Done');
    // From the next visit on, Home shows only the news.
    await page.reload();
    await page.getByText('Nothing new').waitFor();
    await visitor.settle();
    expect(await steps.count()).toBe(0);
    expect(await page.getByText('News since').count()).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe('dates and names', () => {
  it('are whole on Home, in the inbox and in every list, from a phone to a wide screen', async () => {
    await using world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
    const agent = await openProgram(world, 'An agent whose name is about as long as the name of an agent can be');
    const title = 'A title that is about as long as a title of a document or of a task can be before it becomes a sentence of its own';
    const dayMs = 86_400_000;
    for (const days of [-400, -2, 0, 1, 3, 40, 400])
      await agent.call('create_task', {
        title: `${days} ${title}`,
        assignee: ownerEmail,
        dueAt: new Date(Date.now() + days * dayMs).toISOString().slice(0, 10),
      });
    for (const name of ['One', 'Two']) await agent.call('create_doc', { title: `${name} ${title}`, bodyMarkdown: 'x' });
    await world.ok('write_skill', { name: 'a-skill', description: title, content: '# Steps' });
    const { id: folderId } = await world.ok('create_folder', { name: `Folder with ${title}`.slice(0, 80) });
    await world.ok('set_review', { folderId, review: true });
    await agent.call('create_doc', { title: `Waiting ${title}`, bodyMarkdown: 'x', folderId });
    const { docId } = await world.ok('create_doc', { title: `Deleted ${title}`, bodyMarkdown: 'x' });
    await world.ok('delete_doc', { docId });
    await world.ok('prepare_take_back', { agentId: agent.agentId, since: 1 });
    const paths = ['home', 'inbox', 'tasks', 'documents', 'documents/reviews', 'documents/trash', 'skills', 'agents'];
    paths.push('activity', 'activity/take-back', 'people');
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const found: string[] = [];
    for (const width of [390, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of paths) {
        await page.goto(world.at(`/${path}`));
        await page.getByRole('main').getByRole('row').or(page.getByRole('main').getByRole('listitem')).nth(1).waitFor();
        await visitor.settle();
        found.push(...(await findCutWords(page)).map((words) => `${path}, ${width} pixels: ${words}`));
      }
    }
    expect({ found, faults }).toEqual({ found: [], faults: [] });
  });
});
