import type { Activity } from '@gatehouse/storage';
import type { Registry } from '../registry/registry.ts';

/** What calls have changed, before it is asked who sees it. */
export interface Touched {
  items: Set<string>;
  folders: Set<string>;
  tasks: Set<string>;
  /** When calls were made that changed items and name none of them in the log. */
  unnamedAt: Set<number>;
}

/** The successful calls of tools that change something. */
export function changesIn(registry: Registry, rows: readonly Activity[]): Activity[] {
  return rows.filter(({ outcome, tool }) => outcome === 'ok' && registry.find(tool)?.definition.access === 'write');
}

const kinds: Record<string, 'items' | 'folders' | 'tasks'> = {
  doc: 'items',
  file: 'items',
  skill: 'items',
  folder: 'folders',
  task: 'tasks',
};

/** What these calls changed, but for those of one person and their agents, who read them in the log. */
export function touchedByOthers(registry: Registry, personId: string | null, rows: readonly Activity[]): Touched {
  const touched = nothing();
  for (const row of changesIn(registry, rows)) {
    if (row.personId === personId) continue;
    const kind = kinds[row.itemType ?? ''];
    if (kind && row.itemId !== null) touched[kind].add(row.itemId);
    else if (row.tool === 'apply_take_back' || row.tool === 'put_back') touched.unnamedAt.add(row.at);
  }
  return touched;
}

export function nothing(): Touched {
  return { items: new Set(), folders: new Set(), tasks: new Set(), unnamedAt: new Set() };
}

export function isNothing(touched: Touched): boolean {
  return Object.values(touched).every(({ size }) => size === 0);
}

export function addTouched(to: Touched, more: Touched): void {
  for (const id of more.items) to.items.add(id);
  for (const id of more.folders) to.folders.add(id);
  for (const id of more.tasks) to.tasks.add(id);
  for (const at of more.unnamedAt) to.unnamedAt.add(at);
}
