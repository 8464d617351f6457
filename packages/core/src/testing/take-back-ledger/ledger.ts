import type { Credential } from '../../kernel/context/context.ts';
import { createWorld, type Loose, type World } from '../test-world.ts';
import type { Actor, Deed, State } from './deeds.ts';

/** A subject of a history, and its changes by each actor: found by comparing its states before and after each call. */
export interface Tracked {
  id: string;
  kind: 'doc' | 'file' | 'skill' | 'task' | 'folder';
  writes: Write[];
}

export interface Write {
  actor: Actor;
  at: number;
  slot: string;
  /** Undefined before it was created. */
  before: unknown;
}

/** Opens one world for many histories. Each has its own subjects and names. */
export async function openLedger(engine: 'sqlite' | 'postgres') {
  const world = await createWorld({ engine, callsPerMinute: 10_000_000 });
  const ada = await world.addPerson('ada@acme.test');
  const bo = await world.addPerson('bo@acme.test');
  const key = await world.key(ada, 'write');
  const { keys } = await world.ok(ada, 'list_keys');
  return { world, ada, bo, key, keyId: keys[0].keyId as string, histories: 0, written: 0 };
}

export type Ledger = Awaited<ReturnType<typeof openLedger>>;

export interface Case {
  ledger: Ledger;
  world: World;
  prefix: string;
  subjects: Tracked[];
  credentials: Record<Actor, Credential | string>;
  cyEmail: string;
}

/** Begins a history with its own subjects. Cy is a person who may leave. */
export async function beginCase(ledger: Ledger): Promise<Case> {
  const { world, ada, bo, key } = ledger;
  const prefix = `h${ledger.histories++}`;
  const cyEmail = `cy-${prefix}@acme.test`;
  const cy = await world.addPerson(cyEmail);
  return { ledger, world, prefix, subjects: [], cyEmail, credentials: { key, ada, bo, cy, owner: world.owner } };
}

const lines = 4;
const skillText = (name: string, body: string) => `---\nname: ${name}\ndescription: Does something.\n---\n\n${body}`;

/** Bytes that are not text, and differ each time. */
const bytesOf = (number: number) => Buffer.from([0xff, 0, ...Buffer.from(String(number))]).toString('base64');

/** Reads every subject as it is now, without regard to rights. */
export async function statesOf({ world, subjects }: Case): Promise<Map<string, State>> {
  const states = new Map<string, State>();
  for (const { id, kind } of subjects) states.set(id, await stateOf(world, id, kind));
  return states;
}

async function stateOf({ store, orgId }: World, id: string, kind: Tracked['kind']): Promise<State> {
  const everybody = { orgId, personId: '', seesAll: true, limits: null, at: 0 } as const;
  return await store.read(function* () {
    if (kind === 'task') {
      const task = yield* store.tasks.find(orgId, id);
      return { title: task?.title, status: task?.status, notes: task?.notes, assignee: task?.assignee };
    }
    if (kind === 'folder') {
      const gone = yield* store.folders.deleted(everybody, id);
      const folder = gone ?? (yield* store.folders.visible(everybody, id));
      const shares = Object.fromEntries(
        (yield* store.folders.shares(orgId, id)).map(({ sharedWith, access }) => [`share:${sharedWith}`, access]),
      );
      return {
        name: folder?.name,
        isDeleted: gone !== undefined,
        'share:organization': folder?.visibility === 'organization' ? folder.organizationAccess : null,
        ...shares,
      };
    }
    const there = yield* store.items.visible(everybody, 'any', id);
    const item = there ?? (yield* store.trash.find(everybody, id));
    const text = yield* store.contents.text(orgId, id);
    const { name, folderId, tags, isAgentMemory, sha256, manifest } = item!;
    const beside = { name, folderId, tags: JSON.stringify(tags), isAgentMemory, isDeleted: there === undefined };
    if (text === undefined) return { ...beside, body: sha256.toString('hex') };
    const found = [...text.matchAll(/^line(\d): (.*)$/gm)].map(([, number, word]) => [`line${number}`, word]);
    const files = (yield* store.skills.manifest(orgId, id, manifest)).map(({ path, sha256 }) => [`file:${path}`, sha256]);
    return { ...beside, ...Object.fromEntries(found), ...Object.fromEntries(files) };
  });
}

/** Does one deed, if it is allowed, and records the changed slots of all subjects. */
export async function take(of: Case, deed: Deed): Promise<void> {
  const { world, subjects, ledger } = of;
  if (deed.isLater) world.clock.now++;
  const before = await statesOf(of);
  const call = callOf(of, deed);
  const answers = call ? await callAll(of, deed.actor, call) : [];
  const made = answers.at(-1);
  if (made && deed.what.startsWith('create')) subjects.push({ ...createdBy(deed, made), writes: [] });
  const after = await statesOf(of);
  for (const { id, writes } of subjects) {
    const [was, is] = [before.get(id) ?? {}, after.get(id) ?? {}];
    const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((slot) => was[slot] !== is[slot]);
    const known = (slot: string) => (before.has(id) ? was[slot] : undefined);
    writes.push(...changed.map((slot) => ({ actor: deed.actor, at: world.clock.now, slot, before: known(slot) })));
  }
  ledger.written++;
}

function createdBy({ what }: Deed, made: Loose): Pick<Tracked, 'id' | 'kind'> {
  const kind = what === 'create' ? 'doc' : what === 'create bytes' ? 'file' : (what.slice('create '.length) as Tracked['kind']);
  return { id: made.id ?? made.docId ?? made.taskId, kind };
}

interface ToolCall {
  tool: string;
  input: object;
  /** True if it is called again until its answer reports the end. */
  isRepeated?: boolean;
}

async function callAll({ world, credentials }: Case, actor: Actor, { tool, input, isRepeated }: ToolCall): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (;;) {
    const answer = await world.call(credentials[actor], tool, input);
    if (!answer.ok) {
      // A deed may be refused, but not because it is invalid.
      if (answer.error.code === 'internal_error' || answer.error.reason === 'invalid_argument') throw answer.error;
      return answers;
    }
    answers.push(answer.value);
    if (!isRepeated || (answer.value as Loose).isDone) return answers;
  }
}

function callOf(of: Case, deed: Deed): ToolCall | undefined {
  const { subjects, prefix } = of;
  const folders = subjects.filter(({ kind }) => kind === 'folder');
  const folder = deed.place === 0 ? undefined : folders[(deed.place - 1) % (folders.length || 1)];
  if (deed.what.startsWith('create')) return creationOf(of, deed, folder?.id);
  const subject = subjects[deed.subject % (subjects.length || 1)];
  if (!subject) return undefined;
  if (subject.kind === 'folder') return folderCallOf(of, deed, subject);
  if (subject.kind === 'task') return taskCallOf(of, deed, subject);
  const named = subject.kind === 'doc' ? { docId: subject.id } : { fileId: subject.id };
  switch (deed.what) {
    case 'write':
      return writeOf(of, deed, subject);
    case 'name':
      if (subject.kind === 'skill')
        return {
          tool: 'edit_skill',
          input: { ...named, oldText: `name: ${deed.present?.name}`, newText: `name: ${prefix}-s${deed.name}` },
        };
      return { tool: 'move_item', input: { ...named, name: nameOf(of, deed, subject.kind) } };
    case 'move':
      return { tool: 'move_item', input: { ...named, ...(folder ? { folderId: folder.id } : { outOfFolders: true }) } };
    case 'tag':
      return { tool: 'set_tags', input: { ...named, tags: [`t${deed.name}`] } };
    case 'mark':
      return subject.kind === 'doc' && deed.actor !== 'key'
        ? { tool: 'set_agent_memory', input: { docId: subject.id, isAgentMemory: deed.place !== 0 } }
        : undefined;
    case 'delete':
      return { tool: subject.kind === 'doc' ? 'delete_doc' : 'delete_file', input: named };
    case 'restore':
      return deed.actor === 'key' ? undefined : { tool: 'restore_item', input: { itemId: subject.id } };
    case 'leave':
      return { tool: 'remove_person', input: { personId: (of.credentials.cy as Loose).personId } };
    default:
      return undefined;
  }
}

function nameOf({ prefix }: Case, { name }: Deed, kind: Tracked['kind']): string {
  return kind === 'doc' ? `${prefix} ${name}` : `${prefix}-${name}.txt`;
}

function creationOf(of: Case, deed: Deed, folderId: string | undefined): ToolCall | undefined {
  const { prefix, ledger } = of;
  const place = folderId === undefined ? {} : { folderId };
  const body = Array.from({ length: lines }, (_, index) => `line${index}: w${ledger.written}x${index}\n\n`).join('');
  const numbered = ledger.written;
  switch (deed.what) {
    case 'create folder':
      return { tool: 'create_folder', input: { name: `${prefix} f${deed.name}` } };
    case 'create task':
      return { tool: 'create_task', input: { title: `${prefix} ${numbered}` } };
    case 'create file':
      return { tool: 'write_file', input: { name: `${prefix}-${deed.name}.txt`, content: body, ...place } };
    case 'create bytes':
      return { tool: 'write_file', input: { name: `${prefix}-${deed.name}.txt`, contentBase64: bytesOf(ledger.written), ...place } };
    case 'create skill':
      return { tool: 'write_skill', input: { content: skillText(`${prefix}-s${deed.name}`, body), ...place } };
    default:
      return { tool: 'create_doc', input: { title: `${prefix} ${deed.name}`, bodyMarkdown: body, ...place } };
  }
}

function writeOf({ ledger }: Case, { name, present }: Deed, { id, kind }: Tracked): ToolCall | undefined {
  if (kind === 'file' && present?.body !== undefined)
    return { tool: 'write_file', input: { fileId: id, contentBase64: bytesOf(ledger.written) } };
  if (kind === 'skill' && name === 3)
    return { tool: 'write_skill', input: { fileId: id, files: [{ path: 'notes.md', content: `n${ledger.written}` }] } };
  const line = `line${name}`;
  const edit = { oldText: `${line}: ${present?.[line]}\n`, newText: `${line}: w${ledger.written}\n` };
  if (kind === 'doc') return { tool: 'edit_doc', input: { docId: id, ...edit } };
  return { tool: kind === 'skill' ? 'edit_skill' : 'edit_file', input: { fileId: id, ...edit } };
}

function taskCallOf({ ledger, cyEmail }: Case, { what, name }: Deed, { id: taskId }: Tracked): ToolCall | undefined {
  if (what === 'write') return { tool: 'update_task', input: { taskId, notes: `n${ledger.written}` } };
  if (what === 'name') return { tool: 'update_task', input: { taskId, title: `t${ledger.written}` } };
  if (what === 'tag') return { tool: 'update_task', input: { taskId, status: ['todo', 'in_progress', 'done', 'canceled'][name] } };
  return what === 'move' ? { tool: 'update_task', input: { taskId, assignee: name > 1 ? cyEmail : 'bo@acme.test' } } : undefined;
}

function folderCallOf({ prefix, cyEmail }: Case, { actor, what, name }: Deed, { id: folderId }: Tracked): ToolCall | undefined {
  if (actor === 'key') return undefined;
  const whom = name === 0 ? { organization: true } : { email: name === 1 ? 'bo@acme.test' : cyEmail };
  if (what === 'name') return { tool: 'rename_folder', input: { folderId, name: `${prefix} f${name}` } };
  if (what === 'write') return { tool: 'share_folder', input: { folderId, ...whom, access: actor === 'bo' ? 'read' : 'write' } };
  if (what === 'tag') return { tool: 'unshare_folder', input: { folderId, ...whom } };
  return what === 'delete' ? { tool: 'delete_folder', input: { folderId }, isRepeated: true } : undefined;
}
