import { type ComponentSchemas, type JsonSchema, reasons, statusOf } from '@gatehouse/core';
import { takesIdempotencyKey } from '@gatehouse/domain';

export const errorCodes = Object.keys(statusOf);

export function reasonsOf(): readonly string[] {
  return reasons;
}

export function takesKey(tool: string): boolean {
  return takesIdempotencyKey(tool);
}

/** Keywords of JSON Schema that our schemas use. */
export interface SchemaParts {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: SchemaParts[];
  type?: string;
  items?: SchemaParts;
  properties?: Record<string, SchemaParts>;
  required?: string[];
  additionalProperties?: boolean | SchemaParts;
  description?: string;
}

export function partsOf(schema: JsonSchema | undefined): SchemaParts {
  return schema ?? {};
}

export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The field of a result that has the entries of a page. Undefined for tools that do not answer in pages. */
export function listedField(tool: string, { schemas, tools }: ComponentSchemas): string | undefined {
  const { $ref = '' } = partsOf(tools[tool]?.output);
  const { properties = {} } = partsOf(schemas[nameIn($ref)]);
  if (!('nextCursor' in properties)) return undefined;
  return Object.keys(properties).find((field) => properties[field]?.type === 'array');
}
