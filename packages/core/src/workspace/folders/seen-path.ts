import { idsOfPath } from '@gatehouse/domain';
import type { Folder, Viewer } from '@gatehouse/storage';

/**
 * Identifiers from the highest folder that the viewer sees down to this one. For a key that is limited to folders, the folders above them
 * do not exist. // D49.5
 */
export function seenPath({ limits }: Pick<Viewer, 'limits'>, folder: Pick<Folder, 'path'>): string[] {
  const ids = idsOfPath(folder);
  const limited = limits?.folders?.map(({ folderId }) => folderId);
  return limited
    ? ids.slice(
        Math.max(
          0,
          ids.findIndex((id) => limited.includes(id)),
        ),
      )
    : ids;
}

/** Parent of a folder. Null for a top folder, and if the viewer does not see the parent. */
export function seenParent(viewer: Pick<Viewer, 'limits'>, folder: Pick<Folder, 'path'>): string | null {
  return seenPath(viewer, folder).at(-2) ?? null;
}
