import { idsOfPath } from '@gatehouse/domain';
import type { Folder, Viewer } from '@gatehouse/storage';

/** Identifiers from the highest folder that the viewer sees to this one. Folders above do not exist for a key that is limited to it. // D49.5 */
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

/** Folder that a folder is in; null at the top, and if the viewer does not see it. */
export function seenParent(viewer: Pick<Viewer, 'limits'>, folder: Pick<Folder, 'path'>): string | null {
  return seenPath(viewer, folder).at(-2) ?? null;
}
