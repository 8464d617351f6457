import { idsOfPath } from '@gatehouse/domain';
import type { Folder, Viewer } from '@gatehouse/storage';

/**
 * Identifiers from the highest folder that the viewer sees to a folder. For a key that is limited to folders, the folders above them do not
 * exist. // D49.5
 */
export function seenPath({ limits }: Pick<Viewer, 'limits'>, folder: Pick<Folder, 'path'>): string[] {
  const path = idsOfPath(folder);
  if (!limits?.folders) return path;
  const limited = new Set(limits.folders.map(({ folderId }) => folderId));
  return path.slice(path.findIndex((id) => limited.has(id)));
}

/** Parent of a folder, or null if the viewer sees none. */
export function seenParent(viewer: Pick<Viewer, 'limits'>, folder: Pick<Folder, 'path'>): string | null {
  return seenPath(viewer, folder).at(-2) ?? null;
}
