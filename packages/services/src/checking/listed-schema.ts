import type { JsonObject, ListedSchema } from '@gatehouse/core';
import { isObject } from '../kernel/guards.ts';
import { isDeep } from '../kernel/nesting.ts';
import { closedSchema } from './closed-schema.ts';
import { mendedSchema } from './mended-schema.ts';

/** Maximum levels of nesting, because clients read schemas recursively. */
const deepest = 64;

/** Keywords that model APIs refuse at the top of a schema. They then refuse all tools of the request. */
const refusedAtTop = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', '$ref', '$dynamicRef', '$recursiveRef'];

/** Names of arguments that model APIs accept. */
const argumentName = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * Returns an input schema for a list of tools, with the meaning that the check of arguments gives it, or the fault for which clients would
 * refuse the whole list. // D76
 */
export function listedSchema({ nullable: _, 'x-nullable': __, ...schema }: JsonObject): ListedSchema {
  if (isDeep(schema, deepest)) return { fault: `its input schema is nested deeper than ${deepest} levels` };
  const { properties, ...read } = closedSchema(mendedSchema(schema, { withReferences: true }), schema);
  const refused = refusedAtTop.find((keyword) => keyword in read);
  if (refused !== undefined) return { fault: `its input schema has "${refused}" at the top` };
  const named = Object.entries(isObject(properties) ? properties : {});
  const odd = named.find(([name]) => !argumentName.test(name));
  if (odd) return { fault: `its argument ${JSON.stringify(odd[0].slice(0, 80))} must be 1 to 64 letters, digits, "_", "." or "-"` };
  return { schema: { ...read, properties: Object.fromEntries(named.map(([name, property]) => [name, asObject(property)])) } };
}

/** Replaces a boolean schema, which many clients cannot read. */
function asObject(schema: unknown): unknown {
  if (typeof schema !== 'boolean') return schema;
  return schema ? {} : { not: {} };
}
