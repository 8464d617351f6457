import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { findFaults } from './page-states.ts';
import { openProgram } from './walks/program.ts';

const each = 10;
const reviewed = 'We ship on Monday.\n';
const changed = 'We ship on Friday.\n';
/** Text of an item. Declined items have the last word again. */
const textOf = (title: string, days: string) => `${title}.\n\n${days}`;

/** A kind of entry: how an agent makes one, and what is left of it after the person accepted or declined. */
interface Kind {
  panel: string;
  add: (title: string) => Promise<unknown>;
  accepted: unknown;
  declined: unknown;
  stateOf: (title: string) => Promise<unknown>;
  /** True if declining asks for a reason. */
  asksWhy?: boolean;
}

/** All kinds of items that wait for a review, the newest last. */
async function kindsIn(world: ConsoleWorld, folderId: string): Promise<Record<string, Kind>> {
  const agent = await openProgram(world, 'writer');
  const ids = new Map<string, string>();
  const add = async (title: string, answer: Promise<Loose>, name: string) => {
    const { [name]: id } = await answer;
    ids.set(title, id);
    return id as string;
  };
  const asAgent = async (tool: string, input: object) => {
    const { status, body } = await agent.call(tool, input);
    expect([status, body]).toEqual([200, expect.anything()]);
    return body;
  };
  const addDoc = (title: string, how = (tool: string, input: object) => world.ok(tool, input)) =>
    add(title, how('create_doc', { title, bodyMarkdown: textOf(title, reviewed), folderId }), 'docId');
  const lastLine = (text: string) => text.trim().split('\n').at(-1);
  const docState = async (title: string) => lastLine((await world.ok('read_doc', { docId: ids.get(title) })).bodyMarkdown);
  const isInPlace = async (title: string) => {
    const { docs } = await world.ok('list_docs', { folderId, limit: 100 });
    return docs.some(({ id }: Loose) => id === ids.get(title));
  };
  return {
    'Changed document': {
      panel: 'Changes to review',
      add: async (title) => asAgent('edit_doc', { docId: await addDoc(title), oldText: 'Monday', newText: 'Friday' }),
      accepted: changed.trim(),
      declined: reviewed.trim(),
      stateOf: docState,
      asksWhy: true,
    },
    'Changed file': {
      panel: 'Changes to review',
      add: async (title) => {
        const content = textOf(title, reviewed);
        const fileId = await add(title, world.ok('write_file', { name: `${title}.txt`, content, folderId }), 'id');
        await asAgent('edit_file', { fileId, oldText: 'Monday', newText: 'Friday' });
      },
      accepted: changed.trim(),
      declined: reviewed.trim(),
      stateOf: async (title) => lastLine((await world.ok('read_file', { fileId: ids.get(title) })).content),
      asksWhy: true,
    },
    'New document': {
      panel: 'Changes to review',
      add: (title) => addDoc(title, asAgent),
      accepted: true,
      declined: false,
      stateOf: isInPlace,
      asksWhy: true,
    },
    'Deleted document': {
      panel: 'Deletion to review',
      add: async (title) => asAgent('delete_doc', { docId: await addDoc(title) }),
      accepted: false,
      declined: true,
      stateOf: isInPlace,
    },
    'A skill': {
      panel: 'Skill to review',
      add: (title) => {
        const name = title.toLowerCase().replaceAll(' ', '-');
        return add(
          title,
          asAgent('write_skill', { content: `---\nname: ${name}\ndescription: Notes.\n---\nWrite notes.\n`, folderId }),
          'id',
        );
      },
      accepted: true,
      declined: true,
      stateOf: async (title) => (await world.ok('list_skill_loads', { itemId: ids.get(title) })).reviewed,
    },
  };
}

const panelOf = (page: Page, title: string, name: string): Locator =>
  page
    .getByRole('complementary', { name: 'Details' })
    .filter({ has: page.getByRole('heading', { name: title }) })
    .filter({ hasText: name });

it.each([
  { width: 1280, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
] as const)('decides ten items of each kind with the keyboard alone, $width pixels wide (D86.6)', async ({ width, colorScheme }) => {
  await using world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
  const { id: folderId } = await world.ok('create_folder', { name: 'Handbook' });
  await world.ok('set_review', { folderId, review: true });
  const kinds = await kindsIn(world, folderId);
  const all = Object.entries(kinds).flatMap(([name, kind]) =>
    Array.from({ length: each }, (_, index) => ({
      title: `${name} ${index + 1}`,
      kind,
      isAccepted: name === 'A skill' || index % 2 === 0,
    })),
  );
  for (const { title, kind } of all) await kind.add(title);
  await using visitor = await world.visit(world.owner, { viewport: { width, height: 844 }, colorScheme });
  const { page, faults } = visitor;
  await page.goto(world.at('/inbox'));
  await page.getByRole('grid', { name: 'Inbox' }).waitFor();
  let keys = 0;
  const press = async (key: string) => {
    keys++;
    await page.keyboard.press(key);
  };
  await press('j');
  await press('Enter');
  for (const { title, kind, isAccepted } of all.toReversed()) {
    const panel = panelOf(page, kind.panel, title.startsWith('A skill') ? title.toLowerCase().replaceAll(' ', '-') : title);
    await panel.getByRole('button', { name: /^Accept|^Restore/ }).waitFor();
    if (title.endsWith(' 5')) expect(await findFaults(page, title)).toEqual([]);
    await press(isAccepted ? 'y' : 'n');
    if (isAccepted || !kind.asksWhy) continue;
    await panel.getByRole('textbox', { name: 'Why? (optional)' }).waitFor();
    await press('ControlOrMeta+Enter');
  }
  await page.getByText('Nothing unread').waitFor();
  expect(keys).toBeLessThanOrEqual(2 * all.length);
  // The last decisions can still be on their way.
  await expect
    .poll(() => Promise.all(all.map(({ title, kind }) => kind.stateOf(title))), { timeout: 60_000 })
    .toEqual(all.map(({ kind, isAccepted }) => (isAccepted ? kind.accepted : kind.declined)));
  expect((await world.ok('list_reviews')).items).toEqual([]);
  expect(faults).toEqual([]);
});
