import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { openProgram } from './walks/program.ts';

/** Items for tests of lists and of the number of calls. */
const many = 2000;
/** Enough items to see the progress. */
const some = 600;

describe('a person who changes 2,000 rows of a list in one action (D91)', () => {
  let world: ConsoleWorld;
  let program: Awaited<ReturnType<typeof openProgram>>;
  let folderId: string;
  let smallFolderId: string;
  beforeAll(async () => {
    world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '100000' });
    program = await openProgram(world, 'filler');
    folderId = (await program.call('create_folder', { name: 'Notes' })).body.id;
    smallFolderId = (await program.call('create_folder', { name: 'Few notes' })).body.id;
    await make(many, (number) => ['create_doc', { title: `Note ${number}`, folderId }]);
    await make(some, (number) => ['create_doc', { title: `Note ${number}`, folderId: smallFolderId }]);
    await make(many, (number) => ['create_task', { title: `Task ${number}` }]);
  }, 300_000);
  afterAll(() => world[Symbol.asyncDispose]());

  async function make(count: number, callOf: (number: number) => [string, object]): Promise<void> {
    const numbers = Array.from({ length: count }, (_, number) => number).values();
    const next = async () => {
      for (const number of numbers) expect((await program.call(...callOf(number))).status).toBe(200);
    };
    await Promise.all(Array.from({ length: 8 }, next));
  }

  /** Selects every row of a list, which loads the rest of it. */
  async function selectAll(page: Page, label: string, count = many): Promise<void> {
    const grid = page.getByRole('grid', { name: label });
    await grid.getByRole('row').nth(3).waitFor();
    await grid.press('ControlOrMeta+a');
    await page
      .getByRole('toolbar', { name: 'Selected rows' })
      .getByText(new RegExp(`^${String(count).slice(0, -1)}\\d selected$`))
      .waitFor({ timeout: 120_000 });
  }

  /** The changes that a page asks for, by the tool. */
  function changesOf(page: Page): string[] {
    const tools: string[] = [];
    page.on('request', (request: Request) => {
      const tool = /\/tools\/(\w+)$/.exec(request.url())?.[1] ?? '';
      if (/^(change_items|undo_bulk_change|stop_bulk_change|delete_|restore_|move_|purge_|update_|set_tags|prepare_|apply_)/.test(tool))
        tools.push(tool);
    });
    return tools;
  }

  const notice = (page: Page, text: string | RegExp) => page.locator('[data-notices]').getByText(text);
  const countIn = async (tool: string, input: object, field: string): Promise<number> => {
    let [count, cursor]: [number, string | undefined] = [0, undefined];
    do {
      const body = await world.ok(tool, { limit: 200, ...input, ...(cursor !== undefined && { cursor }) });
      count += body[field].length;
      cursor = body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return count;
  };

  /** Creates people, whose sessions have made no calls yet. */
  let people = 0;
  const somebody = () => world.join(`ada${++people}@example.com`, 'Ada', 'admin');

  it('sends one call to move them to the trash, and one to undo that', async () => {
    await using visitor = await world.visit(await somebody());
    const { page, faults } = visitor;
    await page.goto(world.at(`/documents/folder/${folderId}`));
    await selectAll(page, 'Contents');
    const changes = changesOf(page);
    await page.getByRole('button', { name: 'Move to trash' }).last().click();
    await notice(page, '2,000 items moved to the trash.').waitFor();
    expect(await countIn('list_trash', {}, 'items')).toBe(many);
    await page.getByRole('button', { name: 'Undo' }).click();
    await notice(page, 'Undone: 2,000 items.').waitFor();
    expect(await countIn('list_trash', {}, 'items')).toBe(0);
    expect(changes).toEqual(['change_items', 'undo_bulk_change']);
    expect(faults).toEqual([]);
  }, 300_000);

  it('continues with a closed tab, and another tab shows the progress', async () => {
    await using first = await world.visit(await somebody());
    await first.page.goto(world.at(`/documents/folder/${smallFolderId}`));
    await selectAll(first.page, 'Contents', some);
    await first.page.getByRole('button', { name: 'Move to trash' }).last().click();
    await notice(first.page, /^Moving to the trash… \d+ of 600$/).waitFor();
    const second = await first.page.context().newPage();
    await first.page.close();
    await second.goto(world.at('/documents/trash'));
    await notice(second, '600 items moved to the trash.').waitFor();

    await selectAll(second, 'Trash', some);
    const changes = changesOf(second);
    await second.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Restore' }).click();
    await notice(second, '600 items restored.').waitFor();
    await second.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    expect(changes).toEqual(['change_items']);
  }, 300_000);

  it('accepts the chosen skills that wait for a review', async () => {
    for (const name of ['deploy', 'rollback', 'triage'])
      await program.call('write_skill', { name, description: `Does ${name}.`, content: '# Steps\n' });
    await using visitor = await world.visit(await somebody());
    const { page, faults } = visitor;
    await page.goto(world.at('/skills?waiting=true'));
    const grid = page.getByRole('grid', { name: 'Skills' });
    for (const name of ['deploy', 'triage'])
      await grid
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox')
        .click();
    const changes = changesOf(page);
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Accept', exact: true }).click();
    await notice(page, '2 items accepted.').waitFor();
    await grid
      .getByRole('row', { name: /deploy|triage/ })
      .first()
      .waitFor({ state: 'detached' });
    await grid.getByRole('row', { name: /rollback/ }).waitFor();
    expect(changes).toEqual(['change_items']);
    expect(faults).toEqual([]);
  });

  it('waits at the limit of calls per minute, and keeps refused rows selected with one reason', async () => {
    const [{ id: kept }] = (await program.call('list_docs', { folderId: smallFolderId, limit: 1 })).body.docs;
    await world.ok('set_agent_memory', { docId: kept, isAgentMemory: true });
    await using visitor = await world.visit(await somebody());
    const { page } = visitor;
    await page.goto(world.at(`/documents/folder/${smallFolderId}`));
    await selectAll(page, 'Contents', some);
    let refused = 0;
    await page.route('**/tools/change_items', async (route) => {
      if (refused++ > 1) return await route.continue();
      const error = { code: 'rate_limited', message: 'too many calls' };
      await route.fulfill({ status: 429, headers: { 'Retry-After': '1' }, json: { error } });
    });
    await page.getByRole('button', { name: 'Move to trash' }).last().click();
    await notice(page, 'Moving to the trash…').first().waitFor();
    await notice(page, /^599 items moved to the trash\. 1 failed\. You can't change this\./).waitFor();
    expect(refused).toBe(3);
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await notice(page, 'Undone: 599 items.').waitFor();
  }, 300_000);

  it('sends one call for a field of 2,000 tasks', async () => {
    await using visitor = await world.visit(await somebody());
    const { page, faults } = visitor;
    await page.goto(world.at('/tasks'));
    await selectAll(page, 'Tasks');
    const changes = changesOf(page);
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Done' }).click();
    await notice(page, '2,000 tasks changed.').waitFor();
    expect(await countIn('browse_tasks', { isOpen: true }, 'tasks')).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await notice(page, 'Undone: 2,000 tasks.').waitFor();
    expect(await countIn('browse_tasks', { isOpen: true }, 'tasks')).toBe(many);
    expect(changes).toEqual(['change_items', 'undo_bulk_change']);
    expect(faults).toEqual([]);
  }, 300_000);
});
