import { sampleActivity } from '@gatehouse/storage/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world[Symbol.asyncDispose]());

const lastCall = async (tool: string): Promise<Loose> => (await world.ok(world.owner, 'list_activity', { tool, limit: 1 })).activity[0];

it('gives the versions that one call made, by name, and none of other calls (D44.10)', async () => {
  const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Launch plan', bodyMarkdown: 'one' });
  await world.ok(world.owner, 'update_doc', { docId, bodyMarkdown: 'two', changeSummary: 'Second' });
  const row = await lastCall('update_doc');
  expect(row).toMatchObject({ itemId: docId, itemName: 'Launch plan' });
  const expected = { versions: [{ itemId: docId, name: 'Launch plan', version: 2 }], isCut: false };
  expect(await world.ok(world.owner, 'list_call_versions', { requestId: row.requestId })).toEqual(expected);
  expect(await world.ok(world.owner, 'list_call_versions', { requestId: row.requestId, itemId: docId })).toEqual(expected);
  expect(await world.ok(world.owner, 'list_call_versions', { requestId: 'req_none' })).toEqual({ versions: [], isCut: false });
});

it('names neither item nor version to a person who does not see the item', async () => {
  const member = await world.addPerson('member@acme.test');
  const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
  const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Salaries', bodyMarkdown: 'one', folderId });
  const { requestId } = await lastCall('create_doc');
  expect((await world.ok(world.owner, 'list_call_versions', { requestId })).versions).toEqual([
    { itemId: docId, name: 'Salaries', version: 1 },
  ]);
  expect(await world.ok(member, 'list_call_versions', { requestId })).toEqual({ versions: [], isCut: false });
});

it('lists calls by agents and by people apart (D44.9)', async () => {
  const tools = async (input: object) =>
    new Set((await world.ok(world.owner, 'list_activity', { limit: 500, ...input })).activity.map(({ tool }: Loose) => tool as string));
  const { id: agentId } = await world.ok(world.owner, 'create_agent', { name: 'reader' });
  const { key } = await world.ok(world.owner, 'create_key', { agentId, access: 'read' });
  await world.ok(key, 'list_tasks', {});
  const [agents, people] = [await tools({ by: 'agents' }), await tools({ by: 'people' })];
  expect([...agents]).toEqual(['list_tasks']);
  expect(people).toContain('create_doc');
  expect(people).not.toContain('list_tasks');
});

it('hides what the console reads to show its pages, and not what is done there (D44.9)', async () => {
  const record = (tool: string) =>
    world.store.perform(
      () => world.store.activity.record(sampleActivity({ orgId: world.orgId, personId: world.owner.personId, tool, entrance: 'console' })),
      { changes: false },
    );
  for (const tool of ['list_people', 'rename_folder']) await record(tool);
  const listed = async (input: object) =>
    (await world.ok(world.owner, 'list_activity', { entrance: 'console', ...input })).activity.map(({ tool }: Loose) => tool);
  expect(await listed({ by: 'people' })).toEqual(['rename_folder']);
  expect(await listed({})).toEqual(['rename_folder', 'list_people']);
});
