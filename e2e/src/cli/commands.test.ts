import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlySqlite } from '../kit/engines.ts';
import { openPlace, type Place, program, type Running, runProgram } from './command.ts';

describe('every command, next to a running gateway on the same data directory', () => {
  let place: Place;
  let gateway: Running;
  let key: string;

  beforeAll(async () => {
    place = openPlace({ apart: true });
    gateway = await place.start();
    await place.json(['init', '--org', 'Acme', '--email', 'Ada@example.com', '--name', 'Ada']);
    key = gateway.key;
  });

  afterAll(async () => {
    await gateway.stop();
    place[Symbol.dispose]();
  });

  const callTool = async (tool: string, input: object, withKey = key) => {
    const headers = { Authorization: `Bearer ${withKey}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${gateway.url}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };

  it('init claims the organization that start created, and a second run changes nothing', async () => {
    const again = await place.json(['init', '--org', 'Acme', '--email', 'ada@example.com']);
    expect(again).toMatchObject({ name: 'Acme', ownerEmail: 'ada@example.com', outcome: 'existing' });
    expect((await callTool('whoami', {}, gateway.key)).body).toMatchObject({ orgName: 'Acme' });
    const other = await place.run(['init', '--org', 'Acme', '--email', 'eve@example.com']);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('eve@example.com is not one of its owners') });
  });

  it('people are added, given a role and removed', async () => {
    expect(await place.json(['people', 'add', 'bob@example.com', '--name', 'Bob'])).toMatchObject({
      email: 'bob@example.com',
      role: 'member',
    });
    expect(await place.json(['people', 'role', 'bob@example.com', 'admin'])).toMatchObject({ role: 'admin' });
    const refused = await place.run(['people', 'role', 'ada@example.com', 'member', '--json']);
    expect(JSON.parse(refused.stdout).error).toMatchObject({ code: 'invalid_request', reason: 'last_owner' });
    await place.json(['people', 'remove', 'bob@example.com']);
    const { people } = await place.json(['people', 'list']);
    expect(people.map(({ email, name, role }: Record<string, string>) => [email, name, role])).toEqual([
      ['ada@example.com', 'Ada', 'owner'],
    ]);
  });

  it('keys are created for an agent, work immediately in the running gateway, and stop immediately when revoked (D10)', async () => {
    const made = await place.json([
      'keys',
      'create',
      '--owner',
      'ada@example.com',
      '--agent',
      'robot',
      '--access',
      'write',
      '--expires',
      '30d',
    ]);
    expect(Object.keys(made)).toEqual([
      'key',
      'keyId',
      'keyPrefix',
      'access',
      'tools',
      'connections',
      'folders',
      'directTools',
      'expiresAt',
    ]);
    expect(made.expiresAt - Date.now()).toBeGreaterThan(29 * 86_400_000);
    expect((await callTool('whoami', {}, made.key)).status).toBe(200);

    const reading = await place.json(['keys', 'create', '--owner', 'ada@example.com', '--agent', 'robot', '--access', 'read']);
    expect(await callTool('create_doc', { title: 'x' }, reading.key)).toMatchObject({ status: 403 });
    await place.json(['keys', 'revoke', reading.keyPrefix]);
    expect(await callTool('whoami', {}, reading.key)).toMatchObject({ status: 401 });
    expect((await place.run(['keys', 'list'])).stdout).not.toContain(made.key);
    expect((await place.json(['agents', 'list'])).agents.map(({ name }: { name: string }) => name)).toEqual(['quickstart', 'robot']);
  });

  it('folders are created, moved, renamed and deleted by their paths (D73)', async () => {
    const as = ['--as', 'ada@example.com'];
    const folders = (...args: string[]) => place.json(['folders', ...args, ...as]);
    await folders('create', 'Plans');
    const { id } = await folders('create', '2026', '--in', 'Plans');
    await folders('create', 'March', '--in', 'Plans/2026');
    await folders('create', 'Archive');
    await folders('create', '2026', '--in', 'Archive');
    expect((await place.run(['folders', 'rename', '2026', '2027', ...as])).stderr).toContain('2 folders are called "2026"');
    await folders('rename', 'Archive/2026', '2025');
    await folders('move', 'Plans', '--into', 'Archive');
    const listed = (await place.run(['folders', 'list', ...as])).stdout;
    for (const path of ['Archive/2025', 'Archive/Plans/2026/March']) expect(listed).toContain(`\n${path} `);
    await folders('move', id, '--top');
    await folders('delete', 'Archive');
    const left = (await folders('list')).folders.map(({ name }: { name: string }) => name);
    expect(left).toEqual(expect.arrayContaining(['2026', 'March']));
    expect(left).not.toContain('Plans');
    await folders('delete', '2026');
  });

  it('a key is limited to folders by their names (D49.5)', async () => {
    for (const name of ['Notes', 'Rules: all']) await callTool('create_folder', { name });
    const create = (...folders: string[]) => [
      ...['keys', 'create', '--owner', 'ada@example.com', '--agent', 'robot', '--access', 'write', '--folders'],
      ...folders,
    ];
    const made = await place.json(create('Notes', 'Rules: all:read'));
    expect(made.folders.map(({ access }: { access: string }) => access)).toEqual(['write', 'read']);
    const { folders } = (await callTool('list_folders', {}, made.key)).body;
    expect(folders.map(({ name }: { name: string }) => name)).toEqual(['Notes', 'Rules: all']);
    expect((await place.run(['keys', 'list'])).stdout).toMatch(new RegExp(`^${made.keyPrefix}.* 2 folders `, 'm'));
    expect(await place.run(create('Absent'))).toMatchObject({ code: 1, stderr: expect.stringContaining('no folder is named "Absent"') });
  });

  it('a key is rotated: both work until the old one ends (D10)', async () => {
    const old = await place.json(['keys', 'create', '--owner', 'ada@example.com', '--agent', 'robot', '--access', 'read']);
    const made = await place.json(['keys', 'rotate', old.keyPrefix, '--overlap', '1h', '--expires', '30d']);
    expect(Object.keys(made)).toEqual(['key', 'keyId', 'keyPrefix', 'expiresAt', 'replaces', 'replacedUntil']);
    expect(made.replaces).toBe(old.keyId);
    for (const { key } of [old, made]) expect((await callTool('whoami', {}, key)).status).toBe(200);
    const again = await place.json(['keys', 'rotate', made.keyId, '--overlap', '0']);
    expect((await callTool('whoami', {}, made.key)).status).toBe(401);
    const listed = (await place.run(['keys', 'list'])).stdout;
    expect(listed).toMatch(new RegExp(`^${old.keyPrefix}.* until [\\d: -]+, replaced `, 'm'));
    expect(listed).not.toContain(again.key);
    expect(await place.run(['keys', 'rotate', old.keyId])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was already replaced by'),
    });
  });

  it('agents are connected for a person', async () => {
    const made = await place.json(['agents', 'create', 'writer', '--owner', 'ada@example.com']);
    expect(made).toMatchObject({ name: 'writer', created: true });
    expect(await place.json(['agents', 'create', 'writer'])).toMatchObject({ id: made.id, created: false });
    expect(await place.json(['agents', 'rename', 'writer', 'editor'])).toMatchObject({ id: made.id, name: 'editor' });
    const { keyPrefix } = await place.json(['keys', 'create', '--owner', 'ada@example.com', '--agent', 'editor', '--access', 'read']);
    expect((await place.run(['agents', 'list'])).stdout).toMatch(/^editor +ada@example.com +program +1 +- +agent_/m);
    const removed = await place.run(['agents', 'remove', 'editor']);
    expect(removed.stdout).toBe(`editor is removed. 1 key no longer works: ${keyPrefix}… (last used never).\n`);
    expect(await place.run(['agents', 'remove', made.id])).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no agent') });
  });

  it('folders are shared and unshared (D25)', async () => {
    await place.json(['people', 'add', 'carl@example.com']);
    expect(await callTool('create_folder', { name: 'Plans' })).toMatchObject({ status: 200 });
    const shared = await place.json(['folders', 'share', 'Plans', '--with', 'carl@example.com']);
    expect(shared).toMatchObject({ visibility: 'shared', sharedWith: ['carl@example.com'] });
    expect((await place.json(['folders', 'list', '--as', 'carl@example.com'])).folders).toMatchObject([{ name: 'Plans' }]);
    await place.json(['folders', 'unshare', 'Plans', '--with', 'carl@example.com']);
    expect((await place.json(['folders', 'list', '--as', 'carl@example.com'])).folders).toEqual([]);
    expect(await place.json(['folders', 'share', 'Plans', '--organization'])).toMatchObject({ visibility: 'organization' });
    const toRead = await place.json(['folders', 'share', 'Plans', '--organization', '--read']);
    expect(toRead).toMatchObject({ visibility: 'organization', organizationAccess: 'read' });
    expect((await place.json(['folders', 'list', '--as', 'carl@example.com'])).folders).toMatchObject([{ name: 'Plans', canWrite: false }]);
    expect((await place.run(['folders', 'share', 'Nowhere', '--organization'])).stderr).toContain('there is no folder "Nowhere"');
  });

  it('agents are restricted to reading, and allowed to write again (D85)', async () => {
    expect(await place.json(['agents', 'read-only', 'on'])).toEqual({ readOnly: true });
    expect((await callTool('create_folder', { name: 'Not now' })).body.error).toMatchObject({ reason: 'agents_read_only' });
    expect((await place.run(['agents', 'read-only', 'off'])).stdout).toContain('can write again');
    expect(await callTool('create_folder', { name: 'Now' })).toMatchObject({ status: 200 });
  });

  it('the limits of a key are changed (D49.6)', async () => {
    const made = await place.json([
      'keys',
      'create',
      '--owner',
      'ada@example.com',
      '--agent',
      'edited',
      '--access',
      'read',
      '--tools',
      'search',
    ]);
    const changed = await place.json(['keys', 'edit', made.keyId, '--folders', 'Plans', '--clear', 'tools', '--search', 'best']);
    expect(changed).toMatchObject({ tools: null, folders: [{ access: 'read' }], search: 'best' });
    expect((await place.run(['keys', 'edit', made.keyId])).stderr).toContain('give "tools"');
  });

  it('the trash is listed, restored from and purged (D27)', async () => {
    const { docId } = (await callTool('create_doc', { title: 'Draft' })).body;
    await callTool('delete_doc', { docId });
    expect((await place.json(['trash', 'list'])).items).toMatchObject([{ id: docId, name: 'Draft' }]);
    await place.json(['trash', 'restore', docId]);
    expect((await callTool('read_doc', { docId })).status).toBe(200);
    await callTool('delete_doc', { docId });
    await place.json(['trash', 'purge', docId]);
    expect((await place.json(['trash', 'list'])).items).toEqual([]);
  });

  it('groups are created, filled, renamed and deleted (D77.1)', async () => {
    await place.json(['people', 'add', 'dana@example.com']);
    const say = async (...args: string[]) => (await place.run(['groups', ...args])).stdout;
    const peopleOf = async (group: string) =>
      (await place.json(['groups', 'list', group])).people.map(({ email }: { email: string }) => email);
    expect(await say('create', 'Design', 'ada@example.com')).toMatch(/^Created Design \(group_\w+\) with 1 person\.\n$/);
    expect(await say('add', 'Design', 'dana@example.com')).toBe('dana@example.com is now in Design.\n');
    expect(await say('remove', 'Design', 'ada@example.com', 'dana@example.com')).toBe(
      'ada@example.com, dana@example.com are no longer in Design.\n',
    );
    expect(await peopleOf('Design')).toEqual([]);
    expect(await say('rename', 'Design', 'Designers')).toBe('Renamed Design to Designers.\n');
    await place.json(['groups', 'add', 'Designers', 'dana@example.com']);
    expect(await peopleOf('Designers')).toEqual(['dana@example.com']);
    expect((await place.run(['groups', 'link', 'Designers', 'design'])).stderr).toContain('has no company sign-in');
    expect(await say('delete', 'Designers')).toBe('Deleted Designers.\n');
    expect((await place.json(['groups', 'list'])).groups).toEqual([]);
    await place.json(['people', 'remove', 'dana@example.com']);
  });

  it('comments are listed, answered, resolved, exported, and left out of an import (D74.8)', async () => {
    const { docId } = (await callTool('create_doc', { title: 'Commented', bodyMarkdown: 'one\ntwo' })).body;
    const { commentId } = (await callTool('add_comment', { itemId: docId, text: 'Why two?', quote: 'two' })).body;
    expect((await place.run(['comments', 'list', docId])).stdout).toMatch(/^comment_\w+ {2}\S.* line 2, "two"\n {2}Why two\?\n$/);
    await place.json(['comments', 'answer', commentId, 'Why not?']);
    await place.json(['comments', 'resolve', commentId]);
    expect((await place.json(['comments', 'list', docId])).comments).toEqual([]);
    await place.json(['comments', 'resolve', commentId, '--reopen']);
    const { comments } = await place.json(['comments', 'list', docId]);
    expect(comments).toMatchObject([{ commentId }, { answerTo: commentId, text: 'Why not?' }]);
    expect((await place.json(['comments', 'list'])).comments).toMatchObject([{ text: 'Why not?' }]);
    const folder = path.join(place.folder, 'with-comments');
    expect(await place.json(['export', folder])).toMatchObject({ comments: 2 });
    const lines = readFileSync(path.join(folder, 'comments.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { path: 'Commented.md', commentId, quote: 'two', by: { entrance: 'http' } },
      { path: 'Commented.md', answerTo: commentId },
    ]);
    const imported = await place.run(['import', folder, '--dry-run', '--json']);
    expect(JSON.parse(imported.stdout).skipped).toContainEqual(expect.objectContaining({ path: 'comments.jsonl', isFailure: false }));
  });

  it('changes of agents wait, and are accepted and declined (D78)', async () => {
    const { docId } = (await callTool('create_doc', { title: 'Reviewed', bodyMarkdown: 'one\n\ntwo\n' })).body;
    expect((await place.run(['reviews', 'ask'])).stdout).toBe("Agents' changes outside of folders wait for a review.\n");
    await callTool('edit_doc', { docId, oldText: 'one', newText: 'first' });
    await callTool('edit_doc', { docId, oldText: 'two', newText: 'second' });
    expect((await place.json(['reviews', 'list'])).items).toMatchObject([{ id: docId, name: 'Reviewed' }]);
    expect((await place.run(['reviews', 'list', docId])).stdout).toMatch(
      / {2}- one\n {2}\+ first\n\n.* {2}.*\n {2}- two\n {2}\+ second\n$/,
    );
    const { changes } = await place.json(['reviews', 'list', docId]);
    expect(await place.json(['reviews', 'accept', docId, changes[0].id])).toMatchObject({ waiting: 1 });
    expect((await place.run(['reviews', 'accept', docId])).stderr).toContain('or give --all');
    expect((await place.run(['reviews', 'decline', docId, '--all', '--note', 'Keep two.'])).stdout).toBe(
      'declined. nothing waits any longer.\n',
    );
    expect((await callTool('read_doc', { docId })).body).toMatchObject({ bodyMarkdown: 'first\n\ntwo\n', reviewed: true });
    await place.json(['reviews', 'ask', '--off']);
  });

  it('activity shows calls of every entrance with their callers (D14)', async () => {
    await callTool('create_task', { title: 'Look at the log' });
    const { activity } = await place.json(['activity', '--tool', 'create_task']);
    expect(activity).toMatchObject([{ tool: 'create_task', entrance: 'http', outcome: 'ok' }]);
    await callTool('list_tasks', { limit: 0 });
    const { activity: refused } = await place.json(['activity', '--outcome', 'invalid_request', '--tool', 'list_tasks']);
    expect(refused).toMatchObject([{ tool: 'list_tasks', reason: 'invalid_argument', status: 400 }]);
    expect((await place.run(['activity', '--entrance', 'cli', '--limit', '3'])).stdout.trimEnd().split('\n')).toHaveLength(3);
  });

  it('activity --follow prints calls as they arrive, one JSON value per line', async () => {
    const { spawn } = await import('node:child_process');
    const args = [program, 'activity', '--follow', '--json', '--limit', '1', '--tool', 'search'];
    const child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, ...(await place.environment()) } });
    const lines: { tool: string; entrance: string }[] = [];
    child.stdout.on('data', (chunk: Buffer) =>
      lines.push(
        ...String(chunk)
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
    );
    const ended = new Promise((resolve) => child.once('close', resolve));
    // Repeats calls, because the command may begin to follow after the first.
    const callAndCount = async () => {
      await callTool('search', { query: 'goals' });
      return lines.length;
    };
    await expect.poll(callAndCount).toBeGreaterThan(1);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(new Set(lines.map(({ tool, entrance }) => `${tool} ${entrance}`))).toEqual(new Set(['search http']));
  });

  it('mcp serves the protocol on stdin and stdout, and writes nothing else', async () => {
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    };
    const input = `${JSON.stringify(hello)}\n`;
    for (const args of [['mcp'], ['mcp', '--url', gateway.url]]) {
      const ended = await place.run(args, { input, env: { GATEHOUSE_KEY: key } });
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(ended.stdout)).toMatchObject({ id: 1, result: { serverInfo: { version: '1.0.0' } } });
    }
    const unknown = await place.run(['mcp'], { input });
    expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('GATEHOUSE_KEY') });
  });

  it('openapi prints the document that the gateway serves', async () => {
    const printed = await place.json(['openapi'], { env: { GATEHOUSE_BASE_URL: gateway.url } });
    expect(printed).toEqual(await (await fetch(`${gateway.url}/v1/openapi.json`)).json());
  });

  it('doctor finds no fault, and finds the gateway on its port', async () => {
    const report = await place.json(['doctor'], { env: { GATEHOUSE_PORT: new URL(gateway.url).port } });
    expect(report.ok).toBe(true);
    expect(Object.fromEntries(report.findings.map(({ check, state }: Record<string, string>) => [check, state]))).toMatchObject({
      settings: 'ok',
      'data directory': 'ok',
      secret: 'ok',
      database: 'ok',
      port: 'ok',
      clock: 'ok',
    });
    expect(JSON.stringify(report.findings)).toContain('a gateway is listening on port');
    const storage = report.findings.find(({ check }: { check: string }) => check === 'storage');
    expect(storage.message).toMatch(
      /^[\d.]+ [KM]B; about \d+ rows of the activity log since 20.*, kept for 90 days; \d+ versions? of files, /,
    );
  });

  onlySqlite('backup copies next to a running gateway and never overwrites, and restore returns everything', async () => {
    await callTool('create_doc', { title: 'Kept', bodyMarkdown: '# kept\r\n' });
    const file = path.join(place.folder, 'backup.db');
    expect(await place.json(['backup', file])).toMatchObject({ file, sizeBytes: statSync(file).size });
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const again = await place.run(['backup', file]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists: a backup never overwrites') });
    expect(await place.json(['verify', file])).toMatchObject({ ok: true });

    const data = path.join(place.folder, 'restored');
    const restored = await runProgram(['restore', file, '--json'], { env: { GATEHOUSE_DATA: data } });
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    const some = expect.any(Number);
    const counts = { organizations: 1, items: some, versions: some, activity: some, objects: 0 };
    expect(JSON.parse(restored.stdout)).toEqual({ file: path.join(data, 'gatehouse.db'), ...counts });
    const twice = await runProgram(['restore', file], { env: { GATEHOUSE_DATA: data } });
    expect(twice).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists: restore never overwrites') });
    const exported = path.join(place.folder, 'exported');
    await runProgram(['export', exported], { env: { GATEHOUSE_DATA: data } });
    expect(readFileSync(path.join(exported, 'Kept.md'), 'utf8')).toBe('# kept\r\n');
  });

  onlySqlite('restore refuses a damaged backup, and creates nothing', async () => {
    const file = path.join(place.folder, 'damaged.db');
    await place.json(['backup', file]);
    const database = new DatabaseSync(file);
    database.exec("update versions set sha256 = x'00' where number = 1");
    database.close();
    const data = path.join(place.folder, 'never');
    const ended = await runProgram(['restore', file], { env: { GATEHOUSE_DATA: data } });
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is damaged and was not restored: version 1 of .* does not match its checksum/),
    });
    expect(existsSync(data)).toBe(false);
  });

  it('migrate and verify find nothing to do', async () => {
    expect(await place.json(['migrate'])).toEqual({ applied: [] });
    expect(await place.json(['verify'])).toMatchObject({ ok: true, problems: [] });
  });

  it('with several organizations, asks for one with --org', async () => {
    await place.json(['init', '--org', 'Other', '--email', 'zoe@example.com']);
    const asked = await place.run(['people', 'list']);
    expect(asked).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/choose one with --org: Acme \(org_\w+\), Other \(org_\w+\)/),
    });
    expect((await place.json(['people', 'list', '--org', 'Other'])).people).toMatchObject([{ email: 'zoe@example.com' }]);
    expect((await place.run(['people', 'list', '--org', 'Third'])).stderr).toContain('there is no organization "Third"');
    expect((await place.run(['people', 'list', '--org', 'Other', '--as', 'ada@example.com'])).stderr).toContain(
      'no person in Other has the address',
    );
  });

  it('prints no terminal codes from a name', async () => {
    mkdirSync(path.join(place.folder, 'odd'));
    writeFileSync(path.join(place.folder, 'odd', 'a\u001b[31mred.md'), '# red\n');
    const ended = await place.run(['import', path.join(place.folder, 'odd'), '--org', 'Acme']);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('remove the control character');
    expect(ended.stdout).not.toContain('\u001b');
  });
});
