import type { VisibleItem } from '@gatehouse/storage';
import { refusal } from '../errors.ts';

/** Agent-memory documents are not changed or deleted through tools (D28). */
export function refuseAgentMemory(item: VisibleItem): void {
  if (!item.isAgentMemory) return;
  throw refusal(
    'protected_item',
    `"${item.name}" is an agent-memory document: people keep it, and it cannot be changed or deleted through tools`,
  );
}

/** What an organization starts with stays: people fill it in (D28). */
export function refuseDeletingSystemDocument(item: VisibleItem): void {
  if (item.isSystem) throw refusal('protected_item', `"${item.name}" is a system document: it can be changed but not deleted`);
}
