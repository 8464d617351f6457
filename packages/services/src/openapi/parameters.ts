import { isRecord, type Json, resolved } from './json.ts';
import type { SchemaDefinitions } from './schema-definitions.ts';

export interface BoundParameter {
  /** Its name among the tool's arguments. */
  argument: string;
  name: string;
  in: 'path' | 'query' | 'header';
  style: string;
  explode: boolean;
  /** The value travels as JSON text. */
  json: boolean;
}

/** The input schema of a tool while it grows. */
export interface ArgumentSchemas {
  definitions: SchemaDefinitions;
  properties: Json;
  required: string[];
}

/** Headers that belong to the request itself or to its credentials. */
const ownHeaders = new Set([
  'accept',
  'content-type',
  'authorization',
  'content-length',
  'host',
  'cookie',
  'connection',
  'transfer-encoding',
]);

/** The parameters of an operation; undefined when it needs one that cannot be sent. */
export function readParameters(document: Json, pathItem: Json, operation: Json, schemas: ArgumentSchemas): BoundParameter[] | undefined {
  const bound: BoundParameter[] = [];
  for (const parameter of mergedParameters(document, pathItem, operation)) {
    const place = parameter.in;
    if (place === 'path' || place === 'query' || place === 'header') {
      const isOwn = place === 'header' && ownHeaders.has(String(parameter.name).toLowerCase());
      if (!isOwn) bound.push(bindParameter(parameter, place, schemas));
    } else if (parameter.required === true) return undefined;
  }
  return bound;
}

function bindParameter(
  parameter: Json,
  place: BoundParameter['in'],
  { definitions, properties, required }: ArgumentSchemas,
): BoundParameter {
  const name = String(parameter.name);
  const argument = Object.hasOwn(properties, name) || name === 'body' ? `${place}_${name}` : name;
  const media = isRecord(parameter.content) ? Object.values(parameter.content)[0] : undefined;
  const schema = definitions.take((isRecord(media) ? media.schema : parameter.schema) ?? {});
  properties[argument] = describedSchema(schema, text(parameter.description));
  if (parameter.required === true || place === 'path') required.push(argument);
  const style = typeof parameter.style === 'string' ? parameter.style : place === 'query' ? 'form' : 'simple';
  const explode = typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form';
  return { argument, name, in: place, style, explode, json: isRecord(media) };
}

/** Those of the operation stand for those of its path with the same name and place. */
function mergedParameters(document: Json, pathItem: Json, operation: Json): Json[] {
  const merged = new Map<string, Json>();
  for (const list of [pathItem.parameters, operation.parameters]) {
    for (const item of Array.isArray(list) ? list : []) {
      const parameter = resolved(document, item);
      if (parameter && typeof parameter.name === 'string') merged.set(`${String(parameter.in)} ${parameter.name}`, parameter);
    }
  }
  return [...merged.values()];
}

export function describedSchema(schema: unknown, description: string): unknown {
  if (!description || !isRecord(schema) || typeof schema.description === 'string') return schema;
  return { ...schema, description: description.slice(0, 1000) };
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().trim() : '';
}
