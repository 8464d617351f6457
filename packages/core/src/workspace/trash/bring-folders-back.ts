import { idsOfPath } from '@gatehouse/domain';
import type { Folder, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';
import { folderNamed } from '../items/folder-names.ts';
import { lockWithTops } from '../items/lock-with-tops.ts';
import { findFreeName } from '../items/numbered-name.ts';

/**
 * Restores a folder, if it is deleted, and the folders above it. A folder whose name is taken by now gets it with a number (D73.1). Locks them
 * first, so that nobody deletes one of them in the meantime.
 */
export function* bringFoldersBack(context: ToolContext, folderId: string): Op<void> {
  const { store, viewer } = context;
  const [inner] = yield* lockWithTops(context, [folderId]);
  if (!inner) return;
  const folders = new Map((yield* store.many.folders(viewer, idsOfPath(inner))).map((folder) => [folder.id, folder]));
  for (const id of idsOfPath(inner)) {
    const folder = folders.get(id);
    // A limited key does not see the folders above. They are restored too.
    if (folder?.deletedAt === null) continue;
    const name = folder && (yield* freeName(context, folder));
    yield* store.folders.bringBack(viewer.orgId, id, madeBy(context));
    if (folder && name !== undefined && name !== folder.name) yield* store.folders.rename(folder, name, madeBy(context));
  }
}

function freeName(context: ToolContext, { id, parentId, name }: Folder): Op<string> {
  return findFreeName('folder', name, function* (tried) {
    return (yield* folderNamed(context, parentId, tried, id)) !== undefined;
  });
}
