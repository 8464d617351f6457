import type { Caller, JsonSchema, Registry } from '@gatehouse/core';
import type { Tool } from '@modelcontextprotocol/server';

type Access = Caller['access'];

/** The tools as `tools/list` shows them, per access level; converted once, in the order of the catalogue. */
export function createToolList(registry: Registry): (access: Access) => Tool[] {
  const convert = (access: Access) =>
    registry.describe(access).map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema: inputSchema as Tool['inputSchema'],
      ...outputSchemaOf(registry, name, outputSchema),
      annotations,
    }));
  const lists = { read: convert('read'), write: convert('write') };
  return (access) => lists[access];
}

/** The answer of a service is described by the service's own tool, not by ours. */
function outputSchemaOf(registry: Registry, name: string, outputSchema: JsonSchema): Pick<Tool, 'outputSchema'> {
  return registry.find(name)?.definition.passesThrough ? {} : { outputSchema: outputSchema as NonNullable<Tool['outputSchema']> };
}
