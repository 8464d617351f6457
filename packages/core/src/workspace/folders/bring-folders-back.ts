import { idsOfPath } from '@gatehouse/domain';
import type { Folder, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';

/** Restores a folder, if it is deleted, and those that it is in. From the top down, so that two callers wait for one another. */
export function* bringFoldersBack(context: ToolContext, folder: Pick<Folder, 'orgId' | 'path'>): Op<void> {
  for (const id of idsOfPath(folder)) yield* context.store.folders.bringBack(folder.orgId, id, madeBy(context));
}
