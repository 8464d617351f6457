import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { type ChangingService, openChangingService, tool } from '../services/changing-service.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { openProgram } from './walks/program.ts';

/** Documents in a folder, and tasks: more than any page loads at once. */
const many = 2000;

/** Data that Home loads, without its code. */
const maxHomeBytes = 60 * 1024;

let world: ConsoleWorld;
let folderId: string;
let connectionId: string;
let service: ChangingService;
beforeAll(async () => {
  world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '100000', GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' });
  const program = await openProgram(world, 'writer');
  folderId = (await world.ok('create_folder', { name: 'Pile' })).id;
  const numbers = Array.from({ length: many }, (_, number) => number).values();
  const next = async () => {
    for (const number of numbers) {
      await program.call('create_doc', { title: `Note ${number}`, folderId });
      await program.call('create_task', { title: `Step ${number}` });
    }
  };
  await Promise.all(Array.from({ length: 8 }, next));
  service = await openChangingService(Array.from({ length: 250 }, (_, number) => tool(`tool_${number}`)));
  const made = await world.ok('add_connection', { kind: 'mcp-http', url: service.url, service: 'large', name: 'Large' });
  connectionId = made.connectionId;
  service.tools = service.tools.map((one) => ({ ...one, description: `${one.description} It is new.` }));
  await world.ok('test_connection', { connectionId });
}, 300_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

it('the search reports that there may be more results than it shows', async () => {
  await using visitor = await world.visit(world.owner);
  const { page, faults } = visitor;
  await page.goto(world.at('/search?q=Note'));
  await page.getByRole('status').getByText('25+ results').waitFor();
  expect(faults).toEqual([]);
});

it('Home loads at most 60 KB, and reports that an agent may have changed more than it has loaded', async () => {
  await using visitor = await world.visit(world.owner);
  const { page, faults } = visitor;
  // By request: news that came meanwhile loads a page again.
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const request = `${response.url()} ${response.request().postData()}`;
    if (response.url().includes('/tools/') && !sizes.has(request))
      sizes.set(
        request,
        response.body().then(({ length }) => length),
      );
  });
  await page.goto(world.at('/home'));
  await page
    .getByText(/created \d+\+ items/)
    .first()
    .waitFor();
  await visitor.settle();
  const bytes = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThanOrEqual(maxHomeBytes);
  expect(faults).toEqual([]);
});

/** Every count that a page shows of something that can be many, with the number in the store. */
const counts = [
  {
    title: 'the folder in the list of documents',
    path: '/documents',
    shown: (page: Page) => page.getByRole('grid').getByText(/^[\d,]+ items$/),
    count: async () => `${format(await inFolder())} items`,
  },
  {
    title: 'the folder in the tree',
    path: '/documents',
    shown: (page: Page) => page.getByRole('link', { name: /^Pile/ }).getByText(/^[\d,]+$/),
    count: async () => format(await inFolder()),
  },
  {
    title: 'the tools on hold, of which a page shows a part',
    path: () => `/services/${connectionId}?tab=held`,
    shown: (page: Page) => page.getByText(/tools on hold\.$/),
    count: async () => `${format(await heldTools())} tools on hold.`,
  },
  {
    title: 'the inbox, in the navigation, up to 99',
    path: '/people',
    shown: (page: Page) => page.getByRole('link', { name: /^Inbox/ }).getByText(/^\d/),
    count: async () => `${format(Math.min(99, await unreadEntries()))}+ unread`,
  },
  {
    title: 'tasks',
    path: '/tasks',
    shown: (page: Page) => page.getByRole('status').getByText(/tasks$/),
    count: async () => `${format(await openTasks())} tasks`,
  },
] as const;

const format = (number: number) => new Intl.NumberFormat('en-GB').format(number);

async function inFolder(): Promise<number> {
  let found = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await world.ok('browse_folder', { folderId, limit: 60, ...(cursor !== undefined && { cursor }) });
    found += page.items.length;
    cursor = page.nextCursor;
  }
  return found;
}

async function heldTools(): Promise<number> {
  const { connections } = await world.ok('list_connections');
  return connections.find((one: Loose) => one.connectionId === connectionId).heldCount;
}

async function unreadEntries(): Promise<number> {
  let found = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await world.ok('list_inbox', { limit: 200, ...(cursor !== undefined && { cursor }) });
    found += page.entries.length;
    cursor = page.nextCursor;
  }
  return found;
}

async function openTasks(): Promise<number> {
  let found = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await world.ok('browse_tasks', { isOpen: true, limit: 200, ...(cursor !== undefined && { cursor }) });
    found += page.tasks.length;
    cursor = page.nextCursor;
  }
  return found;
}

describe('the number on the page is that of the store, or says that there are more', () => {
  for (const { title, path, shown, count } of counts)
    it(title, async () => {
      await using visitor = await world.visit(world.owner);
      const { page, faults } = visitor;
      const expected = await count();
      await page.goto(world.at(typeof path === 'string' ? path : path()));
      const place = shown(page).first();
      await place.waitFor();
      // Until all have come, it is not a number that is believed.
      for (let text = ''; text !== expected; ) {
        text = (await place.textContent()) ?? '';
        if (text !== expected) expect(text).toContain('+');
      }
      expect(faults).toEqual([]);
    });
});
