import type { Folder, FolderToFill, FoundItem, ItemSort, ItemToRead, Op, PastItem, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type Kind, refuseUnfound } from '../../kernel/context/no-such-item.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { readOnlyPlace } from './read-only-places.ts';

/** Finds an item that the caller may see. The activity row names it. */
export function* findItem(context: ToolContext, sort: ItemSort, id: string): Op<FoundItem> {
  const item = yield* context.store.items.visible(context.viewer, sort, id);
  return noted(context, item ?? (yield* refuseUnfound(context, kindsOf[sort], id)));
}

/** Same, with its current text if that has at most this many bytes. */
export function* findItemToRead(context: ToolContext, sort: ItemSort, id: string, maxBytes: number): Op<ItemToRead> {
  const item = yield* context.store.items.toRead(context.viewer, sort, id, maxBytes);
  return noted(context, item ?? (yield* refuseUnfound(context, kindsOf[sort], id)));
}

/** Finds an item that the caller may change, and locks it until the transaction ends (D20, D25.5). */
export function* findItemForChange(context: ToolContext, sort: ItemSort, id: string): Op<FoundItem> {
  const item = yield* context.store.items.visibleForChange(context.viewer, sort, id);
  if (item) return noted(context, item);
  throw yield* readOnlyPlace(context, (yield* findItem(context, sort, id)).folderId);
}

/**
 * An item as it was, if the caller may see it now, even in the trash. Names its folder of that time if the caller may see that now (D67).
 */
export function* findPastItem(context: ToolContext, id: string, asOf: number): Op<PastItem> {
  const { store, viewer } = context;
  const found = yield* store.past.item(viewer, id, asOf);
  if (!found) return yield* refuseUnfound(context, kindsOf.any, id);
  noted(context, found.current);
  const { folderId } = found.past;
  const folder = folderId === null ? undefined : yield* store.folders.visible(viewer, folderId);
  const folderThen = folder && (yield* store.past.folder(folder, asOf));
  return { ...found, past: { ...found.past, folderName: folderThen?.name ?? null } };
}

const kindsOf: Record<ItemSort, readonly Kind[]> = {
  doc: ['doc'],
  file: ['file'],
  skill: ['skill'],
  'file or skill': ['file', 'skill'],
  any: ['doc', 'file', 'skill'],
};

function noted<Found extends VisibleItem>({ call: { notes } }: ToolContext, item: Found): Found {
  notes.itemType = item.type;
  notes.itemId = item.id;
  return item;
}

/** A folder the caller may see (D25). */
export function* findFolder(context: ToolContext, id: string): Op<Folder> {
  const folder = yield* context.store.folders.visible(context.viewer, id);
  return folder ?? (yield* refuseUnfound(context, ['folder'], id));
}

/** Finds a folder into which the caller can put something. The people who see it stay the same until the transaction ends. // D63 */
export function* findFolderToFill(context: ToolContext, id: string): Op<FolderToFill> {
  const folder = yield* context.store.folders.visibleToFill(context.viewer, id);
  if (folder) return folder;
  throw yield* readOnlyPlace(context, (yield* findFolder(context, id)).id);
}

export interface ItemArguments {
  docId?: string | undefined;
  fileId?: string | undefined;
}

/** Item named by `docId` or `fileId`. Exactly one must be given. */
export function namedItem({ docId, fileId }: ItemArguments): { sort: ItemSort; id: string } {
  if (docId !== undefined && fileId !== undefined) throw refusal('invalid_argument', 'give either "docId" or "fileId", not both');
  if (docId !== undefined) return { sort: 'doc', id: docId };
  if (fileId !== undefined) return { sort: 'file or skill', id: fileId };
  throw refusal('invalid_argument', 'give "docId" (a document) or "fileId" (a file or a skill)');
}
