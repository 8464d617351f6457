import { z } from 'zod';

/** A JSON Schema 2020-12 object. */
export type JsonSchema = { [key: string]: unknown };

type Metadata = NonNullable<z.core.JSONSchemaGeneratorParams['metadata']>;

/** JSON Schema 2020-12 without `$schema`, which older MCP clients stumble over, and in forms that every dialect reads. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', metadata: Metadata = z.globalRegistry): JsonSchema {
  const override = io === 'output' ? openObject : () => {};
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, override, metadata }) as JsonSchema;
  return portable(json) as JsonSchema;
}

/** Clients check results against the schema they listed, which may be older than this program: later releases add fields (D9). */
function openObject({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

/** Dialects with a single `type` read a nullable value as `anyOf` only, and `additionalProperties: {}` as nothing at all. */
function portable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(portable);
  if (typeof node !== 'object' || node === null) return node;
  const schema = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, isEmptySchema(key, value) ? true : portable(value)]));
  if (!Array.isArray(schema.type)) return schema;
  const { type, description, deprecated, default: initial, ...constraints } = schema;
  const anyOf = (type as string[]).map((each) => (each === 'null' ? { type: each } : { type: each, ...constraints }));
  return {
    ...(initial !== undefined && { default: initial }),
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
    anyOf,
  };
}

function isEmptySchema(key: string, value: unknown): boolean {
  return key === 'additionalProperties' && typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
