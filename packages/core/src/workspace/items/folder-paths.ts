import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { seenPath } from './seen-path.ts';

/**
 * Paths of the folders that items are in, by identifier: the names from the highest folder that the caller sees, as in `Plans / 2026`. At most
 * two statements.
 */
export function* folderPaths({ store, viewer }: ToolContext, entries: readonly { folderId: string | null }[]): Op<Map<string, string>> {
  const ids = new Set(entries.flatMap(({ folderId }) => folderId ?? []));
  if (ids.size === 0) return new Map();
  const folders = yield* store.many.folders(viewer, [...ids]);
  const paths = folders.map((folder) => seenPath(viewer, folder));
  const above = paths.flat().filter((id) => !ids.has(id));
  const parents = above.length === 0 ? [] : yield* store.many.folders(viewer, [...new Set(above)]);
  const names = new Map([...folders, ...parents].map(({ id, name }) => [id, name]));
  return new Map(folders.map(({ id }, at) => [id, paths[at]?.map((part) => names.get(part)).join(' / ') ?? '']));
}

/** Fields that tell where an item is. */
export function placeOf(paths: ReadonlyMap<string, string>, folderId: string | null): { folderId: string | null; folderPath?: string } {
  const folderPath = folderId === null ? undefined : paths.get(folderId);
  return folderPath === undefined ? { folderId } : { folderId, folderPath };
}
