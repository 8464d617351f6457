import type { JsonObject } from '@gatehouse/core';
import { isObject } from '../kernel/guards.ts';

/**
 * Closes the object of arguments, as every tool here has it (D2). A schema that lists properties and does not mention others allows only
 * those. The dialect is left out, because it is already chosen.
 */
export function closedSchema({ $schema: _dialect, ...read }: JsonObject, schema: JsonObject): JsonObject {
  const saysNothingOfOthers = isObject(schema.properties) && !opening.some((keyword) => keyword in schema);
  return { ...read, type: 'object', ...(saysNothingOfOthers && { additionalProperties: false }) };
}

/** Keywords that mention other properties. */
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
