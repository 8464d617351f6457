import type { FolderToFill, Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { findFolderToFill } from './find-item.ts';
import { onlyWritableFolder } from './read-only-places.ts';

/** Fields that tell in which folder an item is. A folder that the caller does not see does not exist for the caller (D49.5). */
export function folderFields({ folderId, folderName }: Pick<VisibleItem, 'folderId' | 'folderName'>) {
  return folderName === null ? { folderId: null } : { folderId, folderName };
}

/** Same for an item as it was: a hidden folder is an identifier without a name (D67.3). */
export function pastFolderFields({ folderId, folderName }: Pick<VisibleItem, 'folderId' | 'folderName'>) {
  return folderName === null ? { folderId } : { folderId, folderName };
}

export const folderShape = {
  folderId: z.string().nullable(),
  folderName: z.string().optional(),
};

/** The position of an item in a list that is ordered by newest update. */
export const newestPosition = z.tuple([time, z.string()]);

/** Chooses the place of a new item, and locks its folder so that the item stays as visible as it is now. // D63, D78 */
export function* placeOfNewItem(context: ToolContext, folderId: string | undefined): Op<{ folderId: string | null; asksReview: boolean }> {
  const named = folderId ?? (yield* onlyWritableFolder(context));
  const folder = named === undefined ? null : yield* findFolderToFill(context, named);
  return { folderId: folder?.id ?? null, asksReview: isReviewedPlace(context, folder) };
}

/** True if agents' changes wait in a folder, or outside of folders (null). Outside of folders, always false for people. */
export function isReviewedPlace({ caller }: Pick<ToolContext, 'caller'>, folder: FolderToFill | null): boolean {
  return folder ? folder.isReviewed === 1 : (caller.key?.asksReview ?? false);
}

/** The arguments by which a tool takes a document, or a file or skill; `namedItem` reads them. */
export function itemArguments() {
  return {
    docId: identifier('or fileId').optional(),
    fileId: identifier('a file or skill').optional(),
  };
}
