import type { JsonObject } from '@gatehouse/core';
import { isObject } from '../kernel/guards.ts';
import { isNullable, orNull, plainKeywords, requiredNames } from './schema-keywords.ts';

const maps = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const schemas = [
  'items',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'not',
  'if',
  'then',
  'else',
];
const references = ['$ref', '$dynamicRef', '$recursiveRef'];

/**
 * Keeps the valid keywords of a schema (JSON Schema 2020-12), by the same rules as for schemas of API documents. An invalid keyword only skips
 * the check at its place.
 */
export function mendedSchema(root: JsonObject, { withReferences }: { withReferences: boolean }): JsonObject {
  const mended = (schema: unknown): unknown => (isObject(schema) ? mendedObject(schema) : typeof schema !== 'boolean' || schema);
  const pick = (schema: JsonObject, names: readonly string[], fits: (value: unknown) => boolean, read: (value: unknown) => unknown) =>
    Object.fromEntries(names.filter((name) => fits(schema[name])).map((name) => [name, read(schema[name])]));

  function mendedObject(schema: JsonObject): JsonObject {
    const required = requiredNames(schema);
    const kept: JsonObject = {
      ...plainKeywords(schema),
      ...(required.length > 0 && { required }),
      ...pick(schema, maps, isObject, (map) => mapped(map as JsonObject)),
      ...pick(schema, lists, isFilled, (list) => (list as unknown[]).map(mended)),
      ...pick(schema, schemas, isSchema, mended),
      ...tupleOf(schema),
      ...(withReferences && pick(schema, references, (value) => leadsSomewhere(root, value), String)),
    };
    return isNullable(schema) ? orNull(kept) : kept;
  }

  /** Reads a tuple as drafts before 2020-12 wrote it: `items` and `additionalItems`. */
  function tupleOf({ items, additionalItems }: JsonObject): JsonObject {
    if (!isFilled(items)) return {};
    return { prefixItems: items.map(mended), ...(isSchema(additionalItems) && { items: mended(additionalItems) }) };
  }

  function mapped(map: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, mended(schema)]));
  }

  return mendedObject(root);
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isObject(value);
}

function isFilled(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}

/** Follows references within the schema only, because a check loads nothing. */
function leadsSomewhere(root: JsonObject, reference: unknown): boolean {
  if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference)) return false;
  let found: unknown = root;
  for (const part of reference.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!(isObject(found) || Array.isArray(found)) || !Object.hasOwn(found, name)) return false;
    found = (found as JsonObject)[name];
  }
  return isSchema(found);
}
