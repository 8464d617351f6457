import { maxFolderName } from '@gatehouse/domain';
import { z } from 'zod';
import { madeBy } from '../../kernel/context/made-by.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier, name } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { refuseTakenFolderName } from '../items/folder-names.ts';
import { findOwnFolder } from './find-folder.ts';

export const renameFolder = defineTool({
  name: 'rename_folder',
  title: 'Rename folder',
  description: 'Rename a folder. Its contents and sharing stay the same.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ folderId: identifier('from list_folders'), name: name(maxFolderName, 'folder name') }),
  output: okOnly,
  example: { input: { folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2', name: 'Releases' }, output: { ok: true } },
  *run(context, { folderId, name }) {
    yield* context.store.folders.lockToRename(context.viewer.orgId, folderId);
    const folder = yield* findOwnFolder(context, folderId, 'rename');
    if (folder.name === name) return done;
    yield* refuseTakenFolderName(context, folder.parentId, name, folderId);
    yield* context.store.folders.rename(folder, name, madeBy(context));
    return done;
  },
});
