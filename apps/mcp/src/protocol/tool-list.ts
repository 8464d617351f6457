import type { Caller, Gateway, JsonSchema, ListedTool, RegisteredTool, Registry, ToolDescription } from '@gatehouse/core';
import type { Tool } from '@modelcontextprotocol/server';

/**
 * Tools of a caller in the form of `tools/list`: the catalogue in its order, then the direct tools. Tools of Gatehouse are converted once.
 */
export function createToolList(gateway: Pick<Gateway, 'registry' | 'listTools'>): (caller: Caller) => Promise<Tool[]> {
  const { registry } = gateway;
  const convert = ({ description: { name, title, description, inputSchema, outputSchema, annotations } }: RegisteredTool) => ({
    name,
    title,
    description,
    inputSchema: compact(inputSchema) as Tool['inputSchema'],
    ...outputSchemaOf(registry, name, outputSchema),
    annotations: hintsOf(annotations),
  });
  const tools = new Map<ListedTool, Tool>(registry.agentTools.map((tool) => [tool.description, convert(tool)]));
  return async (caller) => (await gateway.listTools(caller)).map((listed) => tools.get(listed) ?? directTool(listed));
}

/** A tool of a service, with the service's own schema. // D76 */
function directTool({ name, title, description, inputSchema, annotations }: ListedTool): Tool {
  return { name, title, description, inputSchema: inputSchema as Tool['inputSchema'], annotations: hintsOf(annotations) };
}

/** The answer of a service is described by the service's own tool. A result with a picture has no structured content, which clients would miss. */
function outputSchemaOf(registry: Registry, name: string, outputSchema: JsonSchema): Pick<Tool, 'outputSchema'> {
  const definition = registry.find(name)?.definition;
  return definition?.passesThrough || definition?.showsPictures ? {} : { outputSchema: outputSchema as NonNullable<Tool['outputSchema']> };
}

/** Leaves out the title, which the tool has itself, and hints that the protocol defines only for tools that write. */
function hintsOf({ title: _title, ...hints }: ToolDescription['annotations']): NonNullable<Tool['annotations']> {
  const { readOnlyHint, openWorldHint } = hints;
  return readOnlyHint ? { readOnlyHint, openWorldHint } : hints;
}

/** Leaves out bounds that no caller reaches: every model pays for them in tokens, and the pipeline checks them anyway. */
function compact(node: unknown, name = ''): unknown {
  if (Array.isArray(node)) return node.map((item) => compact(item, name));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) =>
      isNeedless(name, key, value) ? [] : [[key, compact(value, key === 'anyOf' ? name : key)]],
    ),
  );
}

/** Identifiers and cursors come from earlier answers, so a model needs no length limit for them. */
const handed = /Id$|^(?:cursor|startingAfter|toolSlug)$/;

function isNeedless(name: string, key: string, value: unknown): boolean {
  if (key === 'minLength') return value === 1;
  if (key === 'maxLength') return handed.test(name);
  return (key === 'maximum' || key === 'minimum') && Math.abs(Number(value)) > 1e15;
}
