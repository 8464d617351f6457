import type { Credential } from '../../kernel/context/context.ts';
import type { Loose, World } from '../test-world.ts';
import { current, type Slot, type Subject } from './model.ts';
import { amongFolders, type HeldNames, sharedNames } from './names.ts';

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
  'create skill',
  'file text',
  'skill file',
  'remove skill file',
  'task title',
  'task status',
  'task notes',
  'task assignee',
  'task due',
  'create task',
  'create folder',
  'rename folder',
  'share folder',
  'share with person',
  'delete folder',
  'take back',
] as const;

export interface Step {
  actor: Actor;
  what: (typeof whats)[number];
  subject: number;
  /** Choice of a paragraph, folder, name or status. */
  choice: number;
}

/** A workspace, and the model of it. */
export interface Desk {
  world: World;
  credentials: Record<Actor, Credential | string>;
  /** True if the actor belongs to the run. */
  isRun: (actor: Actor) => boolean;
  subjects: Subject[];
  folders: Subject[];
  /** Other people, who do nothing. */
  people: { email: string; personId: string }[];
  held: HeldNames;
  /** Number of changes by each kind of step. A kind that never changes anything would test nothing. */
  done: Map<Step['what'], number>;
  /** Number of the history in its world. */
  number: number;
  counter: number;
}

export type Hand = ReturnType<typeof handOf>;

/** Tools for a step: the actor's calls, the subject, and the record of its changes. */
export function handOf(desk: Desk, { actor, what, subject: index, choice }: Step, value: string) {
  const { world, credentials, people, done } = desk;
  const isRun = desk.isRun(actor);
  const names = sharedNames(desk.number);
  const call = (tool: string, input: object) => world.call(credentials[actor], tool, input);
  const now = (subject: Subject, slot: string) => current(subject.slots.get(slot) ?? { initial: undefined, writes: [] });
  const count = () => done.set(what, (done.get(what) ?? 0) + 1);
  const note = (subject: Subject, slot: string, written: unknown) => {
    const known = subject.slots.get(slot) ?? { initial: undefined, writes: [] };
    subject.slots.set(slot, { ...known, writes: [...known.writes, { isRun, value: written, at: world.clock.now }] });
    holdName(desk, subject, (name) => now(subject, name));
    count();
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
    count();
    holdName(desk, subject, (name) => now(subject, name));
  };
  const oneOf = <Value>(values: readonly Value[]) => values[choice % values.length] as Value;
  const folder = oneOf([...desk.folders, undefined]);
  const folderOf = (item: Subject) => desk.folders.find(({ id }) => id === now(item, 'folderId'));
  return { desk, actor, choice, value, folder, names, people, oneOf, call, now, note, pick, change, create, folderOf };
}

/** Records the present name of a subject in its folder. */
export function holdName({ held }: Desk, { id, kind }: Subject, now: (slot: string) => unknown): void {
  if (kind === 'folder') held.note(amongFolders, now('name'), id);
  else if (kind === 'file' || kind === 'skill') held.note(now('folderId'), now('name'), id);
}
