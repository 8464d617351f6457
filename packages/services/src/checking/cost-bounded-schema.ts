import type { JsonObject } from '@gatehouse/core';
import { _, type Ajv, type CodeKeywordDefinition } from 'ajv';
import { isObject } from '../kernel/guards.ts';
import { steps } from './steps.ts';

const keyword = 'x-gatehouse-steps';

/** Cost of applying a schema once, without its inner schemas. */
interface Cost {
  own: number;
  /** True if the check goes through all items, names or characters of the value. */
  weighs: boolean;
  /** True if its faults are added to a copy of all faults found before. */
  copies: boolean;
}

/** Keywords whose values are not schemas. No costs can be written into the values, and arguments are compared with all values. */
const values = new Set(['enum', 'const', 'dependentRequired']);
/** Keywords whose values map names to schemas. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const references = ['$ref', '$dynamicRef', '$recursiveRef'];
/** Keywords that ajv calls as functions, and whose faults it concatenates. */
const called = [...references, 'uniqueItems'];
/** Keywords with which a part of the arguments may be checked more than once. */
const repeating =
  /"(?:\$ref|\$dynamicRef|\$recursiveRef|anyOf|oneOf|allOf|not|if|contains|patternProperties|dependentSchemas|dependencies|unevaluated\w+)":/;
/** Keywords that go through all of a value by themselves. */
const goingThrough = [
  'items',
  'prefixItems',
  'additionalItems',
  'contains',
  'unevaluatedItems',
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
];

/** A schema with the cost of each part written into it, for `countsSteps`. */
export interface CostBoundedSchema {
  schema: JsonObject;
  /** Number of schemas in it. Compiling takes some tenths of a millisecond for each. */
  parts: number;
}

/** Undefined if the steps of some part cannot be counted. */
export function withCosts(schema: JsonObject): CostBoundedSchema | undefined {
  const text = JSON.stringify(schema);
  const copy = JSON.parse(text) as JsonObject;
  const parts = writeCosts(copy, repeating.test(text));
  return Number.isNaN(parts) ? undefined : { schema: copy, parts };
}

/** Number of schemas in this one. NaN if one refers to a part without costs. */
function writeCosts(schema: unknown, repeats: boolean): number {
  if (Array.isArray(schema)) return schema.reduce((parts: number, inner) => parts + writeCosts(inner, repeats), 0);
  if (!isObject(schema)) return 0;
  if (!references.every((name) => leadsToSchema(schema[name]))) return Number.NaN;
  let own = 0;
  let parts = 1;
  for (const [name, value] of Object.entries(schema)) {
    own += 1 + (values.has(name) ? Math.ceil(JSON.stringify(value).length / 8) : sizeOf(value));
    if (values.has(name)) continue;
    const isMap = maps.has(name) && typeof value === 'object' && value !== null;
    parts += writeCosts(isMap ? Object.values(value) : value, repeats);
  }
  if (own === 0) return parts;
  const weighs = repeats && goingThrough.some((name) => Object.hasOwn(schema, name));
  const copies = called.some((name) => Object.hasOwn(schema, name));
  schema[keyword] = { own, weighs, copies } satisfies Cost;
  return parts;
}

/** False for a reference that may lead to a value: a value has no costs and may claim any. A reference that is not a string is ignored. */
function leadsToSchema(reference: unknown): boolean {
  if (typeof reference !== 'string') return true;
  const [empty, ...path] = reference.split('/');
  if (empty === undefined || !/^#[\w.-]*$/.test(empty)) return false;
  let isName = false;
  for (const part of path) {
    if (part.includes('%') || (!isName && values.has(part))) return false;
    isName = !isName && maps.has(part);
  }
  return true;
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/**
 * Makes ajv generate code that counts steps for a schema with costs. Counting comes first, because ajv skips the keywords after a fault.
 */
export function addCounting(ajv: Ajv): void {
  ajv.addKeyword(countsSteps);
  const [ofAnyType] = ajv.RULES.rules;
  const counting = ofAnyType?.rules.pop();
  if (counting?.keyword !== keyword) throw new Error('ajv has put the counting of steps elsewhere');
  ofAnyType?.rules.unshift(counting);
}

const countsSteps: CodeKeywordDefinition = {
  keyword,
  schemaType: 'object',
  code({ gen, schema, data }) {
    const { own, weighs, copies } = schema as Cost;
    const counter = gen.scopeValue('obj', { ref: steps, code: _`undefined` });
    // Eight errors are copied in the time of a step. In ajv's code, `errors` is their number.
    const spent = copies ? _`${own} + errors / 8` : _`${own}`;
    gen.if(_`(${counter}.left -= ${spent}) < 0`, () => gen.code(_`${counter}.runOut()`));
    if (weighs) gen.code(_`${counter}.spendOn(${data})`);
  },
};
