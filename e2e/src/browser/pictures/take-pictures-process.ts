// A program: takes the pictures of the documentation again, `node e2e/src/browser/pictures/take-pictures-process.ts [file …]`.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type ConsoleWorld, openConsoleWorld } from '../console-world.ts';
import { typeInto } from '../walks/hands.ts';
import { openProgram } from '../walks/program.ts';
import { connectAccounts, connectForPictures, tryTool } from './service-pictures.ts';

const folder = path.join(import.meta.dirname, '../../../../docs/pictures');

const start = Date.now();
const dayMs = 24 * 60 * 60_000;

interface Picture {
  file: string;
  path: string;
  scheme: 'light' | 'dark';
  /** Height in pixels, if the default of 760 cuts off the subject. */
  height?: number;
  prepare?: (page: Page, world: ConsoleWorld) => Promise<unknown>;
}

const pictures: Picture[] = [
  { file: 'home.png', path: '/home', scheme: 'light', prepare: (page) => page.getByText('Changed by agents').waitFor() },
  {
    file: 'inbox.png',
    path: '/inbox',
    scheme: 'light',
    height: 520,
    prepare: async (page) => {
      await page.getByRole('row', { name: /How we release/ }).click();
      await page.getByRole('button', { name: 'Accept all 2 changes' }).waitFor();
    },
  },
  {
    file: 'search.png',
    path: '/search?q=release+notes',
    scheme: 'light',
    height: 420,
    prepare: (page) => page.locator('mark').first().waitFor(),
  },
  {
    file: 'agents.png',
    path: '/agents',
    scheme: 'light',
    height: 860,
    prepare: async (page) => {
      await page.getByRole('row', { name: /release-bot/ }).click();
      await typeInto(page.getByLabel('Tool', { exact: true }), 'delete_doc');
      await page.getByRole('button', { name: 'Check access' }).click();
      await page.getByText('Create a key with write access.').waitFor();
    },
  },
  {
    file: 'connect.png',
    path: '/agents/connect',
    scheme: 'light',
    async prepare(page, world) {
      await typeInto(page.getByLabel('Name'), 'deploy-bot');
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = (await page.locator('[data-secret]').textContent()) ?? '';
      await page.getByText('Waiting for the first call').waitFor();
      await call(world, key, 'whoami', 'curl/8.5');
      await page.getByText('It works.').waitFor();
    },
  },
  {
    file: 'editing.png',
    path: '/documents',
    scheme: 'light',
    async prepare(page, world) {
      const { results } = await world.ok('search', { query: 'Release notes', type: 'doc' });
      await page.goto(world.at(`/documents/item/${results[0].id}?edit=true`));
      await page.getByRole('textbox', { name: /^Source of/ }).focus();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type('\nThanks to everybody who tried it.\n');
      await page.keyboard.press('ControlOrMeta+e');
      const writer = await openProgram(world, 'notes-writer');
      await writer.call('edit_doc', { docId: results[0].id, oldText: 'Faster search', newText: 'Search in half the time' });
      await page.getByRole('region', { name: 'Preview' }).getByText('half the time').waitFor();
    },
  },
  {
    file: 'tasks.png',
    path: '/tasks?view=board',
    scheme: 'light',
    prepare: (page) => page.getByRole('link', { name: /Rotate the signing key/ }).click(),
  },
  {
    file: 'activity.png',
    path: `/activity?since=${start - dayMs}&until=${start}`,
    scheme: 'dark',
    async prepare(page) {
      await page.getByText('refused').first().waitFor();
      await page
        .getByRole('row', { name: /Forbidden/ })
        .first()
        .click();
    },
  },
];

/** Pictures of the document. */
const documentPictures = ({ docId, folderId, takeBackId, reviewedId, commentId }: Shown): Picture[] => [
  {
    file: 'folder.png',
    path: `/documents/folder/${folderId}`,
    scheme: 'light',
    async prepare(page) {
      await page.getByRole('button', { name: 'Share' }).click();
      await page.getByText('Shared with them').waitFor();
    },
  },
  {
    file: 'document.png',
    path: `/documents/item/${docId}`,
    scheme: 'light',
    prepare: (page) => page.getByRole('article').getByText('Copy the database').waitFor(),
  },
  {
    file: 'review.png',
    path: `/documents/item/${reviewedId}`,
    scheme: 'light',
    height: 640,
    prepare: (page) => page.getByRole('region', { name: 'Change 1 of 2' }).waitFor(),
  },
  {
    file: 'comments.png',
    path: `/documents/item/${docId}?comment=${commentId}`,
    scheme: 'light',
    height: 640,
    prepare: (page) => page.getByRole('complementary').getByText('With gatehouse backup. Shall I add it?').waitFor(),
  },
  {
    file: 'version.png',
    path: `/documents/item/${docId}?version=2`,
    scheme: 'dark',
    prepare: (page) => page.locator('ins').first().waitFor(),
  },
  {
    file: 'take-back.png',
    path: `/activity/take-back/${takeBackId}`,
    scheme: 'light',
    prepare: (page) => page.getByRole('checkbox').nth(1).waitFor(),
  },
];

const servicePictures = (connectionId: string): Picture[] => [
  {
    file: 'service.png',
    path: `/services/${connectionId}?tool=create_issue`,
    scheme: 'light',
    height: 940,
    prepare: tryTool,
  },
  {
    file: 'held.png',
    path: `/services/${connectionId}?tab=held`,
    scheme: 'dark',
    height: 420,
    prepare: (page) => page.getByRole('button', { name: 'Approve add_comment' }).waitFor(),
  },
];

const accountPictures = (connectionId: string): Picture[] => [
  {
    file: 'accounts.png',
    path: `/services/${connectionId}?tab=account`,
    scheme: 'light',
    height: 480,
    prepare: (page) => page.getByRole('row', { name: /Mary Somerville/ }).waitFor(),
  },
];

interface Shown {
  docId: string;
  folderId: string;
  takeBackId: string;
  /** A document with changes of an agent that wait for a review. */
  reviewedId: string;
  /** A comment on the first document that an agent has answered. */
  commentId: string;
}

const text = `# Release 2.1

Search is **twice as fast**, and folders can be shared.

## What is new

- Faster search
- Folders can be shared
  - with people
  - with everybody

## How to upgrade

1. Stop the gateway
2. Copy the database
3. Start the new one

| Version | Date | Who |
|---|---|---|
| 2.0 | March | Ada |
| 2.1 | June | Grace |

## Known problems

None.
`;

const handbook = '# How we release\n\nWe release every second Monday.\n\nEach release has notes.\n\nGrace answers questions about it.\n';

/** Fills a folder with changes by an agent and by people, and prepares a take-back of the agent. */
async function write(world: ConsoleWorld): Promise<Shown> {
  const { ok } = world;
  const { id: folderId } = await ok('create_folder', { name: 'Releases' });
  const { id: handbookId } = await ok('create_folder', { name: 'Handbook' });
  await ok('create_folder', { name: 'Customer research' });
  await ok('share_folder', { folderId, email: 'grace@example.com' });
  const { docId } = await ok('create_doc', { title: 'Release notes', bodyMarkdown: text.replace('twice as fast', 'faster'), folderId });
  const titles = ['Checklist', 'Names of releases', 'Who tests what'];
  const others = await Promise.all(
    titles.map(async (title): Promise<string> => (await ok('create_doc', { title, bodyMarkdown: 'before\n', folderId })).docId),
  );
  const agent = await ok('create_agent', { name: 'notes-writer' });
  const { key } = await ok('create_key', { agentId: agent.id, access: 'write' });
  await call(world, key, 'edit_doc', 'acme/2.1', { docId, oldText: 'faster', newText: 'twice as fast' });
  for (const id of others) await call(world, key, 'edit_doc', 'acme/2.1', { docId: id, oldText: 'before', newText: 'after' });
  await call(world, key, 'write_file', 'acme/2.1', { name: 'figures.csv', content: 'version,seconds\n2.1,4\n', folderId });
  await ok('append_doc', { docId, text: '\nTell Grace of others.\n' });
  // Changes that wait for a review, and a question.
  await ok('set_review', { folderId: handbookId, review: true });
  const { docId: waitingId } = await ok('create_doc', { title: 'How we release', bodyMarkdown: handbook, folderId: handbookId });
  await call(world, key, 'edit_doc', 'acme/2.1', { docId: waitingId, oldText: 'every second Monday', newText: 'every Tuesday' });
  await call(world, key, 'edit_doc', 'acme/2.1', { docId: waitingId, oldText: 'Grace', newText: 'Ada and Grace' });
  await call(world, key, 'add_comment', 'acme/2.1', { itemId: docId, text: '@ada@example.com Should I name the customers here?' });
  const { commentId } = await ok('add_comment', { itemId: docId, quote: 'Copy the database', text: '@notes-writer With which command?' });
  await call(world, key, 'add_comment', 'acme/2.1', { answerTo: commentId, text: 'With gatehouse backup. Shall I add it?' });
  // One place that both changed, so that a person must choose.
  await ok('edit_doc', { docId: others[0], oldText: 'after', newText: 'after the meeting' });
  const { takeBackId } = await ok('prepare_take_back', { agentId: agent.id, since: start - dayMs });
  while ((await ok('continue_take_back', { takeBackId })).state === 'looking');
  return { docId, folderId, takeBackId, reviewedId: waitingId, commentId };
}

async function call({ gateway }: ConsoleWorld, key: string, tool: string, client: string, input: object = {}): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'X-Gatehouse-Client': client };
  await fetch(`${gateway.url}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) });
}

/** Makes the calls of agents during a day. */
async function callAsAgents(world: ConsoleWorld): Promise<void> {
  const { ok } = world;
  const works: [name: string, ownerEmail: string | undefined, tools: string[]][] = [
    ['release-bot', undefined, ['whoami', 'list_docs', 'search', 'read_doc', 'list_tasks']],
    ['docs-writer', 'grace@example.com', ['list_docs', 'search', 'search', 'list_versions']],
    ['nightly-import', undefined, ['list_files', 'list_folders', 'create_doc']],
  ];
  for (const [name, ownerEmail, tools] of works) {
    const agent = await ok('create_agent', { name, ...(ownerEmail && { ownerEmail }) });
    const { key } = await ok('create_key', { agentId: agent.id, access: 'read', name: 'production' });
    const inputs: Record<string, object> = { search: { query: 'release' }, read_doc: { docId: `doc_${'0'.repeat(26)}` } };
    for (let times = 0; times < 12; times++) for (const tool of tools) await call(world, key, tool, 'acme/2.1', inputs[tool]);
  }
  await ok('create_agent', { name: 'old-import' });
}

const releaseNotes =
  '# 2.1\n\n- Faster search\n- Folders can be shared with the whole organization\n- Agents see who they act for\n\n## Known problems\n\n- Large archives take long to import\n';

const tasks: [title: string, status: string, dueInDays: number | undefined, byAgent: boolean][] = [
  ['Publish the release notes', 'todo', 1, true],
  ['Answer the questions of the security review', 'todo', 4, false],
  ['Plan the offsite', 'todo', undefined, false],
  ['Rotate the signing key of staging', 'in_progress', 0, true],
  ['Write the migration guide', 'in_progress', 6, false],
  ['Fix the import of large archives', 'stuck', -1, true],
  ['Measure the search at a million documents', 'done', -2, false],
  ['Review the contract with the mail provider', 'canceled', undefined, false],
];

async function fillTasks(world: ConsoleWorld): Promise<void> {
  const agent = await world.ok('create_agent', { name: 'planner' });
  const { key } = await world.ok('create_key', { agentId: agent.id, access: 'write' });
  const today = Math.floor(start / dayMs) * dayMs;
  for (const [index, [title, status, days, byAgent]] of tasks.entries()) {
    const assignee = index % 2 === 0 ? 'grace@example.com' : 'ada@example.com';
    const input = { title, status, assignee, ...(days !== undefined && { dueAt: today + days * dayMs }) };
    if (byAgent) await call(world, key, 'create_task', 'acme/2.1', input);
    else await world.ok('create_task', input);
  }
}

/**
 * Spreads the calls over the last day, and makes the people members since then, so that Home has news of a day. The sums of the log contain
 * only calls that are at least two minutes old.
 */
async function spreadCalls({ place, ok }: ConsoleWorld): Promise<void> {
  const database = new DatabaseSync(path.join(place.data, 'gatehouse.db'), { timeout: 10_000 });
  const rows = database.prepare('SELECT id FROM activity ORDER BY id').all();
  const update = database.prepare('UPDATE activity SET at = ? WHERE id = ?');
  rows.forEach(({ id }, index) => {
    const wave = Math.sin((index / rows.length) * 14) / 30;
    const before = Math.max(0, 1.02 - index / rows.length - wave) * 0.95 * dayMs;
    update.run(Math.round(start - before) - 150_000, id ?? null);
  });
  database.prepare('UPDATE people SET created_at = ?').run(start - dayMs);
  database.close();
  for (;;) {
    const { buckets } = await ok('activity_histogram', { from: start - dayMs, to: start });
    if (buckets.length > 20) return;
    await pause(1000);
  }
}

await using world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '1000', GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' });
await world.ok('add_person', { email: 'grace@example.com', name: 'Grace Hopper' });
const notes = await connectAccounts(world);
await using __ = notes.service;
await world.ok('create_doc', { title: 'Release notes', bodyMarkdown: releaseNotes });
await fillTasks(world);
const shown = await write(world);
const github = await connectForPictures(world);
await using _ = github.service;
// Last: the log begins with the newest.
await callAsAgents(world);
await spreadCalls(world);
const all = [...pictures, ...documentPictures(shown), ...servicePictures(github.connectionId), ...accountPictures(notes.connectionId)];
const asked = process.argv.slice(2);
for (const { file, path: address, scheme, height = 760, prepare } of all) {
  if (asked.length > 0 && !asked.includes(file)) continue;
  await using visitor = await world.visit(world.owner, { colorScheme: scheme, viewport: { width: 1280, height } });
  const { page } = visitor;
  await page.goto(world.at(address));
  // A document may begin with one of its own.
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await prepare?.(page, world);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: path.join(folder, file) });
}
