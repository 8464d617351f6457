import { createHash } from 'node:crypto';
import type { AccessLevel, ServiceTool } from '@gatehouse/storage';
import type { JsonObject, ToolDefinition } from './port.ts';

/** SHA-256 over all that a service says of a tool: a tool is approved by it, and any change is another one. */
export function definitionHash({ name, title, description, inputSchema, outputSchema, annotations, binding }: ToolDefinition): string {
  const whole = [name, title, description, inputSchema, outputSchema, annotations, binding];
  return createHash('sha256')
    .update(JSON.stringify(sorted(whole)))
    .digest('hex');
}

/** The order of keys says nothing; services are free to change it. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([key, inner]) => [key, sorted(inner)]);
}

/** What a person marked counts, else the service's own word that the tool only reads (D32). */
export function modeOf(annotations: JsonObject | null, markedMode: AccessLevel | null): AccessLevel {
  return markedMode ?? (annotations?.readOnlyHint === true ? 'read' : 'write');
}

/** A held tool counts as one that changes data, whatever it says of itself (D32). */
export function effectiveMode(tool: Pick<ServiceTool, 'mode' | 'heldFor'>): AccessLevel {
  return tool.heldFor ? 'write' : tool.mode;
}

export interface DefinitionChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** What is different in a held tool from what was approved. */
export function definitionChanges(tool: ServiceTool): DefinitionChange[] {
  const approved = tool.approvedDefinition;
  if (!approved) return [];
  const fields = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'binding'] as const;
  return fields
    .map((field) => ({ field, before: approved[field] ?? null, after: tool[field] }))
    .filter(({ before, after }) => JSON.stringify(sorted(before)) !== JSON.stringify(sorted(after)));
}
