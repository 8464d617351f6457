import type { JsonObject, ToolDefinition } from '@gatehouse/core';
import { isRecord, type Json, resolved } from './json.ts';
import { type ArgumentSchemas, type BoundParameter, describedSchema, readParameters, text } from './parameters.ts';
import { collectDefinitions } from './schema-definitions.ts';
import { ownServerAddress } from './servers.ts';

/** How a call of a tool becomes an HTTP request. */
export interface OperationBinding {
  method: string;
  path: string;
  parameters: BoundParameter[];
  body: { contentType: string; required: boolean } | null;
  /** Where it answers, if its path or itself says so; the base address of the connection otherwise. */
  server?: string;
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;
const longestName = 64;
const longestDescription = 4000;
/**
 * Every operation of the document as a tool; left out are those whose body or parameters cannot be sent as JSON or a form, and those
 * whose own server is no address. Relative servers are resolved against the document's address.
 */
export function operationTools(document: Json, documentUrl?: string): ToolDefinition[] {
  const taken = new Set<string>();
  const tools: ToolDefinition[] = [];
  for (const [path, item] of Object.entries(isRecord(document.paths) ? document.paths : {})) {
    const pathItem = resolved(document, item);
    if (!pathItem || !path.startsWith('/')) continue;
    for (const method of methods) {
      const operation = resolved(document, pathItem[method]);
      const server = operation && ownServerAddress(operation, pathItem, documentUrl);
      if (!operation || server === null) continue;
      const tool = readOperation(document, pathItem, operation, { method, path, server });
      if (tool) tools.push({ ...tool, name: freeName(tool.name, taken) });
    }
  }
  return tools;
}

interface Place {
  method: string;
  path: string;
  server: string | undefined;
}

function readOperation(document: Json, pathItem: Json, operation: Json, { method, path, server }: Place): ToolDefinition | undefined {
  const definitions = collectDefinitions(document);
  const properties: Json = {};
  const required: string[] = [];
  const parameters = readParameters(document, pathItem, operation, { definitions, properties, required });
  const body = readBody(document, operation, { definitions, properties, required });
  if (!parameters || body === undefined) return undefined;
  const summary = text(operation.summary);
  const description = [summary, text(operation.description)].filter((part) => part !== '').join('\n\n');
  const binding: OperationBinding = { method: method.toUpperCase(), path, parameters, body, ...(server !== undefined && { server }) };
  const $defs = definitions.definitions();
  return {
    name: toolName(operation, method, path),
    title: summary ? summary.slice(0, 200) : null,
    description: (description || `${method.toUpperCase()} ${path}`).slice(0, longestDescription),
    inputSchema: {
      type: 'object',
      properties,
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
      ...(Object.keys($defs).length > 0 ? { $defs } : {}),
    },
    outputSchema: null,
    annotations: annotationsOf(method),
    binding: binding as unknown as JsonObject,
  };
}

/** GET and HEAD read, by the rules of HTTP (D32). */
function annotationsOf(method: string): JsonObject {
  if (method === 'get' || method === 'head') return { readOnlyHint: true };
  return { readOnlyHint: false, destructiveHint: method === 'delete', idempotentHint: method === 'put' || method === 'delete' };
}

const bodyTypes = [/^application\/json\b/, /\+json\b/, /^application\/x-www-form-urlencoded\b/, /^text\/plain\b/];

/** Undefined for a body that is required and of no kind that can be sent. */
function readBody(
  document: Json,
  operation: Json,
  { definitions, properties, required }: ArgumentSchemas,
): OperationBinding['body'] | undefined {
  const body = resolved(document, operation.requestBody);
  if (!body) return null;
  const content = isRecord(body.content) ? body.content : {};
  const isRequired = body.required === true;
  const contentType = bodyTypes.map((type) => Object.keys(content).find((name) => type.test(name))).find((name) => name !== undefined);
  if (contentType === undefined) return isRequired ? undefined : null;
  const media = content[contentType];
  properties.body = describedSchema(definitions.take((isRecord(media) ? media.schema : undefined) ?? {}), text(body.description));
  if (isRequired) required.push('body');
  return { contentType, required: isRequired };
}

function toolName({ operationId }: Json, method: string, path: string): string {
  const wanted = typeof operationId === 'string' && operationId ? operationId : `${method}${path.replaceAll(/[{}]/g, '')}`;
  const name = wanted.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').replaceAll(/^_+|_+$/g, '');
  return name.slice(0, longestName) || method;
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted.slice(0, longestName - 4)}_${number}`;
  taken.add(name);
  return name;
}
