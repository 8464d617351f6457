import { createHash } from 'node:crypto';
import { foldText } from './folding/fold.ts';
import type { ServiceTool } from './repos/services/service-tools.ts';

/** What a service says of a tool. */
type Definition = Pick<ServiceTool, 'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations' | 'binding'>;

/** SHA-256 over all that a service says of a tool: a tool is approved by it, and any change is another one. */
export function definitionHash({ name, title, description, inputSchema, outputSchema, annotations, binding }: Definition): string {
  const whole = [name, title, description, inputSchema, outputSchema, annotations, binding && callOf(binding)];
  return createHash('sha256')
    .update(JSON.stringify(inOrder(whole)))
    .digest('hex');
}

/** Which headers of an answer are passed on says nothing of how a tool is called, which is what people approve (D32). */
export function callOf({ resultHeaders: _headers, ...call }: Record<string, unknown>): Record<string, unknown> {
  return call;
}

/** The order of keys says nothing; services are free to change it. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.map(([key, inner]) => [key, inOrder(inner)]);
}

/** What a person marked counts, else the service's own word that the tool only reads (D32). */
export function modeOf(annotations: ServiceTool['annotations'], markedMode: ServiceTool['markedMode']): ServiceTool['mode'] {
  return markedMode ?? (annotations?.readOnlyHint === true ? 'read' : 'write');
}

/** What a tool is found by. */
export function toolSearchText({ name, title, description }: Pick<Definition, 'name' | 'title' | 'description'>): string {
  return foldText(`${name} ${title ?? ''} ${description}`);
}
