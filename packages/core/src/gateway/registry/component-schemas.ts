import type { AnyDefinition } from '../../kernel/context/tool.ts';
import { fieldWords } from '../../kernel/schema/field-words.ts';
import { schemaNames } from '../../kernel/schema/named.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

/** Schemas of tools for programs. Each resource, each tool's arguments and each result has a name and is defined once. */
export interface ComponentSchemas {
  schemas: Record<string, JsonSchema>;
  /** Schemas by reference into `schemas`, or lists of these. */
  tools: Record<string, { input: JsonSchema; output: JsonSchema }>;
}

export function componentSchemas(definitions: readonly AnyDefinition[]): ComponentSchemas {
  const schemas: Record<string, JsonSchema> = {};

  function add(name: string, schema: JsonSchema): JsonSchema {
    const described = withFieldWords(name, schema);
    if (JSON.stringify(schemas[name] ?? described) !== JSON.stringify(described)) throw new Error(`two schemas are called ${name}`);
    schemas[name] = described;
    return { $ref: referenceTo(name) };
  }

  /** Moves each entry of `$defs` to a component of its own. */
  function addNamed({ $defs, ...schema }: JsonSchema): JsonSchema {
    const named = ($defs ?? {}) as Record<string, JsonSchema>;
    for (const [name, definition] of Object.entries(named)) add(name, definition);
    return schema;
  }

  const tools = definitions.map(({ name, title, input, output }) => {
    const given = addNamed(toJsonSchema(input, 'input', schemaNames));
    const result = addNamed(toJsonSchema(output, 'output', schemaNames));
    const isNamed = '$ref' in result || result.type === 'array';
    return [
      name,
      {
        input: add(`${pascalCase(name)}Input`, { ...given, description: `Arguments of ${name}.` }),
        output: isNamed ? (moved(result) as JsonSchema) : add(`${pascalCase(name)}Output`, { ...result, description: `${title}: result.` }),
      },
    ] as const;
  });
  return { schemas: sorted(schemas), tools: Object.fromEntries(tools) };
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Describes every field that the schema itself leaves without words, and points to components. */
function withFieldWords(name: string, schema: JsonSchema): JsonSchema {
  return describeFields(name, moved(schema) as JsonSchema);
}

function describeFields(name: string, schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema)) return schema.map((each) => describeFields(name, each)) as unknown as JsonSchema;
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' ? describeProperties(name, value as Record<string, JsonSchema>) : describeFields(name, value as JsonSchema),
    ]),
  );
}

function describeProperties(name: string, properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const described = Object.entries(properties).map(([field, schema]) => {
    const description = schema.description ?? fieldWords[`${name}.${field}`] ?? fieldWords[field];
    return [field, { ...(description !== undefined && { description }), ...describeFields(name, schema) }] as const;
  });
  return Object.fromEntries(described);
}

function moved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(moved);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? referenceTo(value.slice('#/$defs/'.length)) : moved(value),
    ]),
  );
}

function sorted(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** `ListDocs` of `list_docs`. */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
