/** JSON as a schema comes: of any shape, from the service's operator. */
type Json = Record<string, unknown>;

/** A field of the form that a tool is tried with. */
export interface SchemaField {
  /** Path from the arguments to the value. Empty for the field with all arguments, or with the remaining ones. */
  path: readonly string[];
  /** The steps in one text, by which it is known. */
  name: string;
  description: string;
  isRequired: boolean;
  kind: 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'json';
  /** Values of a choice as JSON. */
  choices: readonly string[];
  /** Default value of the service and examples, as people would type them. */
  hint: string;
}

/** Maximum fields of a form. Further arguments are given as JSON. */
const maxFields = 60;
const maxChoices = 200;
/** Objects within objects have fields of their own so deep. */
const deepest = 3;
const maxReferences = 8;

/** All arguments as JSON, for schemas without a form. */
export const wholeField: SchemaField = {
  path: [],
  name: '',
  description: '',
  isRequired: false,
  kind: 'json',
  choices: [],
  hint: '',
};

/** Fields for the arguments of a schema. Arguments without a field of their own share the last one, as JSON. */
export function fieldsOf(schema: unknown): SchemaField[] {
  const root = asRecord(schema);
  const fields: SchemaField[] = [];
  const isWhole = addFields(fields, root, root, [], true);
  const isOpen = Object.keys(asRecord(root.properties)).length === 0 && root.additionalProperties !== false;
  return isWhole && !isOpen ? fields : [...fields, wholeField];
}

/** Adds the properties of an object. False if there were too many. */
function addFields(fields: SchemaField[], root: Json, object: Json, path: readonly string[], isNeeded: boolean): boolean {
  const required = new Set(Array.isArray(object.required) ? object.required : []);
  for (const [name, given] of Object.entries(asRecord(object.properties))) {
    if (fields.length === maxFields) return false;
    const inner = [...path, name];
    const isRequired = isNeeded && required.has(name);
    const plain = plainSchema(root, given);
    const isObject = plain.type === 'object' && Object.keys(asRecord(plain.properties)).length > 0;
    if (isObject && inner.length < deepest) {
      if (!addFields(fields, root, plain, inner, isRequired)) return false;
    } else fields.push(fieldOf(root, plain, inner, isRequired));
  }
  return true;
}

function fieldOf(root: Json, schema: Json, path: readonly string[], isRequired: boolean): SchemaField {
  const description = [schema.title, schema.description].filter((text) => typeof text === 'string' && text !== '').join(': ');
  const values = choicesOf(schema);
  const kind = values.length > 0 ? 'choice' : kindOf(root, schema);
  const choices = values.map((value) => JSON.stringify(value));
  return { path, name: path.join('.'), description, isRequired, kind, choices, hint: hintOf(schema, kind) };
}

function choicesOf(schema: Json): unknown[] {
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  return values.length <= maxChoices ? values.filter((value) => value !== null) : [];
}

function kindOf(root: Json, schema: Json): SchemaField['kind'] {
  switch (schema.type) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return plainSchema(root, schema.items).type === 'string' ? 'list' : 'json';
    default:
      return 'json';
  }
}

function hintOf(schema: Json, kind: SchemaField['kind']): string {
  const examples = Array.isArray(schema.examples) ? schema.examples : [];
  const value = schema.default ?? examples[0] ?? schema.example;
  if (value === undefined || value === null) return '';
  const text = kind === 'text' && typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 80 ? '' : text;
}

/** Resolves a schema that refers to another one, or also allows null. */
function plainSchema(root: Json, given: unknown): Json {
  let schema = asRecord(given);
  for (let steps = 0; steps < maxReferences; steps++) {
    const next = referred(root, schema) ?? only(schema, 'allOf') ?? orNull(schema, 'anyOf') ?? orNull(schema, 'oneOf');
    if (!next) break;
    const { title, description } = schema;
    schema = { ...asRecord(next), ...(typeof title === 'string' && { title }), ...(typeof description === 'string' && { description }) };
  }
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : [];
  return types.length === 1 ? { ...schema, type: types[0] } : schema;
}

function referred(root: Json, { $ref }: Json): unknown {
  if ($ref === '#') return root;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return undefined;
  const steps = $ref.slice(2).split('/');
  return steps.reduce<unknown>((found, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return Object.hasOwn(asRecord(found), name) ? asRecord(found)[name] : undefined;
  }, root);
}

function only(schema: Json, name: 'allOf'): unknown {
  const list = schema[name];
  return Array.isArray(list) && list.length === 1 && schema.properties === undefined ? list[0] : undefined;
}

function orNull(schema: Json, name: 'anyOf' | 'oneOf'): unknown {
  const list = schema[name];
  if (!Array.isArray(list)) return undefined;
  const others = list.filter((one) => asRecord(one).type !== 'null');
  return others.length === 1 ? others[0] : undefined;
}

function asRecord(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
