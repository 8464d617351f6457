import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../context.ts';
import { refusal } from '../errors.ts';

/** Moves an item to the trash, from where people restore or purge it (D27). */
export function* moveToTrash({ store, caller, now }: ToolContext, item: VisibleItem): Op<void> {
  if (item.searchRow !== null) yield* store.search.remove(item.searchRow);
  yield* store.items.update({ ...item, searchRow: null, deletedAt: now, deletedBy: caller.personId });
}

/** Agent-memory documents are not changed or deleted through tools (D28). */
export function refuseAgentMemory(item: VisibleItem): void {
  if (!item.isAgentMemory) return;
  throw refusal(
    'protected_item',
    `"${item.name}" is an agent-memory document: people keep it, and it cannot be changed or deleted through tools`,
  );
}
