import { code, sentence } from './markdown.ts';

interface Schema {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  additionalProperties?: unknown;
}

export interface FieldRow {
  /** Name of the field. Nested fields have a path such as `edits[].oldText`. */
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

/** The fields of a JSON schema, each before its nested fields. */
export function fieldRows(given: object, prefix = ''): FieldRow[] {
  const { properties = {}, required = [], items } = given as Schema;
  if (items) return fieldRows(items, `${prefix}[].`);
  return Object.entries(properties).flatMap(([name, schema]) => {
    const row = { name: prefix + name, type: typeOf(schema), isRequired: required.includes(name), description: describe(schema) };
    return [row, ...innerRows(schema, prefix + name)];
  });
}

function innerRows(schema: Schema, name: string): FieldRow[] {
  const inner = [schema, ...(schema.anyOf ?? [])];
  return inner.flatMap((one) => (one.items ? innerRows(one.items, `${name}[]`) : fieldRows(one, `${name}.`)));
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((word) => code(JSON.stringify(word))).join(', ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(schema.items) : 'any'}`;
  return schema.type ?? 'any';
}

/** The schema's description, then its bounds. */
function describe(schema: Schema): string {
  const { description = '', minimum, maximum, minLength, maxLength, maxItems } = schema;
  const bounds = [
    ...(maximum === lastTime ? ['Milliseconds since the Unix epoch.'] : [bound('At least', minimum), bound('At most', maximum)]),
    minLength === undefined || minLength < 2 ? '' : `At least ${minLength} characters.`,
    maxLength === undefined ? '' : `At most ${maxLength.toLocaleString('en')} characters.`,
    maxItems === undefined ? '' : `At most ${maxItems.toLocaleString('en')} entries.`,
    schema.default === undefined ? '' : `Default: ${code(JSON.stringify(schema.default))}.`,
  ];
  return [sentence(description), ...bounds].filter((part) => part !== '').join(' ');
}

/** Largest JavaScript time. A field with this maximum is a time. */
const lastTime = 8_640_000_000_000_000;

/** Leaves out bounds that every integer has. */
function bound(words: string, value: number | undefined): string {
  return value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? '' : `${words} ${value.toLocaleString('en')}.`;
}
