import type { AccessLevel } from '@gatehouse/domain';
import { inOrder, type ServiceTool } from '@gatehouse/storage';

/** Mode of a tool. A held tool counts as one that changes data, whatever its hints (D32). */
export function effectiveMode(tool: Pick<ServiceTool, 'mode' | 'heldFor'>): AccessLevel {
  return tool.heldFor ? 'write' : tool.mode;
}

export interface DefinitionChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Differences between a held tool and its approved definition. */
export function definitionChanges(tool: ServiceTool): DefinitionChange[] {
  const approved = tool.approvedDefinition;
  if (!approved) return [];
  const fields = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'binding'] as const;
  return fields
    .map((field) => ({ field, before: approved[field] ?? null, after: tool[field] }))
    .filter(({ before, after }) => JSON.stringify(inOrder(before)) !== JSON.stringify(inOrder(after)));
}
