import { codeWords } from '../../kernel/words/code-words.ts';
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

/** Fields whose values are codes. */
const coded: ReadonlySet<Field> = new Set<Field>(['entrance', 'outcome', 'result', 'reason']);

export function valueWords(field: Field, value: string): string {
  return coded.has(field) ? codeWords(value) : value;
}
