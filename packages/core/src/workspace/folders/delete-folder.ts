import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findItemForChange } from '../items/find-item.ts';
import { lockWithTops } from '../items/lock-with-tops.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { moveToTrash } from '../trash/trash.ts';
import { findOwnFolder } from './find-folder.ts';

/** Maximum items per call. Each is removed from the search index, so more would delay other calls. */
const itemsAtOnce = 8;
const foldersAtOnce = 50;

export const deleteFolder = defineTool({
  name: 'delete_folder',
  title: 'Delete folder',
  description:
    'Move the contents of a folder and its subfolders to the trash, 8 items per call, then delete the folders: call again until isDone. Restoring an item restores its folders with their sharing. Items that cannot be deleted must be moved elsewhere first.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ folderId: identifier('from list_folders') }),
  output: z.object({ movedItems: z.int(), isDone: z.boolean() }),
  example: { input: { folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2' }, output: { movedItems: 3, isDone: true } },
  *run(context, { folderId }) {
    const { store, call } = context;
    // Lock before reading the tree: a folder that was moved out of it must not be emptied.
    yield* lockWithTops(context, [folderId]);
    const folder = yield* findOwnFolder(context, folderId, 'delete');
    const tree = yield* store.folders.treeOf(folder, foldersAtOnce + 1);
    const ids = tree.slice(0, foldersAtOnce).map(({ id }) => id);
    const { movedItems, isEmpty } = yield* emptyFolders(context, ids);
    call.notes.itemType = 'folder';
    call.notes.itemId = folder.id;
    return { movedItems, isDone: isEmpty && ids.length === tree.length };
  },
});

/** Empties and deletes folders, deepest first. Stops at the first folder that it could not empty. */
function* emptyFolders(context: ToolContext, ids: readonly string[]): Op<{ movedItems: number; isEmpty: boolean }> {
  const { store, viewer } = context;
  let movedItems = 0;
  for (const id of ids) {
    const inside = yield* store.folders.itemsOf(viewer.orgId, id, itemsAtOnce - movedItems + 1);
    const now = inside.slice(0, itemsAtOnce - movedItems);
    for (const itemId of now) yield* deleteItem(context, itemId);
    movedItems += now.length;
    const isEmpty = inside.length === now.length && (yield* store.folders.childrenOf(viewer.orgId, id, 1)).length === 0;
    if (!isEmpty) return { movedItems, isEmpty };
    yield* store.folders.markDeleted(viewer.orgId, id, madeBy(context));
  }
  return { movedItems, isEmpty: true };
}

function* deleteItem(context: ToolContext, itemId: string): Op<void> {
  const item = yield* findItemForChange(context, 'any', itemId);
  refuseProtected(context.call.tool, item);
  yield* moveToTrash(context, item);
}
