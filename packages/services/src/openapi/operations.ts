import type { JsonObject, LeftOut as LeftOutOperation, ToolDefinition } from '@gatehouse/core';
import { freeName } from '../free-name.ts';
import { isKeepable } from '../mcp/read-tool.ts';
import { cutText, isRecord, type Json, recordOf, textOf } from './json.ts';
import { LeftOut, type LeftOutCode, type WhyLeftOut } from './left-out.ts';
import { operationParts } from './operation-parts.ts';
import { type BoundParameter, bindParameters, type ToolArguments } from './parameters.ts';
import type { ApiDocument } from './read-document.ts';
import { createReferences, type References } from './references.ts';
import { type BoundBody, bindBody, formOf } from './request-body.ts';
import { declaredHeaders } from './result-headers.ts';
import { anyValue, createSchemaDefinitions, type SchemaDefinitions, withinLetters } from './schemas/schema-definitions.ts';
import { movedServer, ownServerAddress, type ReplacedServer } from './servers.ts';

/** How a call of a tool becomes an HTTP request. */
export type OperationBinding = {
  method: string;
  path: string;
  parameters: BoundParameter[];
  body: BoundBody | null;
  /** Where it answers, if its path or itself says so; the base address of the connection otherwise. */
  server?: string;
  /** Headers of its answers that the document declares. They say nothing of how it is called, so no hash of a definition has them. */
  resultHeaders?: string[];
};

/** The binding of a tool; only `readOperations` writes them. Of one that an older version wrote, the body has one media type. */
export function bindingOf({ binding }: Pick<ToolDefinition, 'binding'>): OperationBinding {
  const stored = binding as OperationBinding & { body: { contentType?: string; required: boolean } | null };
  const { body } = stored;
  if (typeof body?.contentType !== 'string') return stored;
  const { contentType, required } = body;
  return { ...stored, body: { required, types: [{ contentType, form: formOf(contentType, undefined) }] } };
}

const methods = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const;
/** One sends a request back as it came, the other is no method of HTTP yet. */
const otherMethods = ['trace', 'query'] as const;
const maxName = 64;
const maxDescription = 4000;
/** More than any organization has use for; an API of more has several documents. */
const maxTools = 5000;

/**
 * Every operation of the document as a tool, or why it is none, one after the other. Relative servers are resolved against the document's
 * address.
 */
export function* readOperations(
  { document, dialect }: ApiDocument,
  place?: string,
  replaced?: ReplacedServer,
): Generator<ToolDefinition | LeftOutOperation, void> {
  const references = createReferences(document);
  const reader: Reader = { document, references, definitions: createSchemaDefinitions(references, dialect), place, replaced };
  const taken = new Set<string>();
  // Told last: an operation that is not there matters more.
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
  /** Its name for people: method and path. */
  operation: string;
  read: () => ReadOperation;
}

interface ReadOperation {
  tool: ToolDefinition;
  /** Its parameters that are no arguments, and why. */
  unsent: LeftOutOperation[];
}

/** How many operations a document has, for those who watch it being read. */
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
        read: () => refuse('unsupported_method', `the method ${method.toUpperCase()} is not offered`),
      };
    }
  }
}

/** A path item that refers to another one may have operations of its own beside. */
function merged(item: Json, referred: Json): Json {
  const { $ref: _ref, ...own } = item;
  return { ...referred, ...own };
}

function refuseNoObject(): never {
  refuse('no_description', 'it is described by no object');
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

/** The document's own words in it are text like all others that are kept. */
function shown({ reason, about, ...why }: WhyLeftOut): WhyLeftOut {
  return { ...why, reason: textOf(reason), ...(about !== undefined && { about: cutText(textOf(about), 300) }) };
}

/** Letters of the definitions of a tool that would be too large with all of them. */
const maxDefinitions = 180_000;

/** Without the words of its schemas, which are what is most of a large one; else also without what is referred to last. */
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
  if (server === null) refuse('bad_server', 'its own server is no https:// or http:// address');
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

/** GET and HEAD read, by the rules of HTTP (D32). */
function annotationsOf(method: string): JsonObject {
  if (method === 'get' || method === 'head') return { readOnlyHint: true };
  return { readOnlyHint: false, destructiveHint: method === 'delete', idempotentHint: ['options', 'put', 'delete'].includes(method) };
}

function toolName({ operationId }: Json, method: string, path: string): string {
  const wanted = typeof operationId === 'string' && operationId ? operationId : `${method}${path.replaceAll(/[{}]/g, '')}`;
  const name = wanted.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').replaceAll(/^_+|(?<!_)_+$/g, '');
  return name.slice(0, maxName) || method;
}
