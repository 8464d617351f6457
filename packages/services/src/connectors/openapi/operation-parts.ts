import { isRecord, type Json, listOf, recordOf } from '../../kernel/json.ts';
import type { References } from './references.ts';

/** Parameters and body of an operation, in the form of OpenAPI 3. */
export interface OperationParts {
  parameters: Json[];
  requestBody: Json | undefined;
}

/** The parameters and the body of an operation. Swagger 2.0, whose body is a parameter, is converted to the form of OpenAPI 3. */
export function operationParts(document: Json, references: References, pathItem: Json, operation: Json): OperationParts {
  const all = mergedParameters(references, pathItem, operation);
  const parameters = all.filter(({ in: place }) => place !== 'body' && place !== 'formData').map(withSchema);
  const requestBody = references.resolved(operation.requestBody);
  if (requestBody) return { parameters, requestBody };
  const consumes = [operation.consumes, document.consumes].find(Array.isArray) ?? [];
  const mediaTypes = listOf(consumes).filter((name): name is string => typeof name === 'string');
  const body = all.find(({ in: place }) => place === 'body');
  if (body) return { parameters, requestBody: asRequestBody(body, mediaTypes) };
  const fields = all.filter(({ in: place }) => place === 'formData');
  return { parameters, requestBody: fields.length > 0 ? asForm(fields, mediaTypes) : undefined };
}

/** Merges parameters. An operation's parameter replaces its path's parameter with the same name and place. */
function mergedParameters(references: References, pathItem: Json, operation: Json): Json[] {
  const merged = new Map<string, Json>();
  for (const list of [pathItem.parameters, operation.parameters]) {
    for (const item of listOf(list)) {
      const parameter = references.resolved(item);
      const isNamed = typeof parameter?.name === 'string' || parameter?.in === 'body';
      if (parameter && isNamed) merged.set(`${String(parameter.in)} ${String(parameter.name)}`, parameter);
    }
  }
  return [...merged.values()];
}

function asRequestBody(body: Json, mediaTypes: string[]): Json {
  const names = mediaTypes.length > 0 ? mediaTypes : ['application/json'];
  const content = Object.fromEntries(names.map((name) => [name, { schema: body.schema }]));
  return { description: body.description, required: body.required === true, content };
}

const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

function asForm(fields: Json[], mediaTypes: string[]): Json {
  const hasFiles = fields.some(({ type, items }) => type === 'file' || (type === 'array' && recordOf(items).type === 'file'));
  const isMultipart = hasFiles || (mediaTypes.includes(multipart) && !mediaTypes.includes(form));
  const named = fields.map((field) => [String(field.name), field] as const);
  const properties = named.map(([name, field]) => [name, { description: field.description, ...recordOf(withSchema(field).schema) }]);
  const required = named.filter(([, field]) => field.required === true).map(([name]) => name);
  const lists = named.filter(([, field]) => field.type === 'array');
  const encoding = lists.map(([name, field]) => [name, styleOf(field, 'query')]);
  const schema = { type: 'object', properties: Object.fromEntries(properties), required };
  const media = { schema, encoding: Object.fromEntries(encoding) };
  return { required: required.length > 0, content: { [isMultipart ? multipart : form]: media } };
}

const notOfSchema = new Set(['name', 'in', 'required', 'description', 'collectionFormat', 'allowEmptyValue', 'style', 'explode']);

/** Adds a schema to a parameter. Before OpenAPI 3, a parameter is its own schema. */
function withSchema(parameter: Json): Json {
  if (parameter.schema !== undefined || isRecord(parameter.content) || parameter.type === undefined) return parameter;
  const schema = Object.fromEntries(Object.entries(parameter).filter(([name]) => !notOfSchema.has(name)));
  const { name, in: place, required, description } = parameter;
  return { name, in: place, required, description, schema, ...styleOf(parameter, String(place)) };
}

const styles: Readonly<Record<string, string>> = { ssv: 'spaceDelimited', tsv: 'tabDelimited', pipes: 'pipeDelimited' };

function styleOf({ type, collectionFormat, style, explode }: Json, place: string): { style?: unknown; explode?: unknown } {
  if (style !== undefined || explode !== undefined) return { style, explode };
  if (type !== 'array') return {};
  const plain = place === 'query' ? 'form' : 'simple';
  if (collectionFormat === 'multi') return { style: plain, explode: true };
  return { style: styles[String(collectionFormat)] ?? plain, explode: false };
}
