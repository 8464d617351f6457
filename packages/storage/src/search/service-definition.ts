import { createHash } from 'node:crypto';
import { foldText } from '../kernel/folding/fold.ts';
import type { ServiceTool } from '../repos/services/service-tools.ts';

/** A service's definition of a tool. */
type Definition = Pick<ServiceTool, 'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations' | 'binding'>;

/** SHA-256 over a service's whole definition of a tool. People approve a tool by this hash, so any change needs a new approval. */
export function definitionHash({ name, title, description, inputSchema, outputSchema, annotations, binding }: Definition): string {
  const whole = [name, title, description, inputSchema, outputSchema, annotations, binding && callOf(binding)];
  return createHash('sha256')
    .update(JSON.stringify(inOrder(whole)))
    .digest('hex');
}

/** Removes the list of answer headers to pass on. It does not affect how a tool is called, which is what people approve (D32). */
export function callOf({ resultHeaders: _headers, ...call }: Record<string, unknown>): Record<string, unknown> {
  return call;
}

/** Sorts the keys of objects. Their order has no meaning, and services are free to change it. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([key, inner]) => [key, inOrder(inner)]);
}

/** Mode of a tool: the one a person marked, otherwise the service's own hint that the tool only reads (D32). */
export function modeOf(annotations: ServiceTool['annotations'], markedMode: ServiceTool['markedMode']): ServiceTool['mode'] {
  return markedMode ?? (annotations?.readOnlyHint === true ? 'read' : 'write');
}

/** Text for finding a tool. */
export function toolSearchText({ name, title, description }: Pick<Definition, 'name' | 'title' | 'description'>): string {
  return foldText(`${name} ${title ?? ''} ${description}`);
}
