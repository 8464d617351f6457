import type { VisibleItem } from '@gatehouse/storage';
import type { CalledTool } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';

/** People use it to mark agent memory. It does not change the document otherwise. */
const keepsAgentMemory = 'set_agent_memory';
const deletesDocuments = new Set(['delete_doc', 'delete_folder']);

/**
 * Reason why tools do not change or delete a document (D28): agent-memory documents are never changed, and system documents are never
 * deleted, but people fill them in. Undefined if it is not protected.
 */
export function whyProtected({ name, isAgentMemory, isSystem }: VisibleItem, doing: 'change' | 'delete'): string | undefined {
  if (isAgentMemory) return `"${name}" is an agent-memory document: people keep it, and it cannot be changed or deleted through tools`;
  return isSystem && doing === 'delete' ? `"${name}" is a system document: it can be changed but not deleted` : undefined;
}

/** Refuses what a tool must not do to a document. */
export function refuseProtected({ name, access }: Pick<CalledTool, 'name' | 'access'>, item: VisibleItem): void {
  if (access === 'read' || name === keepsAgentMemory) return;
  const why = whyProtected(item, deletesDocuments.has(name) ? 'delete' : 'change');
  if (why !== undefined) throw refusal('protected_item', why);
}
