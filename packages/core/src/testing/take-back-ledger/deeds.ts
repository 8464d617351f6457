export type Actor = 'key' | 'ada' | 'bo' | 'cy' | 'owner';

/** Everything of a subject that may be taken back, by slot: its body is one for each line. */
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

/** What somebody does; which subject, name and place it means is decided by what there is. */
export interface Deed {
  actor: Actor;
  what: (typeof whats)[number];
  subject: number;
  name: number;
  place: number;
  isLater: boolean;
  /** The subject just before, which an edit names. */
  present?: State | undefined;
}

const made = (actor: Actor, what: Deed['what'], name: number, place = 0): Deed => ({ actor, what, name, place, subject: 0, isLater: true });

/** What histories begin with, as far as each wants it. */
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
