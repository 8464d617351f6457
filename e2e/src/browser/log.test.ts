import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { phone } from './page-states.ts';
import { keyboard } from './walks/hands.ts';
import { openProgram } from './walks/program.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  // Three programs make 400 calls a minute each.
  world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Script for a page: the IDs of the rendered calls, from top to bottom. */
const shownIds = `[...document.querySelectorAll('[role=grid][aria-label=Calls] [role=rowgroup] [role=row]')]
  .map((row) => ({ id: Number(row.id.split('-').at(-1)), index: Number(row.ariaRowIndex ?? row.getAttribute('aria-rowindex')) }))
  .sort((one, other) => one.index - other.index)
  .map(({ id }) => id)`;

const linuxChrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** The numbers of all calls by agents, which the log opens on, newest first. */
async function wholeLog(): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Loose = await world.ok('list_activity', { by: 'agents', limit: 500, ...(cursor !== undefined && { cursor }) });
    ids.push(...page.activity.map(({ id }: { id: number }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

/**
 * Calls arrive at 20 a second while pages are left and visited again: at every moment the rows shown are a part of the log without a hole.
 */
async function expectWhole(forMs: number): Promise<void> {
  const programs = await Promise.all([1, 2, 3].map((number) => openProgram(world, `caller ${number} ${forMs}`)));
  await using ada = await world.visit(world.owner);
  const { page } = ada;
  await programs[0]?.call('whoami', {});
  await page.goto(world.at('/activity'));
  await page.getByRole('grid', { name: 'Calls' }).waitFor();
  const begin = performance.now();
  const end = begin + forMs;
  let calls = 0;
  const calling = (async () => {
    for (; performance.now() < end; calls++) {
      const { status } = (await programs[calls % programs.length]?.call('whoami', {})) ?? {};
      expect(status).toBe(200);
      // Schedules calls by the clock, so that slow answers do not reduce their number.
      await setTimeout(Math.max(0, begin + (calls + 1) * 50 - performance.now()));
    }
  })();
  const seen: number[][] = [];
  const places = ['People', 'Agents', 'Documents', 'Home'] as const;
  for (let visits = 0; performance.now() < end; visits++) {
    await keyboard.goTo(page, places[visits % places.length] as (typeof places)[number]);
    await keyboard.goTo(page, 'Activity');
    await page.getByRole('grid', { name: 'Calls' }).waitFor();
    for (let looks = 0; looks < 5; looks++) seen.push(await page.evaluate<number[]>(shownIds));
  }
  await calling;
  const [last] = (await world.ok('list_activity', { tool: 'whoami', limit: 1 })).activity;
  await expect.poll(async () => (await page.evaluate<number[]>(shownIds))[0]).toBeGreaterThanOrEqual(last.id);
  // Collects all listed calls by scrolling down.
  const listed = new Set<number>();
  const grid = page.getByRole('grid', { name: 'Calls' });
  for (let top = 0; listed.size < calls; top += 500) {
    await grid.evaluate((element, place) => (element.scrollTop = place), top);
    await ada.settle();
    for (const id of await page.evaluate<number[]>(shownIds)) listed.add(id);
    if (top > calls * 60) break;
  }
  const log = await wholeLog();
  seen.push([...listed].sort((one, other) => other - one));
  expect(listed.size).toBeGreaterThanOrEqual(calls);
  for (const ids of seen.filter(({ length }) => length > 0)) {
    const from = log.indexOf(ids[0] as number);
    expect(ids).toEqual(log.slice(from, from + ids.length));
  }
  expect(ada.faults).toEqual([]);
}

describe('the log', () => {
  it('shows its rows without gaps while calls arrive and pages are left and revisited', () => expectWhole(8000));

  it('opens on the calls of agents, and shows those of people and reads by the console on request', async () => {
    const program = await openProgram(world, 'opened');
    await program.call('whoami', {});
    await using ada = await world.visit(world.owner, { userAgent: linuxChrome });
    const { page, faults } = ada;
    await page.goto(world.at('/activity'));
    const rows = page.getByRole('grid', { name: 'Calls' }).getByRole('row');
    const chart = page.getByRole('region', { name: 'Calls over time' });
    await rows.filter({ hasText: 'whoami' }).first().waitFor();
    expect(await rows.filter({ hasText: 'Console' }).count()).toBe(0);
    expect(await chart.getByText(/console/).count()).toBe(0);
    await page.getByText('People', { exact: true }).last().click();
    await rows
      .filter({ hasText: 'invite_person' })
      .or(rows.filter({ hasText: 'create_key' }))
      .first()
      .waitFor();
    expect(await rows.filter({ hasText: /list_|browse_|my_account/ }).count()).toBe(0);
    await page.getByText('All', { exact: true }).click();
    await rows
      .filter({ hasText: /list_agents|list_keys/ })
      .first()
      .click();
    await page.getByRole('complementary').getByText('Chrome on Linux').waitFor();
    expect(faults).toEqual([]);
  });

  it('keeps the calls of a kind that is chosen below its chart', async () => {
    await using ada = await world.visit(world.owner);
    const { page, faults } = ada;
    const hourMs = 3_600_000;
    // Calls are counted only after two minutes.
    await page.route('**/tools/activity_histogram', async (route) => {
      const { to } = route.request().postDataJSON() as { to: number };
      const end = Math.ceil(to / hourMs) * hourMs;
      const calls = [
        { entrance: 'mcp', outcome: 'ok', calls: 4 },
        { entrance: 'http', outcome: 'forbidden', calls: 3 },
        { entrance: 'console', outcome: 'ok', calls: 5 },
      ];
      const json = { bucketMs: hourMs, from: end - 24 * hourMs, to: end, countedTo: end, buckets: [{ start: end - hourMs, calls }] };
      await route.fulfill({ json });
    });
    await page.goto(world.at('/activity'));
    const chart = page.getByRole('region', { name: 'Calls over time' });
    const search = () => Object.fromEntries(new URL(page.url()).searchParams);
    await chart.getByRole('button', { name: '3 refused' }).click();
    await expect.poll(search).toEqual({ by: 'agents', result: 'refused' });
    await chart.getByRole('button', { name: '3 refused', pressed: true }).click();
    await expect.poll(search).toEqual({ by: 'agents' });
    await chart.getByText('Entrance').click();
    await chart.getByRole('button', { name: '4 MCP' }).click();
    await expect.poll(search).toEqual({ by: 'agents', entrance: 'mcp' });
    // Calls of people are no part of the chart of agents.
    expect(await chart.getByRole('button').allTextContents()).toEqual([' 3 HTTP', ' 4 MCP']);
    await page.goto(world.at('/activity?by=all'));
    await chart.getByRole('button', { name: '9 OK' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('asks for its chart again only when a new call is counted', async () => {
    const program = await openProgram(world, 'charted');
    await program.call('whoami', {});
    await using ada = await world.visit(world.owner);
    const { page, faults } = ada;
    let asked = 0;
    page.on('request', (request) => void (asked += Number(request.url().endsWith('/activity_histogram'))));
    await page.clock.install();
    await page.goto(world.at(`/activity?by=all&agentId=${program.agentId}`));
    const rows = page.getByRole('grid', { name: 'Calls' }).getByRole('row');
    await rows.filter({ hasText: 'whoami' }).waitFor();
    await ada.settle();
    await page.clock.fastForward('10:00');
    await ada.settle();
    expect(asked).toBe(1);
    await program.call('list_tasks', {});
    await rows.filter({ hasText: 'list_tasks' }).waitFor();
    await page.clock.fastForward('02:59');
    await ada.settle();
    expect(asked).toBe(1);
    await page.clock.fastForward('00:02');
    await expect.poll(() => asked).toBe(2);
    expect(faults).toEqual([]);
  });

  it('names the item of a call, even of a live one, and leads to the version that the call made', async () => {
    const program = await openProgram(world, 'editor');
    const { docId } = (await program.call('create_doc', { title: 'Launch plan', bodyMarkdown: 'one' })).body;
    await using ada = await world.visit(world.owner);
    const { page, faults } = ada;
    await page.goto(world.at(`/activity?agentId=${program.agentId}`));
    const rows = page.getByRole('grid', { name: 'Calls' }).getByRole('row');
    await rows.filter({ hasText: /create_doc.*Launch plan/ }).waitFor();
    await program.call('edit_doc', { docId, oldText: 'one', newText: 'two' });
    await program.call('update_doc', { docId, bodyMarkdown: 'three', changeSummary: 'Third' });
    await rows.filter({ hasText: /edit_doc.*Launch plan/ }).click();
    const story = page.getByRole('complementary');
    await story.getByRole('link', { name: 'Launch plan', exact: true }).waitFor();
    for (const term of ['Agent', 'Document']) await story.getByRole('term').getByText(term, { exact: true }).waitFor();
    await story.getByRole('link', { name: 'Launch plan, version 2' }).click();
    await page.waitForURL('**/documents/item/*?version=2');
    expect(faults).toEqual([]);
  });

  it('takes a filter in words, and shows on a phone who called', async () => {
    const program = await openProgram(world, 'phoned');
    await program.call('read_doc', { docId: 'doc_0' });
    await program.call('whoami', {});
    await using ada = await world.visit(world.owner, phone);
    const { page, faults } = ada;
    await page.goto(world.at('/activity'));
    const rows = page.getByRole('grid', { name: 'Calls' }).getByRole('row');
    await rows.filter({ hasText: /phoned.*whoami/ }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.keyboard.type('refused');
    await page.getByRole('option', { name: 'Result: Refused' }).waitFor();
    await page.keyboard.press('Enter');
    await rows.filter({ hasText: /phoned.*whoami/ }).waitFor({ state: 'detached' });
    const refused = rows.filter({ hasText: /phoned.*read_doc/ }).getByText('No such item');
    expect(await refused.getAttribute('title')).toMatch(/^400 invalid_request no_such_item$/);
    expect(faults).toEqual([]);
  });

  it('shows its rows without gaps for five minutes', { tags: ['nightly'], timeout: 900_000 }, () => expectWhole(300_000));
});
