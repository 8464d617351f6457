import { idsOfPath } from '@gatehouse/domain';
import type { Folder, Viewer } from '@gatehouse/storage';

/**
 * Parent of a folder. Null for a top folder, and if the viewer does not see the parent: for a key that is limited to folders, the folders above
 * them do not exist. // D49.5
 */
export function seenParent({ limits }: Pick<Viewer, 'limits'>, folder: Pick<Folder, 'path'>): string | null {
  const above = idsOfPath(folder).slice(0, -1);
  const isSeen = !limits?.folders || limits.folders.some(({ folderId }) => above.includes(folderId));
  return isSeen ? (above.at(-1) ?? null) : null;
}
