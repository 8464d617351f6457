import { isRecord, type Json, listOf, textOf } from '../kernel/json.ts';
import { patternInUse } from './patterns/safe-pattern.ts';

/** Names of types, including common variants. */
const types: Readonly<Record<string, string>> = {
  string: 'string',
  str: 'string',
  text: 'string',
  date: 'string',
  datetime: 'string',
  'date-time': 'string',
  uuid: 'string',
  file: 'string',
  number: 'number',
  float: 'number',
  double: 'number',
  decimal: 'number',
  integer: 'integer',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  long: 'integer',
  boolean: 'boolean',
  bool: 'boolean',
  array: 'array',
  list: 'array',
  object: 'object',
  map: 'object',
  dict: 'object',
  null: 'null',
};

const numbers = ['multipleOf', 'maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'];
const counts = ['maxLength', 'minLength', 'maxItems', 'minItems', 'maxContains', 'minContains', 'maxProperties', 'minProperties'];
const flags = ['uniqueItems', 'deprecated'];
const texts = ['title', 'description', 'format', 'contentEncoding', 'contentMediaType'];

/**
 * The keywords of a schema that contain no schemas, in the form of JSON Schema 2020-12. Malformed keywords are left out, so that a slip in
 * a document costs only the check of that keyword.
 */
export function plainKeywords(schema: Json): Json {
  const kept: Json = {};
  const type = typeOf(schema.type);
  if (type !== undefined) kept.type = type;
  for (const name of texts) if (textOf(schema[name]) !== '') kept[name] = textOf(schema[name]);
  for (const name of flags) if (schema[name] === true) kept[name] = true;
  for (const name of numbers) takeNumber(kept, name, schema[name], (number) => name !== 'multipleOf' || number > 0);
  for (const name of counts) takeNumber(kept, name, schema[name], (number) => Number.isInteger(number) && number >= 0);
  takeExclusive(kept, schema);
  if (Array.isArray(schema.enum) && schema.enum.length > 0) kept.enum = valuesOf(schema.enum, type);
  for (const name of ['const', 'default']) if (schema[name] !== undefined) kept[name] = schema[name];
  takePattern(kept, schema.pattern);
  return kept;
}

function typeOf(given: unknown): string | string[] | undefined {
  const known = (Array.isArray(given) ? given : [given]).map((name) =>
    typeof name === 'string' && Object.hasOwn(types, name.toLowerCase()) ? types[name.toLowerCase()] : undefined,
  );
  // An unknown type allows anything.
  if (known.length === 0 || known.includes(undefined)) return undefined;
  const names = [...new Set(known.filter((name) => name !== undefined))];
  return names.length === 1 ? names[0] : names;
}

function takeNumber(kept: Json, name: string, value: unknown, fits: (number: number) => boolean): void {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number) && fits(number)) kept[name] = number;
}

/** Converts the form of OpenAPI 3.0 and Swagger 2.0, in which these flags exclude the bound itself. */
function takeExclusive(kept: Json, schema: Json): void {
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (schema[exclusive] !== true || kept[bound] === undefined) continue;
    kept[exclusive] = kept[bound];
    delete kept[bound];
  }
}

/** Removes duplicates. YAML reads `1` and `true` as a number and a boolean, so they become strings if the type is a string. */
function valuesOf(given: unknown[], type: string | string[] | undefined): unknown[] {
  const meant = given.map((value) => {
    if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
    const isNumber = (type === 'integer' || type === 'number') && typeof value === 'string' && value.trim() !== '';
    return isNumber && Number.isFinite(Number(value)) ? Number(value) : value;
  });
  return [...new Map(meant.map((value) => [JSON.stringify(value), value])).values()];
}

/** Leaves a pattern that is unreadable here to the service, and mentions it in the description. */
function takePattern(kept: Json, pattern: unknown): void {
  if (typeof pattern !== 'string' || pattern === '') return;
  if (patternInUse(pattern) !== undefined) kept.pattern = pattern;
  else kept.description = [kept.description, `Must match ${textOf(pattern)} (the service checks this).`].filter(Boolean).join(' ');
}

/** The names that an object must have. */
export function requiredNames({ required }: Json): string[] {
  return [...new Set(listOf(required).filter((name): name is string => typeof name === 'string'))];
}

/** True for a schema that allows only null. Some exporters of OpenAPI 3.0, which has no null type, write it this way. */
export function isNullOnly(schema: unknown): boolean {
  if (!isRecord(schema) || !isNullable(schema)) return false;
  return Object.keys(schema).every((name) => isAnnotation(name) || name === 'nullable');
}

export function isNullable(schema: Json): boolean {
  return schema.nullable === true || schema['x-nullable'] === true;
}

const annotations = new Set([
  'title',
  'description',
  'deprecated',
  'default',
  'example',
  'examples',
  'externalDocs',
  'readOnly',
  'writeOnly',
]);

export function isAnnotation(name: string): boolean {
  return annotations.has(name) || name.startsWith('x-');
}

/** Extends a schema to allow null. */
export function orNull(schema: Json): Json {
  const { type, anyOf } = schema;
  const refers = ['$ref', 'allOf', 'not', 'const', 'if'].some((name) => name in schema);
  if (!refers && anyOf === undefined) {
    if (type === undefined && schema.enum === undefined) return schema;
    const withNull = [...(Array.isArray(type) ? type : [type]).filter((name) => name !== 'null'), 'null'];
    return {
      ...schema,
      ...(type !== undefined && { type: withNull }),
      ...(Array.isArray(schema.enum) && !schema.enum.includes(null) && { enum: [...schema.enum, null] }),
    };
  }
  const { title, description, default: usual, ...rest } = schema;
  const said = Object.fromEntries(Object.entries({ title, description, default: usual }).filter(([, value]) => value !== undefined));
  const isUnion = Array.isArray(anyOf) && Object.keys(rest).length === 1;
  return { ...said, anyOf: [...(isUnion ? anyOf : [rest]), { type: 'null' }] };
}
