import type { Credential } from '../../kernel/context/context.ts';
import type { Loose, World } from '../test-world.ts';
import { current, paragraphs, paragraphsOf, type Slot, type Subject, textOf } from './model.ts';

export const actors = ['run', 'other key', 'ada', 'owner'] as const;
export type Actor = (typeof actors)[number];

export const whats = [
  'paragraph',
  'remove paragraph',
  'title',
  'move',
  'tags',
  'delete',
  'restore',
  'create doc',
  'create file',
  'file text',
  'task title',
  'task status',
  'task notes',
  'create task',
  'create folder',
  'rename folder',
  'share folder',
] as const;

export interface Step {
  actor: Actor;
  what: (typeof whats)[number];
  subject: number;
  /** Which paragraph, folder, name or status. */
  choice: number;
}

/** A workspace with the model beside it. */
export interface Desk {
  world: World;
  credentials: Record<Actor, Credential | string>;
  /** Whether an actor is the run. */
  isRun: (actor: Actor) => boolean;
  subjects: Subject[];
  folders: Subject[];
  counter: number;
}

const statuses = ['todo', 'in_progress', 'done'];
/** Files share these, so that names collide. */
const names = ['a.md', 'b.md', 'c.md'];

/** Does one step, and notes it in the model if the gateway did it. */
export async function perform(desk: Desk, step: Step): Promise<void> {
  desk.world.clock.now++;
  const hand = handOf(desk, step, `${step.actor} ${desk.counter++}`);
  await deeds[step.what](hand);
}

type Hand = ReturnType<typeof handOf>;

/** What a step needs: how its actor calls, what it is about, and how that is noted. */
function handOf(desk: Desk, { actor, subject: index, choice }: Step, value: string) {
  const { world, credentials } = desk;
  const isRun = desk.isRun(actor);
  const call = (tool: string, input: object) => world.call(credentials[actor], tool, input);
  const now = (subject: Subject, slot: string) => current(subject.slots.get(slot) ?? { initial: undefined, writes: [] });
  const note = (subject: Subject, slot: string, written: unknown) => {
    const known = subject.slots.get(slot) ?? { initial: undefined, writes: [] };
    subject.slots.set(slot, { ...known, writes: [...known.writes, { isRun, value: written, at: world.clock.now }] });
  };
  const pick = (...kinds: Subject['kind'][]): Subject | undefined => {
    const fitting = [...desk.subjects, ...desk.folders].filter(({ kind }) => kinds.includes(kind));
    return fitting[index % Math.max(1, fitting.length)];
  };
  const change = async (subject: Subject | undefined, slot: string, written: unknown, tool: string, input: (id: string) => object) => {
    if (!subject || now(subject, slot) === written) return;
    if ((await call(tool, input(subject.id))).ok) note(subject, slot, written);
  };
  const create = async (kind: Subject['kind'], tool: string, input: object, slots: Record<string, unknown>) => {
    const answer = await call(tool, input);
    if (!answer.ok) return;
    const made: Loose = answer.value;
    const known = new Map<string, Slot>(Object.entries(slots).map(([name, initial]) => [name, { initial, writes: [] }]));
    const subject: Subject = { id: made.docId ?? made.taskId ?? made.id, kind, createdByRun: isRun, slots: known };
    (kind === 'folder' ? desk.folders : desk.subjects).push(subject);
  };
  const folder = desk.folders[choice % (desk.folders.length + 1)];
  return { actor, choice, value, folder, call, now, note, pick, change, create };
}

const idOf = (id: string) => (id.startsWith('doc_') ? { docId: id } : { fileId: id });

const deeds: Record<Step['what'], (hand: Hand) => Promise<void>> = {
  paragraph: (hand) => writeParagraph(hand, hand.value),
  'remove paragraph': (hand) => writeParagraph(hand, undefined),
  title: ({ pick, change, choice, value }) => {
    const item = pick('doc', 'file');
    const name = item?.kind === 'file' ? names[choice % names.length] : value;
    return change(item, 'name', name, 'move_item', (id) => ({ ...idOf(id), name }));
  },
  move: ({ pick, change, folder }) => {
    const to = folder ? { folderId: folder.id } : { outOfFolders: true };
    return change(pick('doc', 'file'), 'folderId', folder?.id ?? null, 'move_item', (id) => ({ ...idOf(id), ...to }));
  },
  tags: ({ pick, change, value }) => change(pick('doc', 'file'), 'tags', value, 'set_tags', (id) => ({ ...idOf(id), tags: [value] })),
  delete: ({ pick, change }) => {
    const item = pick('doc', 'file');
    return change(item, 'isDeleted', true, item?.kind === 'doc' ? 'delete_doc' : 'delete_file', idOf);
  },
  restore: async ({ pick, change, now }) => {
    const item = pick('doc', 'file');
    if (item && now(item, 'isDeleted') === true) await change(item, 'isDeleted', false, 'restore_item', (itemId) => ({ itemId }));
  },
  'create doc': ({ create, value }) =>
    create('doc', 'create_doc', { title: value, bodyMarkdown: `p2: ${value}\n` }, { name: value, folderId: null, p2: value }),
  'create file': ({ create, choice, value }) => {
    const name = names[choice % names.length];
    return create('file', 'write_file', { name, content: value }, { name, folderId: null, text: value });
  },
  'file text': ({ pick, change, value }) => change(pick('file'), 'text', value, 'write_file', (fileId) => ({ fileId, content: value })),
  'task title': (hand) => changeTask(hand, 'title', hand.value),
  'task notes': (hand) => changeTask(hand, 'notes', hand.value),
  'task status': (hand) => changeTask(hand, 'status', statuses[hand.choice % statuses.length]),
  'create task': ({ create, value }) => create('task', 'create_task', { title: value }, { title: value, status: 'todo', notes: null }),
  'create folder': async ({ actor, create, value }) => {
    // One that Ada does not see would be hidden from her take-back.
    if (actor !== 'owner') await create('folder', 'create_folder', { name: value }, { name: value, organization: false });
  },
  'rename folder': ({ pick, change, value }) =>
    change(pick('folder'), 'name', value, 'rename_folder', (folderId) => ({ folderId, name: value })),
  'share folder': async ({ pick, change, now, choice }) => {
    const isShared = choice % 2 === 0;
    const folder = pick('folder');
    if (!folder || (now(folder, 'organization') ?? false) === isShared) return;
    const tool = isShared ? 'share_folder' : 'unshare_folder';
    await change(folder, 'organization', isShared, tool, (folderId) => ({ folderId, organization: true }));
  },
};

function changeTask({ pick, change }: Hand, field: string, written: unknown): Promise<void> {
  return change(pick('task'), field, written, 'update_task', (taskId) => ({ taskId, [field]: written }));
}

/** Saves a text with one paragraph changed. */
async function writeParagraph({ pick, call, note, choice }: Hand, written: string | undefined): Promise<void> {
  const doc = pick('doc');
  const number = choice % paragraphs;
  const read = doc && (await call('read_doc', { docId: doc.id }));
  if (!doc || !read?.ok) return;
  const present = paragraphsOf((read.value as Loose).bodyMarkdown);
  if (present.get(number) === written) return;
  const values = Array.from({ length: paragraphs }, (_, at) => [at, at === number ? written : present.get(at)] as const);
  const saved = await call('update_doc', { docId: doc.id, bodyMarkdown: textOf(values) });
  if (saved.ok) note(doc, `p${number}`, written);
}
