import type { JsonObject } from '@gatehouse/core';
import { _, type Ajv, type CodeKeywordDefinition } from 'ajv';
import { isObject } from '../guards.ts';
import { steps } from './steps.ts';

const keyword = 'x-gatehouse-steps';

/** What a schema of this costs each time it is applied, beside its inner schemas. */
interface Cost {
  own: number;
  /** Its values are gone through. */
  weighs: boolean;
  /** Its faults are added to a copy of all that were found before. */
  copies: boolean;
}

/** Values, not schemas: nothing can be written into them, and arguments are compared with all of them. */
const values = new Set(['enum', 'const', 'dependentRequired']);
/** Schemas by names that are no keywords. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
const references = ['$ref', '$dynamicRef', '$recursiveRef'];
/** What ajv calls as a function, whose faults it concatenates. */
const called = [...references, 'uniqueItems'];
/** With any of these, a part of the arguments may be gone through more than once. */
const repeating =
  /"(?:\$ref|\$dynamicRef|\$recursiveRef|anyOf|oneOf|allOf|not|if|contains|patternProperties|dependentSchemas|dependencies|unevaluated\w+)":/;
/** These go through a value by themselves. */
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

/** A schema with what each part of it costs written into it, for `countsSteps`. */
export interface CostBoundedSchema {
  schema: JsonObject;
  /** How many schemas it is made of: compiling takes some tenths of a millisecond for each. */
  parts: number;
}

/** Undefined where some part cannot be counted. */
export function withCosts(schema: JsonObject): CostBoundedSchema | undefined {
  const text = JSON.stringify(schema);
  const copy = JSON.parse(text) as JsonObject;
  const parts = writeCosts(copy, repeating.test(text));
  return Number.isNaN(parts) ? undefined : { schema: copy, parts };
}

/** How many schemas there are in this one; no number where one refers to something that has no costs. */
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

/** False for a reference that could lead to a value, which has no costs and may claim any; what is no text is no reference. */
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

/** Has a check count its steps in the code that ajv makes of a schema with costs: first of all, because what follows a fault is left out. */
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
    // Eight are copied in the time of a step. `errors` is how many there are, in the code of ajv.
    const spent = copies ? _`${own} + errors / 8` : _`${own}`;
    gen.if(_`(${counter}.left -= ${spent}) < 0`, () => gen.code(_`${counter}.runOut()`));
    if (weighs) gen.code(_`${counter}.spendOn(${data})`);
  },
};
