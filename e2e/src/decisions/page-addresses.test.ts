import { expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { openDesk } from './desk.ts';

it('gives people the page of each document, file, skill, folder, task and connection (D9.4)', async () => {
  await using desk = await openDesk();
  const connection = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.com/' };
  const { connectionId } = await desk.as(desk.person, 'add_connection', connection);
  const folder = await desk.ok('create_folder', { name: 'Folder' });
  const folderId = folder.id;
  const doc = await desk.ok('create_doc', { title: 'needle', folderId });
  const file = await desk.ok('write_file', { name: 'needle.txt', content: 'a', folderId });
  const again = await desk.ok('write_file', { fileId: file.id, content: 'b' });
  const skill = await desk.ok('write_skill', { name: 'needle', description: 'd', content: 'c', folderId });
  const task = await desk.ok('create_task', { title: 'needle' });
  const { docId } = doc;
  const { taskId } = task;
  const inFolder = async (tool: string, list: string) => (await desk.ok(tool, { folderId }))[list][0].url;
  const results = [
    ...(await desk.ok('search', { query: 'needle' })).results,
    ...(await desk.ok('search', { query: 'needle', type: 'task' })).results,
  ];

  expect([doc.url, (await desk.ok('read_doc', { docId })).url, await inFolder('list_docs', 'docs')]).toEqual(
    Array(3).fill(desk.pageOf(docId)),
  );
  expect([file.url, again.url, (await desk.ok('read_file', { fileId: file.id })).url, await inFolder('list_files', 'files')]).toEqual(
    Array(4).fill(desk.pageOf(file.id)),
  );
  expect([skill.url, (await desk.ok('read_file', { fileId: skill.id })).url, await inFolder('list_skills', 'skills')]).toEqual(
    Array(3).fill(desk.pageOf(skill.id)),
  );
  expect([folder.url, (await desk.ok('list_folders')).folders[0].url]).toEqual(Array(2).fill(desk.pageOf(folderId)));
  expect([task.url, (await desk.ok('list_tasks'))[0].url, (await desk.ok('update_task', { taskId, title: 'needle 2' })).url]).toEqual(
    Array(3).fill(desk.pageOf(taskId)),
  );
  expect((await desk.ok('list_connected_services')).connections[0].url).toBe(desk.pageOf(connectionId));
  expect(results.map(({ id, url }: Loose) => url === desk.pageOf(id))).toEqual(Array(4).fill(true));
});

it("adds no page address to people's operations, which are called from the page (D9.4)", async () => {
  await using desk = await openDesk();
  const { docId } = await desk.ok('create_doc', { title: 'One' });
  await desk.ok('create_task', { title: 'One' });
  for (const [tool, input] of [
    ['read_item', { itemId: docId }],
    ['browse_folder', {}],
    ['browse_tasks', {}],
  ] as const)
    expect(JSON.stringify(await desk.as(desk.person, tool, input))).not.toContain('/app/org_');
});
