import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { keyboard } from './walks/hands.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Notes the tools that a page calls, and the tools of the log's rows that have arrived by its stream, as another window of it hears them. */
async function watch(page: Page): Promise<{ called: string[]; arrived: () => Promise<string[]> }> {
  const called: string[] = [];
  page.on('request', (request) => {
    const tool = /\/tools\/(\w+)$/.exec(request.url())?.[1];
    if (tool !== undefined) called.push(tool);
  });
  await page.evaluate(`(() => {
    window.arrived = [];
    new BroadcastChannel('gatehouse changes ${world.orgId}').onmessage = ({ data }) => {
      for (const { rows = [] } of data.changes ?? []) window.arrived.push(...rows.map(({ tool }) => tool));
    };
  })()`);
  return { called, arrived: () => page.evaluate<string[]>('window.arrived') };
}

describe("a person's own change", () => {
  it('is loaded once if it is shown, although the log reports it too', async () => {
    await world.ok('create_doc', { title: 'Named', bodyMarkdown: 'x' });
    await using ada = await world.visit(world.owner);
    const { page, settle } = ada;
    await page.goto(world.at('/documents'));
    await page.getByRole('row', { name: /Named/ }).waitFor();
    await settle();
    const { called, arrived } = await watch(page);
    await keyboard.press(page.getByRole('button', { name: 'Move Named to the trash' }));
    await page.getByRole('row', { name: /Named/ }).waitFor({ state: 'detached' });
    await expect.poll(arrived).toContain('delete_doc');
    await settle();
    expect(called.filter((tool) => tool === 'delete_doc' || tool === 'browse_folder').sort()).toEqual(['browse_folder', 'delete_doc']);
    expect(ada.faults).toEqual([]);
  });

  it('appears in the list of tasks from its answer, without another request', async () => {
    await world.ok('create_task', { title: 'Pressed' });
    await using ada = await world.visit(world.owner);
    const { page, settle } = ada;
    await page.goto(world.at('/tasks'));
    await keyboard.open(page, 'Tasks', /Pressed/);
    await page.getByRole('complementary').getByText('created this task').waitFor();
    await settle();
    const { called, arrived } = await watch(page);
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    await page.keyboard.press('s');
    await expect.poll(arrived).toContain('update_task');
    await settle();
    // The number of the inbox depends on tasks.
    expect(called.filter((tool) => tool !== 'count_inbox')).toEqual(['update_task']);
    await keyboard.open(page, 'Tasks', /Pressed/);
    await page.getByRole('complementary').getByText('Status: Todo to Stuck', { exact: true }).waitFor();

    // A change by someone else refetches the list.
    const { tasks } = await world.ok('browse_tasks', {});
    called.length = 0;
    await world.ok('update_task', { taskId: tasks[0].taskId, title: 'Renamed by another' });
    await page.getByRole('row', { name: /Renamed by another/ }).waitFor();
    expect(called).toContain('browse_tasks');
    expect(ada.faults).toEqual([]);
  });

  it('is counted once, and a member receives it no more often', async () => {
    const bob = await world.join('bob@own.example', 'Bob');
    await using visitor = await world.visit(bob);
    const { page, settle } = visitor;
    await page.goto(world.at('/tasks'));
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    await settle();
    const { called, arrived } = await watch(page);
    await page.keyboard.press('c');
    await page.getByRole('complementary').waitFor();
    await page.keyboard.type("Bob's own");
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').getByText('created this task').waitFor();
    await expect.poll(arrived).toContain('create_task');
    await settle();
    expect(called.filter((tool) => /task/.test(tool))).toEqual(['create_task', 'read_task']);
    expect(visitor.faults).toEqual([]);
  });
});
