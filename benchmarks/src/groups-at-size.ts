import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Credential, Gateway } from '@gatehouse/core';
import { openSqlite } from '@gatehouse/storage';
import { callAs, gatewayOn } from './gateway-calls.ts';
import { medianBy } from './median.ts';
import { step } from './report.ts';

/**
 * `node benchmarks/src/groups-at-size.ts [folders]`: processor time of a member's calls where folders are shared with groups, compared with the
 * same folders shared with the member. There are 50 groups of 200 people, and a key that is limited to ten folders. // D77
 */
const [folders = 2000] = process.argv.slice(2).map(Number);
const groups = 50;
const people = 200;
const rounds = 40;
const callsInRound = 25;
const email = (at: number) => `person${at}@example.com`;

interface Made {
  member: Credential;
  key: Credential;
  folderId: string;
  docId: string;
}

type Row = Record<string, unknown>;

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-groups-'));
try {
  const store = openSqlite({ file: path.join(folder, 'gatehouse.db'), indexing: 'at once' });
  const gateway = gatewayOn(store, { callsPerMinute: 1_000_000 });
  step(`${folders.toLocaleString('en')} folders, shared with a person, and with ${groups} groups of ${people}`);
  const made = { 'with the person': await fill(gateway, false), 'with groups': await fill(gateway, true) };
  const calls: Record<string, (of: Made) => [Credential, string, object]> = {
    list_docs: ({ member }) => [member, 'list_docs', { limit: 50 }],
    search: ({ member }) => [member, 'search', { query: 'needle' }],
    browse_folder: ({ member, folderId }) => [member, 'browse_folder', { folderId }],
    read_doc: ({ member, docId }) => [member, 'read_doc', { docId }],
    'list_docs of a limited key': ({ key }) => [key, 'list_docs', { limit: 50 }],
    'search of a limited key': ({ key }) => [key, 'search', { query: 'needle' }],
    'read_doc of a limited key': ({ key, docId }) => [key, 'read_doc', { docId }],
  };
  for (const [name, callOf] of Object.entries(calls)) {
    const spent: Record<string, number[]> = {};
    for (let round = 0; round < rounds; round++)
      for (const [how, of] of Object.entries(made)) (spent[how] ??= []).push(await costOf(gateway, callOf(of)));
    const [person = 0, group = 0] = Object.keys(made).map((how) => medianBy(spent[how] as number[], (micros) => micros));
    process.stdout.write(
      `${name}: ${person.toFixed(0)} µs with the person, ${group.toFixed(0)} µs with groups: ${(group / person).toFixed(2)} ×\n`,
    );
  }
  await store.close();
} finally {
  rmSync(folder, { recursive: true });
}
process.exit();

/** Processor time of a call, in microseconds. */
async function costOf(gateway: Gateway, [credential, tool, input]: [Credential, string, object]): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < callsInRound; call++) {
    const answer = await callAs(gateway, credential, tool, input);
    if (!answer.ok) throw new Error(`${tool}: ${answer.error.message}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / callsInRound;
}

/** An organization whose folders are all seen by one member, with one document in each. */
async function fill(gateway: Gateway, isByGroups: boolean): Promise<Made> {
  const ok = async (credential: Credential, tool: string, input: object): Promise<Row> => {
    const answer = await callAs(gateway, credential, tool, input);
    if (!answer.ok) throw new Error(`${tool}: ${answer.error.message}`);
    return answer.value as Row;
  };
  const created = await ok({ type: 'operator' }, 'create_organization', { name: `Bench ${isByGroups}`, ownerEmail: 'bench@example.com' });
  const owner: Credential = { type: 'person', orgId: String(created.orgId), personId: String(created.ownerId) };
  const ids: string[] = [];
  for (let at = 0; at < people; at++) ids.push(String((await ok(owner, 'add_person', { email: email(at) })).id));
  const member: Credential = { type: 'person', orgId: owner.orgId, personId: ids[0] as string };
  const emails = Array.from({ length: people }, (_, at) => email(at));
  const groupIds: string[] = [];
  // Both have the groups; only one shares with them.
  for (let at = 0; at < groups; at++) groupIds.push(String((await ok(owner, 'create_group', { name: `Group ${at}`, emails })).groupId));
  const made: { folderId: string; docId: string }[] = [];
  for (let at = 0; at < folders; at++) {
    const { id: folderId } = await ok(owner, 'create_folder', { name: `Folder ${at}` });
    await ok(owner, 'share_folder', { folderId, ...(isByGroups ? { groupId: groupIds[at % groups] } : { email: email(0) }) });
    const { docId } = await ok(owner, 'create_doc', { title: `Doc ${at}`, bodyMarkdown: 'A needle in a text.\n', folderId });
    made.push({ folderId: String(folderId), docId: String(docId) });
  }
  const { id: agentId } = await ok(member, 'create_agent', { name: 'robot' });
  const limited = made.slice(0, 10).map(({ folderId }) => ({ folderId, access: 'write' }));
  const { key } = await ok(member, 'create_key', { agentId, access: 'write', folders: limited });
  const [first] = made;
  return { member, key: { type: 'key', key: String(key) }, ...(first as { folderId: string; docId: string }) };
}
