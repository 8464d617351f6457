import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { findItem, findItemForChange } from '../items/find-item.ts';
import { findTrashed } from '../trash/trash.ts';

/** An item whose changes the caller wants to see. One that an agent deleted waits in the trash. */
export function* findToReview(context: ToolContext, id: string): Op<VisibleItem> {
  const trashed = yield* context.store.trash.find(context.viewer, id);
  if (!trashed || trashed.waitsSince === null) return yield* findItem(context, 'any', id);
  context.notes.itemType = trashed.type;
  context.notes.itemId = trashed.id;
  return trashed;
}

/** Same for deciding: the item stays as it is until the transaction ends. */
export function* findToDecide(context: ToolContext, id: string): Op<VisibleItem> {
  const trashed = yield* context.store.trash.find(context.viewer, id);
  return trashed && trashed.waitsSince !== null ? yield* findTrashed(context, id) : yield* findItemForChange(context, 'any', id);
}
