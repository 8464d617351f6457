import type { VisibleItem } from '@gatehouse/storage';
import type { CalledTool } from '../context.ts';
import { refusal } from '../errors.ts';

/** People keep agent memory by it, and do nothing else to the document. */
const keepsAgentMemory = 'set_agent_memory';
const deletesDocuments = new Set(['delete_doc', 'delete_folder']);

/**
 * Refuses what a tool must not do to a document (D28). Agent-memory documents are not changed or deleted through tools; what an organization
 * starts with is not deleted: people fill it in.
 */
export function refuseProtected({ name, access }: Pick<CalledTool, 'name' | 'access'>, item: VisibleItem): void {
  if (item.isAgentMemory && access === 'write' && name !== keepsAgentMemory) {
    throw refusal(
      'protected_item',
      `"${item.name}" is an agent-memory document: people keep it, and it cannot be changed or deleted through tools`,
    );
  }
  if (item.isSystem && deletesDocuments.has(name)) {
    throw refusal('protected_item', `"${item.name}" is a system document: it can be changed but not deleted`);
  }
}
