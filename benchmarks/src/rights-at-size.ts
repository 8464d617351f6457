import type { Credential, Gateway } from '@gatehouse/core';
import type { Store } from '@gatehouse/storage';
import { compareLeast, costOf } from './compare-least.ts';
import { ask, createOwner, gatewayOn, untilIndexed } from './gateway-calls.ts';
import { onEngine } from './on-engine.ts';
import { step } from './report.ts';

/**
 * `node benchmarks/src/rights-at-size.ts [folders] [engine]`: least processor time of calls with nested folders that are shared with groups,
 * and by a key that is limited to ten folders, compared with the same documents in flat folders that are shared with the person. There are
 * 50 groups of 200 people. The ten folders hold all others, so that everyone sees the same documents. // D49, D73, D77
 */
const [folders, engine] = [Number(process.argv[2] ?? 2000), process.argv[3] ?? 'SQLite'];
const tops = 10;
/** Folders directly in each folder: 2,000 are five deep. */
const branches = 4;
const groups = 50;
const people = 200;
const rounds = 60;
const callsInRound = 10;
const email = (at: number) => `person${at}@example.com`;

interface Made {
  member: Credential;
  key: Credential;
  folderId: string;
  docId: string;
}

step(`${folders.toLocaleString('en')} folders on ${engine}, ${groups} groups of ${people}`);
await onEngine(engine, measure);
process.exit();

async function measure(store: Store): Promise<void> {
  const gateway = gatewayOn(store, { callsPerMinute: 1_000_000_000 });
  const flat = await fill(gateway, false);
  const nested = await fill(gateway, true);
  for (const { member } of [flat, nested]) await untilIndexed(gateway, member, 'needle');
  const calls: Record<string, (of: Made) => [string, object]> = {
    list_docs: () => ['list_docs', { limit: 50 }],
    search: () => ['search', { query: 'needle' }],
    'search best': () => ['search', { query: 'needle', match: 'best' }],
    browse_folder: ({ folderId }) => ['browse_folder', { folderId }],
    read_doc: ({ docId }) => ['read_doc', { docId }],
  };
  for (const [name, callOf] of Object.entries(calls)) {
    for (const who of name === 'browse_folder' ? (['member'] as const) : (['member', 'key'] as const)) {
      const cost = (of: Made) => () => costOf(callsInRound, () => ask(gateway, of[who], ...callOf(of)));
      await compareLeast(`${name} of a ${who}`, rounds, { without: cost(flat), with: cost(nested) });
    }
  }
}

/** An organization whose folders are all seen by one member, with one document in each. */
async function fill(gateway: Gateway, isNested: boolean): Promise<Made> {
  const ok = (credential: Credential, tool: string, input: object) => ask(gateway, credential, tool, input);
  const owner = await createOwner(gateway, `Bench ${isNested}`);
  const ids: string[] = [];
  for (let at = 0; at < people; at++) ids.push(String((await ok(owner, 'add_person', { email: email(at) })).id));
  const member: Credential = { type: 'person', orgId: owner.orgId, personId: ids[0] as string };
  const emails = Array.from({ length: people }, (_, at) => email(at));
  const groupIds: string[] = [];
  if (isNested)
    for (let at = 0; at < groups; at++) groupIds.push(String((await ok(owner, 'create_group', { name: `Group ${at}`, emails })).groupId));
  const folderIds: string[] = [];
  const docIds: string[] = [];
  for (let at = 0; at < folders; at++) {
    const parentId = isNested && at >= tops ? folderIds[parentOf(at)] : undefined;
    const { id } = await ok(owner, 'create_folder', { name: `Folder ${at}`, ...(parentId !== undefined && { parentId }) });
    const folderId = String(id);
    if (!isNested) await ok(owner, 'share_folder', { folderId, email: email(0) });
    // Each folder is shared with five groups.
    else if (parentId === undefined)
      for (let share = at; share < groups; share += tops) await ok(owner, 'share_folder', { folderId, groupId: groupIds[share] });
    const { docId } = await ok(owner, 'create_doc', { title: `Doc ${at}`, bodyMarkdown: 'A needle in a text.\n', folderId });
    folderIds.push(folderId);
    docIds.push(String(docId));
  }
  const { id: agentId } = await ok(member, 'create_agent', { name: 'robot' });
  const limited = folderIds.slice(0, tops).map((folderId) => ({ folderId, access: 'write' }));
  const { key } = await ok(member, 'create_key', { agentId, access: 'write', ...(isNested && { folders: limited }) });
  return { member, key: { type: 'key', key: String(key) }, folderId: folderIds.at(-1) ?? '', docId: docIds.at(-1) ?? '' };
}

/** Place of the parent of a folder: each of the ten trees has every tenth folder. */
function parentOf(at: number): number {
  const placeInTree = Math.floor(at / tops);
  return Math.floor((placeInTree - 1) / branches) * tops + (at % tops);
}
