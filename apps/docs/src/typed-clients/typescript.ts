import type { AnyDefinition, ComponentSchemas } from '@gatehouse/core';
import { errorCodes, listedField, nameIn, partsOf, reasonsOf, type SchemaParts, takesKey } from './tool-facts.ts';

const mark = '// Generated from the schemas of the tools by "npx -y pnpm@12 docs:reference". Do not edit.\n';

/** The types and the table of tools of `@gatehouse/client`. */
export function typescriptClient(tools: readonly AnyDefinition[], components: ComponentSchemas): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => declare(name, partsOf(schema)));
  const outputOf = ({ name }: AnyDefinition) => typeOf(partsOf(components.tools[name]?.output));
  const inputOf = ({ name }: AnyDefinition) => typeOf(partsOf(components.tools[name]?.input));
  const entries = tools.map((tool) => `  ${tool.name}: { input: ${inputOf(tool)}; output: ${outputOf(tool)} };\n`);
  const table = tools.map(({ name }) => {
    const field = listedField(name, components);
    return `  ${name}: { method: '${methodName(name)}', isRepeatable: ${takesKey(name)}, entries: ${field ? `'${field}'` : 'null'} },\n`;
  });
  const methods = tools.map((tool) => {
    const optional = tool.input.safeParse({}).success ? '?' : '';
    return `${comment(tool.description, '  ')}  ${methodName(tool.name)}(input${optional}: ${inputOf(tool)}, options?: CallOptions): Promise<${outputOf(tool)}>;\n`;
  });
  return [
    `${mark}import type { CallOptions } from '../call-options.ts';\n`,
    `/** Kind of failure. Later releases may add more. */\nexport type ErrorCode = ${union(errorCodes)};\n`,
    `/** Reasons that this release knows. A reason is more specific than a code. */\nexport type Reason =\n${reasonsOf()
      .map((reason) => `  | '${reason}'`)
      .join('\n')};\n`,
    ...schemas,
    `/** Arguments and results of every tool. */\nexport interface Tools {\n${entries.join('')}}\n`,
    `/** Every tool as a method. */\nexport interface ToolMethods {\n${methods.join('')}}\n`,
    `/** Data that the client needs about each tool. */\nexport const toolTable = {\n${table.join('')}} as const;\n`,
  ].join('\n');
}

/** Name of a tool's method: `listDocs` for `list_docs`. */
function methodName(tool: string): string {
  return tool.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function declare(name: string, schema: SchemaParts): string {
  const fields = fieldsOf(schema);
  const body = fields.length === 0 ? `export type ${name} = Record<string, never>;\n` : `export interface ${name} {\n${fields.join('')}}\n`;
  return `${comment(schema.description, '')}${body}`;
}

function fieldsOf({ properties = {}, required = [], additionalProperties }: SchemaParts): string[] {
  const isRequired = new Set(required);
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = typeOf(schema);
    return `${comment(schema.description, '  ')}  ${field}${isRequired.has(field) ? `: ${type}` : `?: ${type} | undefined`};\n`;
  });
  return additionalProperties === true ? [...fields, '  [field: string]: unknown;\n'] : fields;
}

function typeOf(schema: SchemaParts): string {
  const { $ref, const: only, enum: values, anyOf, type, items, properties, additionalProperties } = schema;
  if ($ref !== undefined) return nameIn($ref);
  if (only !== undefined) return literal(only);
  if (values) return values.map(literal).join(' | ');
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (type === 'array') return `${inList(typeOf(items ?? {}))}[]`;
  if (type === 'integer' || type === 'number') return 'number';
  if (type !== 'object') return type === undefined ? 'unknown' : String(type);
  if (properties)
    return `{ ${fieldsOf({ ...schema, properties: withoutWords(properties) })
      .map(inline)
      .join(' ')} }`;
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`;
}

function withoutWords(properties: Record<string, SchemaParts>): Record<string, SchemaParts> {
  return Object.fromEntries(Object.entries(properties).map(([name, { description: _, ...schema }]) => [name, schema]));
}

const inline = (field: string) => field.trim();
const inList = (type: string) => (type.includes(' | ') ? `(${type})` : type);
const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));
const union = (values: readonly string[]) => values.map(literal).join(' | ');

function comment(words: string | undefined, indent: string): string {
  return words === undefined ? '' : `${indent}/** ${words.replaceAll('*/', '* /')} */\n`;
}
