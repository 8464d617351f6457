import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { goodPassword, openBrowser, secretOf } from '../console/browser.ts';
import type { Loose } from '../kit/world.ts';
import { type Caller, ok, personIn, programWith } from './caller.ts';
import type { TwoPlaces } from './two-places.ts';

/** A gateway of some version that runs, and its command line. */
export interface RunningVersion {
  url: string;
  setUpLink: string;
  /** The JSON that a command prints. */
  json(args: string[]): Promise<Loose>;
  /** A folder of its own for files that commands read. */
  folder: string;
}

/** Identifiers that are needed to read everything in a workspace. */
export interface FilledWorkspace {
  orgId: string;
  /** Keys by the name in this file. */
  keys: Record<string, string>;
  people: { name: string; personId: string; cookies: [string, string][] }[];
  /** Calls up to here are in the log: what asks later is not compared. */
  until: number;
}

/** Fills a new workspace with something of every kind, through the command line and HTTP. */
export async function fillWorkspace(gateway: RunningVersion, service: TwoPlaces): Promise<FilledWorkspace> {
  const { url, json } = gateway;
  const olive = openBrowser(url);
  const secret = secretOf(gateway.setUpLink);
  await olive.ok('set_up', { secret, email: 'olive@acme.test', name: 'Olive', password: goodPassword, organizationName: 'Acme' });
  const { organizations } = await olive.ok('my_account');
  const { orgId } = organizations[0];
  const owner = personIn('Olive', olive, orgId);

  const { link } = await ok(owner, 'invite_person', { email: 'bob@acme.test', name: 'Bob' });
  const bobs = openBrowser(url);
  await bobs.ok('accept_invitation', { secret: secretOf(link), name: 'Bob', password: goodPassword });
  const bob = personIn('Bob', bobs, orgId);
  await json(['people', 'add', 'carol@acme.test', '--name', 'Carol', '--role', 'admin']);
  await json(['people', 'add', 'gone@acme.test', '--name', 'Gone']);
  await ok(owner, 'invite_person', { email: 'later@acme.test' });

  const create = async (...args: string[]) => await json(['keys', 'create', ...args]);
  const write = await create('--owner', 'olive@acme.test', '--agent', 'writer', '--access', 'write');
  const read = await create('--owner', 'bob@acme.test', '--agent', 'reader', '--access', 'read', '--expires', '60d', '--name', 'reports');
  const limited = await create(
    '--owner',
    'olive@acme.test',
    '--agent',
    'narrow',
    '--access',
    'read',
    '--tools',
    'search',
    'read_doc',
    'whoami',
  );
  const bobsKey = await create('--owner', 'bob@acme.test', '--agent', "bob's", '--access', 'write');
  const revoked = await create('--owner', 'gone@acme.test', '--agent', 'old', '--access', 'write');
  const rotated = await create('--owner', 'olive@acme.test', '--agent', 'writer', '--access', 'write');
  const { key: successor } = await json(['keys', 'rotate', rotated.keyId]);

  const programs = {
    writer: programWith('writer', url, write.key),
    bobs: programWith("bob's", url, bobsKey.key),
    reader: programWith('reader', url, read.key),
  };
  const former = programWith('old', url, revoked.key);
  await ok(former, 'create_doc', { title: 'By somebody who left', bodyMarkdown: 'It stays.\n' });
  await json(['keys', 'revoke', revoked.keyId]);
  await json(['people', 'remove', 'gone@acme.test']);

  await fillItems(programs.writer, owner, gateway);
  await fillPrivateItems(programs.bobs, bob);
  await fillTasks(programs.writer, programs.bobs);
  await connectServices(gateway, owner, bob, service);
  await beRefused(programs);
  await takeBack(owner, bobsKey.keyId, programs.bobs);
  await changeSettings(owner, bob);

  return {
    orgId,
    keys: { writer: write.key, reader: read.key, narrow: limited.key, "bob's": bobsKey.key, rotated: rotated.key, successor },
    people: await Promise.all(
      [
        { name: 'Olive', browser: olive },
        { name: 'Bob', browser: bobs },
      ].map(async ({ name, browser }) => {
        const { people } = await olive.ok('list_people', {}, orgId);
        const personId = people.find((person: Loose) => person.name === name).id;
        return { name, personId, cookies: [...browser.cookies] };
      }),
    ),
    until: Date.now(),
  };
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function fillItems(writer: Caller, owner: Caller, { json, folder }: RunningVersion): Promise<void> {
  const plans = await ok(writer, 'create_folder', { name: 'Plans' });
  const shared = await ok(writer, 'create_folder', { name: 'Shared with Bob' });
  const everybody = await ok(writer, 'create_folder', { name: 'For everybody' });
  const revoked = await ok(writer, 'create_folder', { name: 'Shared once' });
  await json(['folders', 'share', shared.id, '--with', 'bob@acme.test']);
  await ok(owner, 'share_folder', { folderId: everybody.id, organization: true });
  await ok(owner, 'share_folder', { folderId: revoked.id, email: 'bob@acme.test' });
  await ok(owner, 'unshare_folder', { folderId: revoked.id, email: 'bob@acme.test' });

  // More than a page of the lists that are read.
  for (let number = 1; number <= 20; number++) {
    const folderId = [plans, shared, everybody, revoked, undefined][number % 5]?.id;
    await ok(writer, 'create_doc', { title: `Note ${number}`, bodyMarkdown: `# Note ${number}\n\nlaunch ${number}\n`, folderId });
  }

  const { docId } = await ok(writer, 'create_doc', {
    title: 'Größe – a plan',
    bodyMarkdown: '# Plan\r\n\r\nÄrger, 😀\r\n',
    folderId: plans.id,
  });
  await ok(writer, 'edit_doc', { docId, oldText: '# Plan', newText: '# The plan' });
  await ok(writer, 'append_doc', { docId, text: 'appended\r\n' });
  await ok(writer, 'apply_edits', { docId, edits: [{ oldText: 'appended', newText: 'added' }] });
  await ok(writer, 'update_doc', { docId, bodyMarkdown: '# Anew\n', changeSummary: 'rewritten' });
  await ok(writer, 'restore_version', { docId, version: 3 });
  await ok(writer, 'move_item', { docId, folderId: everybody.id, name: 'Größe – the plan' });
  const long = await ok(writer, 'create_doc', { title: 'Long', bodyMarkdown: `${'a line of a long text\n'.repeat(20_000)}` });
  await ok(writer, 'append_doc', { docId: long.docId, text: 'the last line' });
  const memory = await ok(writer, 'create_doc', { title: 'Memory', bodyMarkdown: 'remembered\n' });
  await ok(owner, 'set_agent_memory', { docId: memory.docId, isAgentMemory: true });

  const file = await ok(writer, 'write_file', { name: 'data.csv', content: 'a;b\n1;2\n', tags: ['numbers', 'Ü'], folderId: shared.id });
  await ok(writer, 'edit_file', { fileId: file.id, oldText: '1;2', newText: '3;4' });
  await ok(writer, 'write_file', { fileId: file.id, content: 'a;b\n5;6\n', changeSummary: 'measured again' });
  const picture = await ok(writer, 'write_file', { name: 'pixel.png', contentBase64: png });
  // In versions before keys could call set_tags, its argument was `itemId`.
  const tagged = await owner.ask('set_tags', { fileId: picture.id, tags: ['brand'] });
  if (tagged.error) await ok(owner, 'set_tags', { itemId: picture.id, tags: ['brand'] });
  await ok(writer, 'write_file', { name: 'large.bin', contentBase64: Buffer.alloc(700_000, 'large\0').toString('base64') });
  const skill = await ok(writer, 'write_skill', {
    name: 'release-notes',
    description: 'How to release.',
    content: 'Look first.\n',
    tags: ['howto'],
  });
  await ok(writer, 'edit_skill', { fileId: skill.id, oldText: 'Look first.', newText: 'Look first, then leap.' });

  const deleted = await ok(writer, 'create_doc', { title: 'Deleted', bodyMarkdown: 'in the trash\n', folderId: plans.id });
  await ok(writer, 'delete_doc', { docId: deleted.docId });
  const restored = await ok(writer, 'write_file', { name: 'restored.txt', content: 'back again\n' });
  await ok(writer, 'delete_file', { fileId: restored.id });
  await ok(owner, 'restore_item', { itemId: restored.id });
  const purged = await ok(writer, 'create_doc', { title: 'Purged', bodyMarkdown: 'never again\n' });
  await ok(writer, 'delete_doc', { docId: purged.docId });
  await ok(owner, 'purge_item', { itemId: purged.docId });
  const emptied = await ok(writer, 'create_folder', { name: 'Folder that goes' });
  await ok(writer, 'create_doc', { title: 'Left its folder', bodyMarkdown: 'x', folderId: emptied.id });
  await ok(owner, 'delete_folder', { folderId: emptied.id });

  const imported = path.join(folder, 'imported');
  mkdirSync(path.join(imported, 'guide'), { recursive: true });
  writeFileSync(path.join(imported, 'start.md'), '# Start\n');
  writeFileSync(path.join(imported, 'guide', 'table.csv'), 'x,y\n');
  await json(['import', imported]);
}

async function fillPrivateItems(bobs: Caller, bob: Caller): Promise<void> {
  const { id } = await ok(bobs, 'create_folder', { name: 'Bob alone' });
  const { docId } = await ok(bobs, 'create_doc', { title: 'Secret of Bob', bodyMarkdown: 'hidden launch\n', folderId: id });
  await ok(bobs, 'edit_doc', { docId, oldText: 'hidden', newText: 'well hidden' });
  await ok(bobs, 'write_file', { name: 'bob.txt', content: 'one\n', folderId: id });
  await ok(bob, 'create_doc', { title: 'Written by a person', bodyMarkdown: 'by hand\n' });
}

async function fillTasks(writer: Caller, bobs: Caller): Promise<void> {
  for (const status of ['todo', 'in_progress', 'stuck', 'done', 'canceled']) {
    const { taskId } = await ok(writer, 'create_task', { title: `Task ${status}`, notes: `notes of ${status}`, dueAt: '2027-03-01' });
    await ok(writer, 'update_task', { taskId, status });
  }
  await ok(bobs, 'create_task', { title: 'Task of Bob', assignee: 'olive@acme.test' });
  const { taskId } = await ok(bobs, 'create_task', { title: 'Of nobody', notes: 'x', dueAt: 1_790_000_000_000 });
  await ok(bobs, 'update_task', { taskId, clear: ['dueAt', 'notes'] });
}

/** Connects services. One has operations at another origin, with and without credentials. */
async function connectServices({ json, folder }: RunningVersion, owner: Caller, bob: Caller, service: TwoPlaces): Promise<void> {
  const token = path.join(folder, 'token');
  writeFileSync(token, service.token);
  const api = ['connections', 'add', '--openapi', service.documentUrl];
  const sealed = await json([
    ...api,
    '--service',
    'weather',
    '--name',
    'Weather',
    '--organization',
    '--access',
    'bearer',
    '--token-file',
    token,
  ]);
  await json([...api, '--service', 'open', '--name', 'Open weather', '--organization']);
  await json(['connections', 'mark', sealed.connectionId, 'set_alarm', 'read']);
  await json(['connections', 'switch', sealed.connectionId, 'forget_alarm', 'off']);
  const place = { kind: 'openapi', url: service.documentUrl, access: { type: 'bearer', token: service.token } };
  const paused = await ok(owner, 'add_connection', { service: 'paused', name: 'Paused', visibility: 'organization', ...place });
  await ok(owner, 'pause_connection', { connectionId: paused.connectionId });
  await ok(bob, 'add_connection', { service: 'bobs', name: 'Of Bob', visibility: 'private', ...place });
}

async function beRefused({ writer, reader, bobs }: Record<'writer' | 'reader' | 'bobs', Caller>): Promise<void> {
  await reader.ask('create_doc', { title: 'forbidden' });
  await writer.ask('read_doc', { docId: 'doc_absent' });
  await writer.ask('read_doc', { old: true });
  await bobs.ask('no_such_tool');
  await writer.ask('execute_service_read_tool', { toolSlug: 'weather__get_weather', arguments: { place: 'here' } });
  await bobs.ask('execute_service_tool', { toolSlug: 'open__set_alarm', arguments: { place: 'there' } });
}

/** Applies one take-back and prepares another. */
async function takeBack(owner: Caller, keyId: string, bobs: Caller): Promise<void> {
  const since = Date.now();
  const { docId } = await ok(bobs, 'create_doc', { title: 'Apply a take-back', bodyMarkdown: 'x' });
  await ok(bobs, 'edit_doc', { docId, oldText: 'x', newText: 'y' });
  const done = await looked(owner, await ok(owner, 'prepare_take_back', { keyId, since }));
  let step = await ok(owner, 'apply_take_back', { takeBackId: done.takeBackId });
  while (step.state === 'working') step = await ok(owner, 'apply_take_back', { takeBackId: done.takeBackId });
  await looked(owner, await ok(owner, 'prepare_take_back', { keyId, since: 0 }));
}

async function looked(owner: Caller, prepared: Loose): Promise<Loose> {
  let step = prepared;
  while (step.state === 'looking') step = await ok(owner, 'continue_take_back', { takeBackId: prepared.takeBackId });
  return step;
}

async function changeSettings(owner: Caller, bob: Caller): Promise<void> {
  await ok(owner, 'set_client_hosts', { hosts: ['claude.ai', 'localhost'] });
  await ok(bob, 'mark_news_seen', { until: Date.now() - 1000 });
}
