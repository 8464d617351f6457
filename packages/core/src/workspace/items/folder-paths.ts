import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { seenPath } from './seen-path.ts';

/** Names of the folders that items are in, from the highest one that the caller sees, by the folder's identifier. */
export type FolderPaths = ReadonlyMap<string, readonly string[]>;

/** Reads the paths of the folders that items are in, with at most two statements. */
export function* folderPaths({ store, viewer }: ToolContext, entries: readonly { folderId: string | null }[]): Op<FolderPaths> {
  const ids = new Set(entries.flatMap(({ folderId }) => folderId ?? []));
  if (ids.size === 0) return new Map();
  const folders = yield* store.many.folders(viewer, [...ids]);
  const paths = folders.map((folder) => seenPath(viewer, folder));
  const above = paths.flat().filter((id) => !ids.has(id));
  const parents = above.length === 0 ? [] : yield* store.many.folders(viewer, [...new Set(above)]);
  const names = new Map([...folders, ...parents].map(({ id, name }) => [id, name]));
  return new Map(folders.map(({ id }, at) => [id, (paths[at] ?? []).map((part) => names.get(part) ?? '')]));
}

/** Fields that tell where an item is. A folder that the caller does not see does not exist for the caller (D49.5). */
export function placeOf(paths: FolderPaths, folderId: string | null): { folderId: string | null; folderPath?: string } {
  const path = folderId === null ? undefined : paths.get(folderId);
  return path === undefined ? { folderId: null } : { folderId, folderPath: path.join(' / ') };
}
