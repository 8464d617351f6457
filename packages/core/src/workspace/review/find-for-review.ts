import { isReviewedWhenSaved } from '@gatehouse/domain/skills';
import type { Change, FoundItem, Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { findItem, findItemForChange } from '../items/find-item.ts';
import { findTrashed } from '../trash/trash.ts';

/** An item whose changes the caller wants to see. One that an agent deleted waits in the trash. */
export function* findToReview(context: ToolContext, id: string): Op<FoundItem> {
  const trashed = yield* findWaitingInTrash(context, id);
  if (!trashed) return yield* findItem(context, 'any', id);
  context.call.notes.itemType = trashed.type;
  context.call.notes.itemId = trashed.id;
  return trashed;
}

/** Same for deciding: the item stays as it is until the transaction ends. */
export function* findToDecide(context: ToolContext, id: string): Op<FoundItem> {
  return (yield* findWaitingInTrash(context, id)) ? yield* findTrashed(context, id) : yield* findItemForChange(context, 'any', id);
}

function* findWaitingInTrash(context: ToolContext, id: string): Op<FoundItem | undefined> {
  const trashed = yield* context.store.trash.find(context.viewer, id);
  if (!trashed || trashed.waitsSince === null) return undefined;
  const deletion = yield* deletionOf(context, trashed);
  // A person who accepts an agent's deletion becomes the one who deleted the item, at that time.
  return isReviewedWhenSaved(deletion) || deletion.at !== trashed.deletedAt ? undefined : trashed;
}

/**
 * Row of the history for the deletion of an item that was found in the trash. Only an agent's deletion waits for a review. A reader can find
 * an item that is restored or purged before the next statement. // D78.3
 */
export function* deletionOf({ store }: ToolContext, { orgId, id }: VisibleItem): Op<Change> {
  const deletion = (yield* store.changes.trashMoves(orgId, id)).findLast(({ what }) => what === 'deleted');
  if (!deletion) throw noSuchItem();
  return deletion;
}
