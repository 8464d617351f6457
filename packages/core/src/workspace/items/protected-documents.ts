import type { VisibleItem } from '@gatehouse/storage';
import type { CalledTool } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';

/** Tool with which people mark agent memory. It changes nothing else in the document. */
const keepsAgentMemory = 'set_agent_memory';
const deletesDocuments = new Set(['delete_doc', 'delete_folder']);

/**
 * Reason why tools must not change or delete a document (D28). Tools never change agent-memory documents and never delete system documents,
 * which people fill in. Undefined if it is not protected.
 */
export function whyProtected({ name, isAgentMemory, isSystem }: VisibleItem, doing: 'change' | 'delete'): string | undefined {
  if (isAgentMemory) return `"${name}" is an agent-memory document: only people maintain it, and tools cannot change or delete it`;
  return isSystem && doing === 'delete' ? `"${name}" is a system document: it can be changed but not deleted` : undefined;
}

/** Refuses a tool that must not change or delete a protected document. */
export function refuseProtected({ name, access }: Pick<CalledTool, 'name' | 'access'>, item: VisibleItem): void {
  if (access === 'read' || name === keepsAgentMemory) return;
  const why = whyProtected(item, deletesDocuments.has(name) ? 'delete' : 'change');
  if (why !== undefined) throw refusal('protected_item', why);
}
