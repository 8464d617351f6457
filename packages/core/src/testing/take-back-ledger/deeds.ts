export type Actor = 'key' | 'ada' | 'bo' | 'cy' | 'owner';

/** All restorable parts of a subject, by slot. Each line of its body is a slot. */
export type State = Record<string, unknown>;

export const actors: readonly Actor[] = ['key', 'ada', 'ada', 'bo', 'cy', 'owner'];
export const whats = [
  'create',
  'create file',
  'create bytes',
  'create skill',
  'create task',
  'create folder',
  'write',
  'name',
  'move',
  'tag',
  'mark',
  'delete',
  'restore',
  'leave',
] as const;

/** An action of a person or key. Its numbers choose among the existing subjects, names and places. */
export interface Deed {
  actor: Actor;
  what: (typeof whats)[number];
  subject: number;
  name: number;
  place: number;
  isLater: boolean;
  /** State of the subject just before, which an edit needs. */
  present?: State | undefined;
}

const made = (actor: Actor, what: Deed['what'], name: number, place = 0): Deed => ({ actor, what, name, place, subject: 0, isLater: true });

/** Deeds that can begin a history. Each history uses the first few. */
export const begun: readonly Deed[] = [
  made('ada', 'create folder', 0),
  made('ada', 'write', 0),
  made('bo', 'create file', 0),
  made('ada', 'create skill', 0),
  made('cy', 'create file', 1),
  made('bo', 'create skill', 1),
  made('bo', 'create folder', 1),
  { ...made('bo', 'write', 0), subject: 5 },
  made('ada', 'create', 2, 1),
  made('owner', 'create task', 2),
];
