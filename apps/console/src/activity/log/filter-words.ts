import type { Field } from './filters.ts';

/** Names of the fields that the log is filtered by, within a sentence. */
export const fieldNames = {
  entrance: 'entrance',
  personId: 'person',
  agentId: 'agent',
  keyId: 'key',
  tool: 'tool',
  outcome: 'outcome',
  result: 'result',
  itemId: 'item',
  requestId: 'request',
  reason: 'reason',
  serviceTool: 'service tool',
  service: 'service',
  connectionId: 'connected service',
  sdk: 'SDK',
  client: 'client',
  traceId: 'trace',
} as const satisfies Record<Field, string>;

const words: Partial<Record<string, string>> = { http: 'HTTP', mcp: 'MCP', console: 'Console', cli: 'CLI', ok: 'OK' };

/** A value that the gateway has a code for, in words: `Invalid request`. */
export function codeWords(code: string): string {
  return words[code] ?? sentenceCase(code.replaceAll('_', ' '));
}

/** Fields whose values are codes. */
const coded: ReadonlySet<Field> = new Set<Field>(['entrance', 'outcome', 'result', 'reason']);

export function valueWords(field: Field, value: string): string {
  return coded.has(field) ? codeWords(value) : value;
}

export function sentenceCase(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}
