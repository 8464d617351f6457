import type { JsonObject } from '@gatehouse/core';
import { _, type CodeKeywordDefinition } from 'ajv';
import { steps } from './steps.ts';

const keyword = 'x-gatehouse-steps';

/** What a schema of this costs each time it is applied, beside its inner schemas; `weighs` says that its values are gone through. */
interface Cost {
  own: number;
  weighs: boolean;
}

/** Values, not schemas. */
const verbatim = new Set(['enum', 'const', 'default', 'examples', 'example']);
/** Schemas by names that are no keywords. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']);
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

/** The schema with what each part of it costs written into it, for `countsSteps`. Undefined where some part cannot be counted. */
export function withCosts(schema: JsonObject): JsonObject | undefined {
  const text = JSON.stringify(schema);
  const copy = JSON.parse(text) as JsonObject;
  if (refersToValues(text)) return undefined;
  writeCosts(copy, repeating.test(text));
  return copy;
}

/** A reference to what is a value elsewhere would lead to a schema that has no costs. */
function refersToValues(text: string): boolean {
  return /"\$ref":"#[^"]*\/(?:enum|const|default|examples?)(?:\/|")/.test(text);
}

function writeCosts(schema: unknown, repeats: boolean): void {
  if (Array.isArray(schema)) {
    for (const inner of schema) writeCosts(inner, repeats);
    return;
  }
  if (typeof schema !== 'object' || schema === null) return;
  let own = 0;
  for (const [name, value] of Object.entries(schema)) {
    own += 1 + sizeOf(value);
    if (verbatim.has(name)) continue;
    if (maps.has(name) && typeof value === 'object' && value !== null) for (const inner of Object.values(value)) writeCosts(inner, repeats);
    else writeCosts(value, repeats);
  }
  if (own === 0) return;
  const weighs = repeats && goingThrough.some((name) => Object.hasOwn(schema, name));
  (schema as JsonObject)[keyword] = { own, weighs } satisfies Cost;
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** Counts the steps of a check in the code that ajv makes of a schema with costs. */
export const countsSteps: CodeKeywordDefinition = {
  keyword,
  schemaType: 'object',
  code({ gen, schema, data }) {
    const { own, weighs } = schema as Cost;
    const counter = gen.scopeValue('obj', { ref: steps, code: _`undefined` });
    gen.if(_`(${counter}.left -= ${own}) < 0`, () => gen.code(_`${counter}.end()`));
    if (weighs) gen.code(_`${counter}.spendOn(${data})`);
  },
};
