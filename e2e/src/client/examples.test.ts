import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Client, createClient } from '@gatehouse/client';
import { syncFolder, triageTasks, writeNightlyReport } from '@gatehouse/examples';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openWorld, type World } from '../kit/world.ts';

/** A client as the examples make it. */
async function openClient(world: World) {
  const { key } = await world.createKey(world.owner, 'write');
  return createClient({ baseUrl: world.url, key });
}

function openFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-sync-'));
  return {
    folder,
    write: (name: string, text: string) => writeFileSync(path.join(folder, name), text),
    remove: (name: string) => rmSync(path.join(folder, name), { force: true }),
    files: () => Object.fromEntries(visible(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')])),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

function visible(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .toSorted();
}

describe('the nightly report', () => {
  it('reports 40 documents and the tasks, and writes the same document again', async () => {
    await using world = await openWorld();
    const client = await openClient(world);
    const now = world.clock.now;
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => client.createDoc({ title: `Plan ${index}`, bodyMarkdown: `# Goal ${index}\n` })),
    );
    await client.createTask({ title: 'Late', dueAt: now - 1000 });
    const { taskId } = await client.createTask({ title: 'Ready' });
    await client.updateTask({ taskId, status: 'done' });
    const docId = await writeNightlyReport(client, { since: now - 1000, now });
    const { bodyMarkdown } = await client.readDoc({ docId });
    expect(bodyMarkdown).toContain('- Plan 7, by test agent: Goal 7\n');
    expect(bodyMarkdown).toContain('## Tasks done\n\n- #2 Ready (owner@acme.test)\n');
    expect(bodyMarkdown).toContain('## Tasks overdue\n\n- #1 Late (owner@acme.test)\n');
    expect(await writeNightlyReport(client, { since: now - 1000, now })).toBe(docId);
  });
});

describe('task triage', () => {
  it('changes 32 tasks, and keeps tasks that someone else changes', async () => {
    await using world = await openWorld();
    const client = await openClient(world);
    await world.addPerson('ops@acme.test');
    const tasks = await Promise.all(Array.from({ length: 32 }, (_, index) => client.createTask({ title: `Fix server ${index}` })));
    await Promise.all(tasks.map(({ taskId }) => client.updateTask({ taskId, clear: ['assignee'] })));
    const rules = { now: world.clock.now, assignees: { server: 'ops@acme.test', desk: 'nobody@acme.test' }, daysToDo: 7 };
    expect(await triageTasks(client, rules)).toBe(32);
    expect(new Set((await client.listTasks()).map(({ assignee }) => assignee))).toEqual(new Set(['ops@acme.test']));
    expect(await triageTasks(client, rules)).toBe(0);
  });
});

describe('the folder sync', () => {
  it('sends 101 files, and then only the changed one', async () => {
    await using world = await openWorld();
    const client = await openClient(world);
    const { folderId } = await createFolder(client);
    using here = openFolder();
    for (let index = 0; index < 101; index++) here.write(`file ${index}.txt`, `text ${index}\n`);
    expect((await syncFolder(client, here.folder, folderId)).sent).toHaveLength(101);
    here.write('file 7.txt', 'changed\n');
    expect((await syncFolder(client, here.folder, folderId)).sent).toEqual(['file 7.txt']);
  });

  it('downloads remote changes, and keeps both versions of a file that changed on both sides', async () => {
    await using world = await openWorld();
    const client = await openClient(world);
    const { folderId } = await createFolder(client);
    const { id: fileId } = await client.writeFile({ name: 'plan.md', content: 'one\n', folderId });
    using here = openFolder();
    await syncFolder(client, here.folder, folderId);
    expect(here.files()).toEqual({ 'plan.md': 'one\n' });
    await client.writeFile({ fileId, content: 'two, there\n' });
    here.write('plan.md', 'two, here\n');
    expect((await syncFolder(client, here.folder, folderId)).conflicts).toEqual([['plan.md', 'plan (version 2).md']]);
    expect(here.files()).toEqual({ 'plan.md': 'two, here\n', 'plan (version 2).md': 'two, there\n' });
  });

  it('leaves two machines with the same files', async () => {
    await using world = await openWorld();
    const client = await openClient(world);
    const action = fc.record({
      where: fc.constantFrom('one', 'two'),
      what: fc.constantFrom('write', 'write', 'remove', 'sync'),
      name: fc.constantFrom('a.txt', 'b.txt', 'c.md'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
        const { folderId } = await createFolder(client);
        using one = openFolder();
        using two = openFolder();
        const machines = { one, two };
        for (const [step, action] of actions.entries()) {
          await take(client, folderId, machines[action.where], { ...action, text: `${action.where} ${step}\n` });
          world.clock.now += 10;
        }
        for (let round = 0; round < 4; round++) {
          for (const { folder } of [one, two]) await syncFolder(client, folder, folderId);
          world.clock.now += 10_000;
        }
        expect(two.files()).toEqual(one.files());
      }),
      { numRuns: 25 },
    );
  });
});

type Action = { what: string; name: string; text: string };

async function take(client: Client, folderId: string, machine: ReturnType<typeof openFolder>, { what, name, text }: Action): Promise<void> {
  if (what === 'remove') machine.remove(name);
  if (what === 'write') machine.write(name, text);
  if (what === 'sync') await syncFolder(client, machine.folder, folderId);
}

let folders = 0;

async function createFolder(client: Client): Promise<{ folderId: string }> {
  const { id } = await client.createFolder({ name: `Synced ${folders++}` });
  return { folderId: id };
}
