import type { Change, Op, Store, Viewer } from '@gatehouse/storage';
import type { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { kindOf } from '../../kernel/context/no-such-item.ts';
import type { author } from '../items/list-items.ts';
import { isOfItem } from './change-words.ts';
import type { HistoryRow } from './merge-history.ts';

/**
 * Returns the rows of items that the caller sees now, including items in the trash, but not their comments. Everyone sees all tasks. With a
 * folder, returns its own rows and those of items that are in it now.
 */
export function* findVisible(
  { store, viewer }: ToolContext,
  rows: readonly HistoryRow[],
  { folderId, hasTasks = true }: { folderId?: string | undefined; hasTasks?: boolean } = {},
): Op<HistoryRow[]> {
  const ids = [...new Set(rows.map(({ row }) => row.itemId))];
  const items = yield* store.visibilityChecks.items(viewer, ids.filter(isOfItem), folderId);
  const folders = yield* store.visibilityChecks.folders(
    viewer,
    ids.filter((id) => kindOf(id) === 'folder' && (folderId === undefined || id === folderId)),
  );
  const visible = new Set([...items.map(({ id }) => id), ...folders]);
  const commented = rows.flatMap(({ kind, row }) => (kind === 'comment' && visible.has(row.itemId) ? [row.itemId] : []));
  const inTrash = commented.length > 0 ? yield* deletedOf(store, viewer, commented) : undefined;
  return rows.filter(({ kind, row }) => {
    if (!visible.has(row.itemId)) return hasTasks && kindOf(row.itemId) === 'task';
    return kind !== 'comment' || !inTrash?.has(row.itemId);
  });
}

function* deletedOf(store: Store, viewer: Viewer, ids: readonly string[]): Op<Set<string>> {
  const items = yield* store.many.items(viewer, [...new Set(ids)]);
  return new Set(items.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id));
}

/** Returns a function that names the author of a change, even if that person or agent was removed, as in every list (D23). */
export function openAuthors({ store, viewer: { orgId } }: ToolContext) {
  const names = new Map<string, string | null>();
  function* nameOf(kind: 'agents' | 'people', id: string | null): Op<string | null> {
    if (id === null) return null;
    if (!names.has(id)) names.set(id, (yield* store[kind].nameOf(orgId, id)) ?? null);
    return names.get(id) ?? null;
  }
  return function* ({ personId, agentId, entrance }: Pick<Change, 'personId' | 'agentId' | 'entrance'>): Op<z.input<typeof author>> {
    const name = (yield* nameOf('agents', agentId)) ?? (yield* nameOf('people', personId)) ?? (personId === null ? 'Gatehouse' : null);
    return { personId, agentId, name, entrance };
  };
}
