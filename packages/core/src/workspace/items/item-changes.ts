import type { Item, ItemChange, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** Remembers by whom something happened to an item that is no version: people put back what can be, and are told of the rest. */
export function* noteChange({ store, attribution, now }: ToolContext, item: Item, what: ItemChange['what']): Op<void> {
  yield* store.itemChanges.add({ orgId: item.orgId, itemId: item.id, what, version: item.versionCount, at: now, attribution });
}
