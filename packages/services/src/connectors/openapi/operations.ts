import type { JsonObject, LeftOut as LeftOutOperation, ToolDefinition } from '@gatehouse/core';
import { freeName } from '../../kernel/free-name.ts';
import { cutText, isRecord, type Json, recordOf, textOf } from '../../kernel/json.ts';
import { isKeepable } from '../mcp/read-tool.ts';
import { LeftOut, type LeftOutCode, type WhyLeftOut } from './left-out.ts';
import { operationParts } from './operation-parts.ts';
import { type BoundParameter, bindParameters, type ToolArguments } from './parameters.ts';
import type { ApiDocument } from './read-document.ts';
import { createReferences, type References } from './references.ts';
import { type BoundBody, bindBody, formOf } from './request-body.ts';
import { declaredHeaders } from './result-headers.ts';
import { anyValue, createSchemaDefinitions, type SchemaDefinitions, withinLetters } from './schemas/schema-definitions.ts';
import { movedServer, ownServerAddress, type ReplacedServer } from './servers.ts';

/** Mapping from the call of a tool to an HTTP request. */
export type OperationBinding = {
  method: string;
  path: string;
  parameters: BoundParameter[];
  body: BoundBody | null;
  /** Base address of the operation, if its path or the operation itself names one. Otherwise the connection's base address applies. */
  server?: string;
  /** Response headers that the document declares. They do not affect calls, so definition hashes leave them out. */
  resultHeaders?: string[];
};

/** Gets the binding of a tool, as `readOperations` wrote it. A binding from an older version has a body with one media type. */
export function bindingOf({ binding }: Pick<ToolDefinition, 'binding'>): OperationBinding {
  const stored = binding as OperationBinding & { body: { contentType?: string; required: boolean } | null };
  const { body } = stored;
  if (typeof body?.contentType !== 'string') return stored;
  const { contentType, required } = body;
  return { ...stored, body: { required, types: [{ contentType, form: formOf(contentType, undefined) }] } };
}

const methods = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const;
/** Methods that are left out: `trace` echoes a request, and `query` is not yet a method of HTTP. */
const otherMethods = ['trace', 'query'] as const;
const maxName = 64;
const maxDescription = 4000;
/** Maximum tools of a connection, more than any organization needs. A larger API has several documents. */
const maxTools = 5000;

/**
 * Reads the operations of a document one after the other: each as a tool, or with the reason it is left out. Relative servers are resolved
 * against the document's address.
 */
export function* readOperations(
  { document, dialect }: ApiDocument,
  place?: string,
  replaced?: ReplacedServer,
): Generator<ToolDefinition | LeftOutOperation, void> {
  const references = createReferences(document);
  const reader: Reader = { document, references, definitions: createSchemaDefinitions(references, dialect), place, replaced };
  const taken = new Set<string>();
  // Yielded last, because a missing operation matters more.
  const unsent: LeftOutOperation[] = [];
  for (const { operation, read } of operationsOf(reader)) {
    const found = offered(operation, read);
    if ('reason' in found) yield found;
    else if (taken.size === maxTools) yield { operation, reason: `a connection has at most ${maxTools} tools`, code: 'too_many_tools' };
    else {
      yield { ...found.tool, name: freeName(found.tool.name, taken, maxName) };
      unsent.push(...found.unsent);
    }
  }
  yield* unsent;
}

interface Reader {
  document: Json;
  references: References;
  definitions: SchemaDefinitions;
  place: string | undefined;
  replaced: ReplacedServer | undefined;
}

interface Operation {
  /** Name for people: method and path. */
  operation: string;
  read: () => ReadOperation;
}

interface ReadOperation {
  tool: ToolDefinition;
  /** Parameters that are not arguments, with the reasons. */
  unsent: LeftOutOperation[];
}

/** Counts the operations of a document, for progress messages. */
export function countOperations({ document }: ApiDocument): number {
  const items = Object.values(recordOf(document.paths)).filter(isRecord);
  return items.reduce((sum, item) => sum + methods.filter((method) => method in item).length, 0);
}

function* operationsOf(reader: Reader): Generator<Operation, void> {
  for (const [written, item] of Object.entries(recordOf(reader.document.paths))) {
    if (written.startsWith('x-') || !isRecord(item)) continue;
    const path = written.startsWith('/') ? written : `/${written}`;
    const tried = attempt(() => merged(item, reader.references.resolved(item) ?? refuseNoObject()));
    if ('why' in tried) {
      yield { operation: path, read: () => rethrow(tried.why) };
      continue;
    }
    const pathItem = tried.value;
    const additional = recordOf(pathItem.additionalOperations);
    for (const method of methods) {
      if (pathItem[method] === undefined) continue;
      yield { operation: `${method.toUpperCase()} ${path}`, read: () => readOperation(reader, pathItem, method, path) };
    }
    for (const method of [...otherMethods.filter((name) => pathItem[name] !== undefined), ...Object.keys(additional)]) {
      yield {
        operation: `${method.toUpperCase()} ${path}`,
        read: () => refuse('unsupported_method', `the method ${method.toUpperCase()} is not supported`),
      };
    }
  }
}

/** Merges a path item with the one that it refers to. It may have operations in addition to the reference. */
function merged(item: Json, referred: Json): Json {
  const { $ref: _ref, ...own } = item;
  return { ...referred, ...own };
}

function refuseNoObject(): never {
  refuse('no_description', 'its description is not an object');
}

function refuse(code: LeftOutCode, reason: string): never {
  throw new LeftOut(code, reason);
}

function rethrow(why: LeftOut): never {
  throw why;
}

function attempt<Found>(read: () => Found): { value: Found } | { why: LeftOut } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof LeftOut) return { why: error };
    if (error instanceof RangeError) return { why: new LeftOut('too_deep', 'it is nested too deeply') };
    throw error;
  }
}

function offered(operation: string, read: () => ReadOperation): ReadOperation | LeftOutOperation {
  const found = attempt(() => {
    const { tool, unsent } = read();
    return { tool: isKeepable(tool) ? tool : keepable(tool), unsent };
  });
  const named = (what: string) => cutText(textOf(what), 300);
  if ('why' in found) return { operation: named(operation), ...shown(found.why.why) };
  const { tool, unsent } = found.value;
  return {
    tool,
    unsent: unsent.map(({ operation: parameter, ...why }) => ({ operation: named(`${operation}, ${parameter}`), ...shown(why) })),
  };
}

/** Cleans text from the document, as all stored text. */
function shown({ reason, about, ...why }: WhyLeftOut): WhyLeftOut {
  return { ...why, reason: textOf(reason), ...(about !== undefined && { about: cutText(textOf(about), 300) }) };
}

/** Maximum characters of a tool's definitions, if all definitions together make the tool too large. */
const maxDefinitions = 180_000;

/**
 * Shortens a tool: removes the descriptions in its schemas, which are most of a large tool, and then, if necessary, the last definitions.
 */
function keepable(tool: ToolDefinition): ToolDefinition {
  const inputSchema = recordOf(withoutWords(tool.inputSchema));
  if (isKeepable({ ...tool, inputSchema })) return { ...tool, inputSchema };
  const definitions = Object.entries(recordOf(inputSchema.$defs));
  const $defs = withinLetters(definitions, maxDefinitions, (name) => JSON.stringify(recordOf(inputSchema.$defs)[name]).length);
  const smaller = { ...tool, inputSchema: { ...inputSchema, $defs } };
  return isKeepable(smaller) ? smaller : refuse('too_large', 'its arguments are too large to describe, or cannot be stored as text');
}

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isRecord(value) || value === anyValue) return value;
  const kept = Object.entries(value).filter(
    ([name, inner]) => !((name === 'description' || name === 'title') && typeof inner === 'string'),
  );
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutWords(inner)]));
}

function readOperation(reader: Reader, pathItem: Json, method: string, path: string): ReadOperation {
  const { document, references, definitions, place, replaced } = reader;
  const operation = references.resolved(pathItem[method]) ?? refuseNoObject();
  const server = ownServerAddress(operation, pathItem, place);
  if (server === null) refuse('bad_server', 'its own server is not an https:// or http:// URL');
  const parts = operationParts(document, references, pathItem, operation);
  const given: ToolArguments = { properties: new Map(), required: new Set(), taken: [], unsent: [] };
  const parameters = bindParameters(path, parts.parameters, definitions, given);
  const body = bindBody(parts.requestBody, references, definitions, given);
  const resultHeaders = declaredHeaders(operation, references);
  const binding: OperationBinding = {
    method: method.toUpperCase(),
    path,
    parameters,
    body,
    ...(server != null && { server: movedServer(server, replaced) }),
    ...(resultHeaders.length > 0 && { resultHeaders }),
  };
  const $defs = definitions.definitions(given.taken);
  const summary = textOf(operation.summary);
  const description = [summary, textOf(operation.description)].filter((part) => part !== '').join('\n\n');
  const tool: ToolDefinition = {
    name: toolName(operation, method, path),
    title: summary ? cutText(summary, 200) : null,
    description: cutText(description || `${method.toUpperCase()} ${path}`, maxDescription),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(given.properties),
      ...(given.required.size > 0 ? { required: [...given.required] } : {}),
      additionalProperties: false,
      ...(Object.keys($defs).length > 0 ? { $defs } : {}),
    },
    outputSchema: null,
    annotations: annotationsOf(method),
    binding,
  };
  return { tool, unsent: given.unsent };
}

/** Derives hints from the method. GET and HEAD only read, as HTTP defines. // D32 */
function annotationsOf(method: string): JsonObject {
  if (method === 'get' || method === 'head') return { readOnlyHint: true };
  return { readOnlyHint: false, destructiveHint: method === 'delete', idempotentHint: ['options', 'put', 'delete'].includes(method) };
}

function toolName({ operationId }: Json, method: string, path: string): string {
  const wanted = typeof operationId === 'string' && operationId ? operationId : `${method}${path.replaceAll(/[{}]/g, '')}`;
  const name = wanted.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').replaceAll(/^_+|(?<!_)_+$/g, '');
  return name.slice(0, maxName) || method;
}
