import { idsOfPath } from '@gatehouse/domain';
import type { Folder, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';

/**
 * Restores a folder and the folders above it, if they are deleted. Works from the top down, so that all callers lock folders in the same
 * order.
 */
export function* bringFoldersBack(context: ToolContext, folder: Pick<Folder, 'orgId' | 'path'>): Op<void> {
  for (const id of idsOfPath(folder)) yield* context.store.folders.bringBack(folder.orgId, id, madeBy(context));
}
