import type { Activity } from '@gatehouse/storage';
import type { Registry } from '../registry/registry.ts';
import { type ChangedKind, type ChangedSubject, namedSubjects } from './changed-subjects.ts';

/** Subjects that calls have changed, before checking who sees them. */
export interface Touched {
  items: Set<string>;
  folders: Set<string>;
  tasks: Set<string>;
  /** Calls that can have changed several things, which only the history names: by their numbers in the log. */
  several: Map<number, Activity>;
}

/** The successful calls of tools that change something. */
export function changesIn(registry: Registry, rows: readonly Activity[]): Activity[] {
  return rows.filter(({ outcome, tool }) => outcome === 'ok' && registry.find(tool)?.definition.access === 'write');
}

const kinds: Record<ChangedKind, 'items' | 'folders' | 'tasks'> = {
  doc: 'items',
  file: 'items',
  skill: 'items',
  folder: 'folders',
  task: 'tasks',
};

/** Subjects that these calls changed. Leaves out calls of one person and their agents, who read them in the log. */
export function touchedByOthers(registry: Registry, personId: string | null, rows: readonly Activity[]): Touched {
  const touched = nothing();
  for (const row of changesIn(registry, rows)) {
    if (row.personId === personId) continue;
    const named = namedSubjects(row);
    if (named) addSubjects(touched, named);
    else touched.several.set(row.id, row);
  }
  return touched;
}

export function addSubjects(touched: Touched, subjects: readonly ChangedSubject[]): void {
  for (const { kind, id } of subjects) touched[kinds[kind]].add(id);
}

export function nothing(): Touched {
  return { items: new Set(), folders: new Set(), tasks: new Set(), several: new Map() };
}

export function isNothing(touched: Touched): boolean {
  return Object.values(touched).every(({ size }) => size === 0);
}

export function addTouched(to: Touched, more: Touched): void {
  for (const id of more.items) to.items.add(id);
  for (const id of more.folders) to.folders.add(id);
  for (const id of more.tasks) to.tasks.add(id);
  for (const [id, row] of more.several) to.several.set(id, row);
}
