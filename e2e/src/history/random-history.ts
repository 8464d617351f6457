import type { Credential } from '@gatehouse/core';
import type { Random } from '../engines/random.ts';
import { callGateway } from '../kit/call-gateway.ts';
import type { Loose, PersonCredential, World } from '../kit/world.ts';

/** Answer to a call: its result, or the reason of its refusal. */
export type Answered = { ok: true; value: Loose } | { ok: false; reason: string };

export type Ask = (credential: Credential, tool: string, input: object) => Promise<Answered>;

export function openAsk(world: World): Ask {
  return async (credential, tool, input) => {
    const answer = await callGateway(world.gateway, { tool, credential, input, origin: { entrance: 'http' } });
    return answer.ok ? { ok: true, value: answer.value } : { ok: false, reason: answer.error.reason ?? answer.error.code };
  };
}

/** People and agents that change the workspace, and everything that they have created, including removed items. */
export interface Cast {
  owner: PersonCredential;
  ada: PersonCredential;
  bob: PersonCredential;
  agent: Credential;
  items: string[];
  folders: string[];
  tasks: string[];
}

export async function openCast(world: World): Promise<Cast> {
  const ada = await world.addPerson('ada@acme.test');
  const bob = await world.addPerson('bob@acme.test');
  const { key } = await world.createKey(ada, 'write');
  return { owner: world.owner, ada, bob, agent: { type: 'key', key }, items: [], folders: [], tasks: [] };
}

const addresses = ['owner@acme.test', 'ada@acme.test', 'bob@acme.test'];
const names = ['Plan', 'notes', 'Überblick', 'a.txt', 'z'];

type Change = (cast: Cast, random: Random, ask: (tool: string, input: object) => Promise<Answered>) => Promise<unknown>;

const argumentOf = (id: string) => (id.startsWith('doc_') ? { docId: id } : { fileId: id });
const itemOf = ({ items }: Cast, random: Random) => random.pick(items.length > 0 ? items : ['doc_none']);
const folderOf = ({ folders }: Cast, random: Random) => random.pick(folders.length > 0 ? folders : ['folder_none']);
const placeOf = (cast: Cast, random: Random) => (random.once(3) ? {} : { folderId: folderOf(cast, random) });

async function making(kept: string[], made: Promise<Answered>): Promise<void> {
  const answer = await made;
  if (answer.ok) kept.push(answer.value.docId ?? answer.value.taskId ?? answer.value.id);
}

/**
 * Each entry is equally likely, so a repeated entry is twice as likely. Many changes are refused, because nobody may see or do everything.
 */
const changes: readonly Change[] = [
  (cast, random, ask) =>
    making(cast.items, ask('create_doc', { title: random.pick(names), bodyMarkdown: `${random.below(9)}\n`, ...placeOf(cast, random) })),
  (cast, random, ask) =>
    making(cast.items, ask('write_file', { name: `${random.below(50)}.txt`, content: `${random.below(9)}`, ...placeOf(cast, random) })),
  (cast, random, ask) =>
    making(
      cast.items,
      ask('write_skill', { name: `skill-${random.below(50)}`, description: 'How.', content: 'Do.\n', ...placeOf(cast, random) }),
    ),
  (cast, random, ask) =>
    making(
      cast.folders,
      ask('create_folder', {
        name: `Folder ${random.below(30)}`,
        ...(random.once(2) && cast.folders.length > 0 && { parentId: random.pick(cast.folders) }),
      }),
    ),
  (cast, random, ask) =>
    making(
      cast.tasks,
      ask('create_task', { title: random.pick(names), assignee: random.pick(addresses), ...(random.once(2) && { notes: 'n' }) }),
    ),
  (cast, random, ask) => ask('append_doc', { docId: itemOf(cast, random), text: `${random.below(9)}\n` }),
  (cast, random, ask) =>
    ask('update_doc', { docId: itemOf(cast, random), bodyMarkdown: `${random.below(9)}\n`, changeSummary: 'rewritten' }),
  (cast, random, ask) => ask('write_file', { fileId: itemOf(cast, random), name: `${random.below(50)}.bin`, contentBase64: 'AAEC' }),
  (cast, random, ask) => ask('edit_skill', { fileId: itemOf(cast, random), oldText: 'How', newText: random.pick(['Why', 'How to']) }),
  (cast, random, ask) => ask('restore_version', { ...argumentOf(itemOf(cast, random)), version: 1 + random.below(3) }),
  (cast, random, ask) => ask('move_item', { ...argumentOf(itemOf(cast, random)), folderId: folderOf(cast, random) }),
  (cast, random, ask) =>
    ask('move_item', { ...argumentOf(itemOf(cast, random)), folderId: folderOf(cast, random), name: random.pick(names) }),
  (cast, random, ask) => ask('move_item', { ...argumentOf(itemOf(cast, random)), outOfFolders: true }),
  (cast, random, ask) => ask('move_item', { ...argumentOf(itemOf(cast, random)), name: random.pick(names) }),
  (cast, random, ask) => ask('set_tags', { ...argumentOf(itemOf(cast, random)), tags: random.pick([[], ['a'], ['a', 'b'], ['b', 'a']]) }),
  (cast, random, ask) => ask('set_agent_memory', { docId: itemOf(cast, random), isAgentMemory: random.once(2) }),
  async (cast, random, ask) => {
    const id = itemOf(cast, random);
    await ask(id.startsWith('doc_') ? 'delete_doc' : 'delete_file', argumentOf(id));
  },
  (cast, random, ask) => ask('restore_item', { itemId: itemOf(cast, random) }),
  (cast, random, ask) => ask('restore_item', { itemId: itemOf(cast, random) }),
  (cast, random, ask) => ask('purge_item', { itemId: itemOf(cast, random) }),
  (_cast, _random, ask) => ask('take_back', {}),
  (cast, random, ask) =>
    ask('move_folder', {
      folderId: folderOf(cast, random),
      ...(random.once(3) ? { toTop: true } : { parentId: folderOf(cast, random) }),
    }),
  (cast, random, ask) => ask('rename_folder', { folderId: folderOf(cast, random), name: `Folder ${random.below(30)}` }),
  (cast, random, ask) =>
    ask('share_folder', { folderId: folderOf(cast, random), email: random.pick(addresses), access: random.pick(['read', 'write']) }),
  (cast, random, ask) =>
    ask('share_folder', { folderId: folderOf(cast, random), organization: true, access: random.pick(['read', 'write']) }),
  (cast, random, ask) =>
    ask('unshare_folder', {
      folderId: folderOf(cast, random),
      ...(random.once(2) ? { organization: true } : { email: random.pick(addresses) }),
    }),
  (cast, random, ask) => ask('delete_folder', { folderId: folderOf(cast, random) }),
  (cast, random, ask) =>
    ask('update_task', {
      taskId: random.pick([...cast.tasks, 'task_none']),
      ...random.pick([
        { status: 'done' },
        { status: 'todo', title: random.pick(names) },
        { assignee: random.pick(addresses), dueAt: 1_764_000_000_000 + random.below(9) },
        { clear: ['notes', 'assignee', 'dueAt'] },
      ]),
    }),
];

/** Makes a random call as a random person or agent. The call may be refused. */
export async function changeSomething(cast: Cast, random: Random, ask: Ask): Promise<void> {
  const who = random.pick([cast.owner, cast.owner, cast.ada, cast.bob, cast.agent]);
  await random.pick(changes)(cast, random, (tool, input) => ask(who, tool, input));
}
