import type { AnyDefinition, ComponentSchemas } from '@gatehouse/core';
import { listedField, nameIn, partsOf, type SchemaParts, takesKey } from './tool-facts.ts';

/** The client for Python in one file: a template, filled with parts generated from the schemas. */
export function pythonClient(template: string, tools: readonly AnyDefinition[], components: ComponentSchemas): string {
  const types = Object.entries(components.schemas).map(([name, schema]) => declare(name, partsOf(schema)));
  const repeatable = tools.filter(({ name }) => takesKey(name)).map(({ name }) => `    "${name}",\n`);
  const entries = tools.flatMap(({ name }) => {
    const field = listedField(name, components);
    return field === undefined ? [] : [`    "${name}": "${field}",\n`];
  });
  const methods = tools.map(({ name, description }) => {
    const { input, output } = components.tools[name] ?? {};
    const call = `self.call("${name}", arguments, idempotency_key=idempotency_key)`;
    return `    def ${name}(self, *, idempotency_key: str | None = None, **arguments: Unpack[${typeOf(partsOf(input))}]) -> ${typeOf(partsOf(output))}:\n        """${words(description)}"""\n        return ${call}\n`;
  });
  const tables = `_REPEATABLE = frozenset([\n${repeatable.join('')}])\n\n_ENTRIES = {\n${entries.join('')}}`;
  return `# Generated from the schemas of the tools by "npx -y pnpm@12 docs:reference". Do not edit.\n${template
    .replace('# GENERATED TYPES', () => `${types.join('\n\n')}\n\n${tables}`)
    .replace('    # GENERATED METHODS\n', () => methods.join('\n'))}`;
}

function declare(name: string, { description = '', properties = {}, required = [] }: SchemaParts): string {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = typeOf(schema);
    return `    # ${oneLine(schema.description ?? '')}\n    ${field}: ${required.includes(field) ? type : `NotRequired[${type}]`}\n`;
  });
  return `class ${name}(TypedDict):\n    """${words(description)}"""\n${fields.join('')}`;
}

function typeOf({ $ref, const: only, enum: values, anyOf, type = '', items, properties, additionalProperties }: SchemaParts): string {
  if ($ref !== undefined) return nameIn($ref);
  if (only !== undefined) return `Literal[${literal(only)}]`;
  if (values) return `Literal[${values.map(literal).join(', ')}]`;
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (type === 'array') return `list[${typeOf(items ?? {})}]`;
  if (type === 'object') {
    const value = typeof additionalProperties === 'object' && !properties ? typeOf(additionalProperties) : 'Any';
    return `dict[str, ${value}]`;
  }
  return plainTypes[type] ?? 'Any';
}

const plainTypes: Readonly<Record<string, string>> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };

function literal(value: unknown): string {
  return value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
/** Text for a docstring, which can neither end with a quote nor contain three. */
const words = (text: string) => oneLine(text).replaceAll('"', "'").replaceAll('\\', '\\\\');
