import { z } from 'zod';
import { madeBy } from '../../kernel/context/made-by.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findItemForChange } from '../items/find-item.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { moveToTrash } from '../trash/trash.ts';
import { findOwnFolder } from './find-folder.ts';

/** Maximum items per call. Each is removed from the search index, so more would delay other calls. */
const itemsAtOnce = 8;

export const deleteFolder = defineTool({
  name: 'delete_folder',
  title: 'Delete folder',
  description:
    'Move what is in a folder to the trash, 8 items a call, and then the folder: call again until isDone. Restoring an item brings the folder back, shared as it was. What cannot be deleted must be moved elsewhere first.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ folderId: identifier('from list_folders') }),
  output: z.object({ movedItems: z.int(), isDone: z.boolean() }),
  example: { input: { folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2' }, output: { movedItems: 3, isDone: true } },
  *run(context, { folderId }) {
    const { store, notes } = context;
    const folder = yield* findOwnFolder(context, folderId, 'delete');
    const inside = yield* store.folders.itemsOf(folder.orgId, folder.id, itemsAtOnce + 1);
    const moved = inside.slice(0, itemsAtOnce);
    for (const id of moved) {
      const item = yield* findItemForChange(context, 'any', id);
      refuseProtected(context.tool, item);
      yield* moveToTrash(context, item);
    }
    notes.itemType = 'folder';
    notes.itemId = folder.id;
    const isDone = inside.length <= itemsAtOnce;
    if (isDone) yield* store.folders.markDeleted(folder.orgId, folder.id, madeBy(context));
    return { movedItems: moved.length, isDone };
  },
});
