import { describe, expect, it } from 'vitest';
import { openDesk } from '../decisions/desk.ts';
import type { Loose } from '../kit/world.ts';
import * as resources from './resources.ts';
import { faultsOf, type Resource } from './resources.ts';

function expectAll(resource: Resource, values: unknown[]): void {
  expect(values.length).toBeGreaterThan(0);
  expect(values.flatMap((value) => faultsOf(resource, value))).toEqual([]);
}

describe('resources of the contract have its fields, and no unannounced ones', () => {
  it('File, text or not, in a folder or out of it', async () => {
    await using desk = await openDesk();
    const { id: folderId } = await desk.ok('create_folder', { name: 'In it' });
    const written = [
      await desk.ok('write_file', { name: 'a.txt', content: 'a', folderId }),
      await desk.ok('write_file', { name: 'a.bin', contentBase64: 'AAEC', tags: ['x'] }),
      await desk.ok('write_skill', { name: 'a-skill', description: 'd', content: 'c' }),
    ];
    const files = await Promise.all(written.map(({ id }) => desk.ok('read_file', { fileId: id })));
    expectAll(resources.file, files);
    expect(files[0].folderName).toBe('In it');
    expect(files[1]).not.toHaveProperty('folderName');
  });

  it('Folder, Identity and Task', async () => {
    await using desk = await openDesk();
    expectAll(resources.folder, [await desk.ok('create_folder', { name: 'One' })]);
    expectAll(resources.identity, [await desk.ok('whoami'), await desk.ok('whoami', {}, desk.readKey)]);
    const { taskId } = await desk.ok('create_task', { title: 'One' });
    await desk.ok('create_task', { title: 'Two', notes: 'n', dueAt: 1_767_000_000_000 });
    expectAll(resources.task, [...(await desk.ok('list_tasks')), await desk.ok('update_task', { taskId, clear: ['assignee'] })]);
  });

  it('Search result and Text match', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'needle', bodyMarkdown: `a\nneedle\n${'long '.repeat(300)}needle` });
    await desk.ok('write_file', { name: 'needle.txt', content: '' });
    await desk.ok('write_skill', { name: 'needle-skill', description: 'd', content: '' });
    expectAll(resources.searchResult, (await desk.ok('search', { query: 'needle' })).results);
    const found = await desk.ok('find_text', { docId, query: 'needle' });
    expect(Object.keys(found)).toEqual(['totalLines', 'totalMatches', 'matches', 'url']);
    expectAll(resources.textMatch, found.matches);
    expect(found.matches[1].clipped).toBe(true);
  });

  it('Connection and Service tool result', async () => {
    await using desk = await openDesk();
    await desk.as(desk.person, 'add_connection', { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.com/' });
    const connected = await desk.ok('list_connected_services');
    expect(connected.connected).toEqual(['github']);
    expectAll(resources.connection, connected.connections);
    const result = await desk.ok('execute_service_read_tool', { toolSlug: 'github__list_issues', arguments: { repo: 'a' } });
    expectAll(resources.serviceToolResult, [result]);
    expectAll(resources.contentItem, result.content);
  });

  it('Error object, for every code that a caller can cause', async () => {
    await using desk = await openDesk();
    await desk.as(desk.person, 'add_connection', { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.com/' });
    const failing = { toolSlug: 'github__list_issues', arguments: { repo: 'a', fail: true } };
    const replies = [
      await desk.reply('whoami', {}, 'gth_bad'),
      await desk.reply('delete_doc', {}, desk.readKey),
      await desk.reply('read_doc', { docId: 'x' }),
      await desk.reply('no_such_tool'),
      await desk.reply('execute_service_tool', failing),
    ];
    desk.settings.callsPerMinute = 1;
    replies.push(await desk.reply('whoami'));
    expect(replies.map(({ code }) => code)).toEqual([
      'unauthorized',
      'forbidden',
      'invalid_request',
      'not_found',
      'service_error',
      'rate_limited',
    ]);
    for (const { raw } of replies) {
      expect(Object.keys(JSON.parse(raw))).toEqual(['error']);
      expectAll(resources.errorObject, [JSON.parse(raw).error]);
    }
  });
});

describe('shapes that the contract left open have the decided fields', () => {
  it('of documents, files, skills, folders and versions, without a body in lists', async () => {
    await using desk = await openDesk();
    const { id: folderId } = await desk.ok('create_folder', { name: 'In it' });
    const { docId } = await desk.ok('create_doc', { title: 'One', bodyMarkdown: 'BODY', folderId });
    const written = [
      await desk.ok('write_file', { name: 'a.txt', content: 'BODY', folderId }),
      await desk.ok('write_file', { name: 'a.bin', contentBase64: 'AAEC' }),
    ];
    const skills = [
      await desk.ok('write_skill', { name: 'a-skill', description: 'd', content: 'BODY' }),
      await desk.ok('write_skill', { name: 'b-skill', description: 'd', content: 'BODY', folderId }),
    ];
    expectAll(resources.writtenFile, written);
    expectAll(resources.writtenSkill, skills);
    expectAll(resources.readDoc, [await desk.ok('read_doc', { docId }), await desk.ok('read_doc', { docId, includeBody: false })]);
    expectAll(resources.lines, [await desk.ok('read_lines', { docId }), await desk.ok('read_lines', { docId, startLine: 9 })]);
    const lists: [string, string, Resource, object?][] = [
      ['list_docs', 'docs', resources.listedDoc],
      ['list_files', 'files', resources.listedFile],
      ['list_skills', 'skills', resources.listedSkill],
      ['list_folders', 'folders', resources.listedFolder],
      ['list_versions', 'versions', resources.listedVersion, { docId }],
    ];
    for (const [tool, name, resource, input] of lists) {
      const { value, raw } = await desk.reply(tool, input);
      expect(Object.keys(value)).toEqual([name, 'nextCursor']);
      expectAll(resource, value[name]);
      expect(raw).not.toContain('BODY');
    }
  });

  it('of service tools, with schemas only on request', async () => {
    await using desk = await openDesk();
    await desk.as(desk.person, 'add_connection', { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.com/' });
    const { tools } = await desk.ok('list_service_tools');
    expectAll(resources.serviceTool, tools);
    expect(tools.map(({ toolSlug, mode }: Loose) => [toolSlug, mode])).toEqual([
      ['github__create_issue', 'write'],
      ['github__list_issues', 'read'],
    ]);
    expect(tools.filter((tool: object) => 'inputSchema' in tool)).toEqual([]);
    for (const input of [{ toolSlug: 'github__list_issues' }, { includeSchemas: true }]) {
      const { tools: whole } = await desk.ok('list_service_tools', input);
      expectAll(resources.serviceTool, whole);
      expect(whole.every((tool: object) => 'inputSchema' in tool)).toBe(true);
    }
  });
});

describe('answers of the contract', () => {
  it('to writes have exactly these fields', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'One', bodyMarkdown: 'a' });
    expect(await desk.ok('update_doc', { docId, bodyMarkdown: 'b', changeSummary: 's' })).toEqual({
      ok: true,
      noop: false,
      versionCount: 2,
    });
    const { id: fileId } = await desk.ok('write_file', { name: 'a.txt', content: 'a' });
    expect(await desk.ok('edit_file', { fileId, oldText: 'a', newText: '' })).toEqual({ versionCount: 2 });
    const folder = { id: expect.any(String), name: 'One', url: expect.any(String), parentId: null };
    expect(await desk.ok('create_folder', { name: 'One' })).toEqual(folder);
    expect(await desk.ok('create_task', { title: 'One' })).toEqual({ taskId: expect.any(String), taskNumber: 1, url: expect.any(String) });
    expect(await desk.ok('delete_doc', { docId })).toEqual({ ok: true });
  });

  it('to list_tasks are an array, and to search an object with results, both empty without matches, where search suggests another query', async () => {
    await using desk = await openDesk();
    expect(await desk.ok('list_tasks', {})).toEqual([]);
    expect(await desk.ok('search', { query: 'nothing at all' })).toEqual({ results: [], note: expect.any(String) });
  });
});
