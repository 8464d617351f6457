import type { JsonObject } from '@gatehouse/core';
import { isObject } from '../kernel/guards.ts';

/**
 * Allows only the listed arguments, as for every tool of Gatehouse (D2), if the schema lists properties and does not mention others. Leaves
 * out the dialect, because it is already chosen.
 */
export function closedSchema({ $schema: _dialect, ...read }: JsonObject, schema: JsonObject): JsonObject {
  const saysNothingOfOthers = isObject(schema.properties) && !opening.some((keyword) => keyword in schema);
  return { ...read, type: 'object', ...(saysNothingOfOthers && { additionalProperties: false }) };
}

/** Keywords that may allow properties that are not listed. */
const opening = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
];
