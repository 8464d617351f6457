import type { Folder, ItemSort, ItemToRead, Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../context.ts';
import { type GatewayError, refusal } from '../errors.ts';

/**
 * The one answer for what is absent, deleted, another organization's or not visible to this caller (D5).
 * It must not differ by cause: the difference would tell that something exists.
 */
export function noSuchItem(): GatewayError {
  return refusal(
    'no_such_item',
    'this identifier names nothing that this key can see; take identifiers from search, list_docs, list_files, list_skills, list_folders or list_tasks',
  );
}

/** An item the caller may see; the activity row will name it. */
export function* findItem(context: ToolContext, sort: ItemSort, id: string): Op<VisibleItem> {
  const item = yield* context.store.items.visible(context.viewer, sort, id);
  return noted(context, item);
}

/** The same, with its current text where that has at most this many bytes. */
export function* findItemToRead(context: ToolContext, sort: ItemSort, id: string, mostBytes: number): Op<ItemToRead> {
  const item = yield* context.store.items.toRead(context.viewer, sort, id, mostBytes);
  return noted(context, item);
}

/** The same as `findItem`, for changing it in this transaction (D20). */
export function* findItemForChange(context: ToolContext, sort: ItemSort, id: string): Op<VisibleItem> {
  const item = yield* context.store.items.visibleForChange(context.viewer, sort, id);
  return noted(context, item);
}

function noted<Found extends VisibleItem>(context: ToolContext, item: Found | undefined): Found {
  if (!item) throw noSuchItem();
  context.notes.itemType = item.type;
  context.notes.itemId = item.id;
  return item;
}

/** A folder the caller may see and so write into (D25). */
export function* findFolder(context: ToolContext, id: string): Op<Folder> {
  const folder = yield* context.store.folders.visible(context.viewer, id);
  if (!folder) throw noSuchItem();
  return folder;
}

export interface ItemArguments {
  docId?: string | undefined;
  fileId?: string | undefined;
}

/** What `docId` or `fileId` names, of which exactly one must be given. */
export function namedItem({ docId, fileId }: ItemArguments): { sort: ItemSort; id: string } {
  if (docId !== undefined && fileId !== undefined) throw refusal('invalid_argument', 'give either "docId" or "fileId", not both');
  if (docId !== undefined) return { sort: 'doc', id: docId };
  if (fileId !== undefined) return { sort: 'file or skill', id: fileId };
  throw refusal('invalid_argument', 'give "docId" (a document) or "fileId" (a file or a skill)');
}
