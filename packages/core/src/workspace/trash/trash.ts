import type { FoundItem, Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { madeBy } from '../../kernel/context/made-by.ts';
import { refuseUnfound } from '../../kernel/context/no-such-item.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { readOnlyPlace } from '../items/read-only-places.ts';
import { reviewDeletion, reviewRestoring } from '../items/review-state.ts';
import { saveDetails } from '../items/save-item.ts';
import { bringFoldersBack } from './bring-folders-back.ts';

export const trashedInput = z.strictObject({ itemId: identifier('from list_trash') });

export const trashedExample = { itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2' };

/**
 * Moves an item to the trash, from where people restore or purge it (D27). This can change its name and folder, because items in the trash
 * hold no name.
 */
export function* moveToTrash(
  context: ToolContext,
  item: FoundItem,
  changed: Partial<Pick<VisibleItem, 'name' | 'folderId'>> = {},
): Op<void> {
  const { store, caller, now } = context;
  if (item.searchRow !== null) yield* store.search.remove(item.orgId, item.searchRow);
  const gone = { searchRow: null, deletedAt: now, deletedBy: caller.personId, ...(yield* reviewDeletion(context, item)) };
  yield* store.items.update({ ...item, ...changed, ...gone }, item, madeBy(context));
}

/** Restores an item and the folders above it. */
export function* takeFromTrash(context: ToolContext, item: FoundItem): Op<void> {
  if (item.folderId !== null) yield* bringFoldersBack(context, item.folderId);
  yield* saveDetails(context, item, { deletedAt: null, deletedBy: null, ...(yield* reviewRestoring(context, item)) });
}

/** Finds an item in the trash that the caller may restore or purge. The activity row names it. */
export function* findTrashed(context: ToolContext, id: string): Op<FoundItem> {
  const { store, viewer } = context;
  const item = yield* store.trash.findForChange(viewer, id);
  const seen = item ?? (yield* store.trash.find(viewer, id));
  if (!seen) return yield* refuseUnfound(context, ['doc', 'file', 'skill'], id);
  if (!item) throw yield* readOnlyPlace(context, seen.folderId);
  context.call.notes.itemType = item.type;
  context.call.notes.itemId = item.id;
  return item;
}
