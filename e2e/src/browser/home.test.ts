import type { Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../kit/until.ts';
import type { ChangingService } from '../services/changing-service.ts';
import { type ConsoleWorld, openConsoleWorld, ownerEmail } from './console-world.ts';
import { findFaults } from './page-states.ts';
import { connectTracker } from './tracker.ts';
import { openProgram } from './walks/program.ts';

describe('home', () => {
  let world: ConsoleWorld;
  let service: ChangingService;
  beforeAll(async () => {
    world = await openConsoleWorld([], { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' });
    service = await connectTracker(world.place);
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  it('links to tools that are held after a change by their service, until a person has approved them', async () => {
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    const isProbe = (request: Request) => request.url().endsWith('/healthz');
    const ended = Promise.race([page.waitForEvent('requestfinished', isProbe), page.waitForEvent('requestfailed', isProbe)]);
    await page.goto(world.at('/home'));
    // An answer that is not read keeps its connection from other requests until it is given up.
    expect((await ended).failure()).toBeNull();
    const held = page.getByRole('region', { name: /Tools on hold/ });
    await held.getByText('tracker').waitFor();
    await held.getByRole('link', { name: '1 tool', exact: true }).click();
    await page.waitForURL('**/services/*?tab=held');
    await page.getByText('Does more than before.').first().waitFor();
    await page.getByRole('button', { name: 'Approve create' }).click();
    await page.getByText('No tools on hold').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await visitor.settle();
    await held.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });
});

describe('what waits for a person', () => {
  it('appears on Home: agents’ changes to review, and comments by others, until the person deals with them', async () => {
    await using world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
    const { id: folderId } = await world.ok('create_folder', { name: 'Reviewed' });
    await world.ok('set_review', { folderId, review: true });
    const { docId } = await world.ok('create_doc', { title: 'Plan', bodyMarkdown: 'We ship on Monday.', folderId });
    await world.ok('add_comment', { itemId: docId, text: 'My own words' });
    const agent = await openProgram(world, 'writer');
    await using visitor = await world.visit(world.owner);
    const { page, faults } = visitor;
    await page.goto(world.at('/home'));
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await visitor.settle();
    await agent.call('edit_doc', { docId, oldText: 'Monday', newText: 'Friday' });
    await agent.call('add_comment', { itemId: docId, text: `@${ownerEmail} is Friday right?` });
    const reviews = page.getByRole('region', { name: 'Changes to review' });
    await reviews.getByText('has changes by agents').waitFor();
    const comments = page.getByRole('region', { name: 'Comments for you' });
    await comments.getByText('is Friday right?').waitFor();
    expect(await page.getByText('My own words').count()).toBe(0);
    expect(await findFaults(page, 'what waits')).toEqual([]);
    const { reviewCount } = await world.ok('read_review', { itemId: docId });
    await world.ok('review_item', { itemId: docId, reviewCount, accept: true });
    await reviews.waitFor({ state: 'detached' });
    await comments.getByRole('link', { name: 'is Friday right?' }).click();
    await page.waitForURL(`**/documents/item/${docId}?comments=true&comment=*`);
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
    expect((await ticks())[0]).toBe('Not done');
    expect((await ticks())[2]).toBe('Not done');
    await world.ok('create_doc', { title: 'Plan', bodyMarkdown: 'x' });
    await until('the first step is ticked', async () => (await ticks())[0] === 'Done');
    const program = await openProgram(world, 'writer');
    await until('the second step is ticked', async () => (await ticks())[1] === 'Done');
    await program.call('whoami', {});
    await until('the third step is ticked', async () => (await ticks())[2] === 'Done');
    // On the next visit, the news has the page to itself.
    await page.reload();
    await page.getByText(/News since/).waitFor();
    await visitor.settle();
    expect(await steps.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('shows due dates whole, in one column that is not too wide', async () => {
    await using world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
    const program = await openProgram(world, 'planner');
    for (const [title, dueAt] of [
      ['Late', '2026-11-02'],
      ['Later', '2027-01-15'],
    ])
      await program.call('create_task', { title, dueAt, assignee: ownerEmail });
    for (const width of [390, 1280, 1920]) {
      await using visitor = await world.visit(world.owner, { viewport: { width, height: 900 } });
      const { page, faults } = visitor;
      await page.goto(world.at('/home'));
      const tasks = page.getByRole('region', { name: /Tasks for you/ });
      await tasks.getByText('15 Jan 2027').waitFor();
      const cut = await tasks.getByText(/2 Nov|15 Jan/).evaluateAll((dates) =>
        dates.flatMap((date) => {
          const cell = date.parentElement ?? date;
          const [inner, outer] = [date.getBoundingClientRect(), cell.getBoundingClientRect()];
          return inner.left < outer.left - 1 || inner.right > outer.right + 1 ? [date.textContent] : [];
        }),
      );
      expect({ width, cut }).toEqual({ width, cut: [] });
      expect((await tasks.boundingBox())?.width).toBeLessThanOrEqual(760);
      expect(faults).toEqual([]);
    }
  });
});
