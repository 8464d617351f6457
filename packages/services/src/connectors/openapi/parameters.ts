import type { LeftOut as LeftOutOperation } from '@gatehouse/core';
import { cutText, isRecord, type Json, recordOf, textOf } from '../../kernel/json.ts';
import { LeftOut } from './left-out.ts';
import { partsOfPath } from './parts-of-path.ts';
import { nameOfPair } from './percent-encoding.ts';
import type { ResolvedSchema, SchemaDefinitions } from './schemas/schema-definitions.ts';

export interface BoundParameter {
  /** Name among the tool's arguments. */
  argument: string;
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  style: string;
  explode: boolean;
  /** True if the value is sent as JSON text. */
  json: boolean;
  /** True if reserved characters stay unencoded. */
  allowReserved?: true;
}

/** The arguments of a tool while they are collected. */
export interface ToolArguments {
  properties: Map<string, unknown>;
  required: Set<string>;
  /** Schemas of all arguments. */
  taken: ResolvedSchema[];
  /** Optional parameters that are not arguments, with the reasons. */
  unsent: LeftOutOperation[];
}

const places = ['path', 'query', 'header', 'cookie'] as const;
/** Headers that belong to the request itself or to its credentials. */
const ownHeaders = new Set([
  'accept',
  'content-type',
  'authorization',
  'content-length',
  'host',
  'cookie',
  'connection',
  'transfer-encoding',
  'accept-encoding',
  'keep-alive',
  'upgrade',
  'expect',
]);
const maxDescription = 1000;

/** Binds the parameters of an operation, and adds an argument for each. Throws LeftOut if it requires one that cannot be sent. */
export function bindParameters(path: string, parameters: Json[], definitions: SchemaDefinitions, tool: ToolArguments): BoundParameter[] {
  const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const bound: BoundParameter[] = [];
  for (const parameter of parameters) {
    const found = placeOf(parameter, inPath);
    if (found) bound.push(bind(parameter, found, definitions, tool));
    // A path parameter that is missing from the path cannot be sent, so it is ignored.
    else if (parameter.in !== 'path' && !isOwn(parameter)) refuseOrTell(parameter, tool);
  }
  // The document may describe a template after the "?" correctly, as a parameter of the query.
  const { pairs } = partsOfPath(path);
  const pairOf = (name: string) => pairs.find((pair) => pair.includes(`{${name}}`));
  const isBound = (name: string) => (parameter: BoundParameter) =>
    parameter.in === 'path' ? parameter.name === name : parameter.in === 'query' && parameter.name === nameOfPair(pairOf(name) ?? '');
  const unbound = inPath.filter((name) => !bound.some(isBound(name)));
  // Adds parameters that the document does not describe: without them the path is incomplete.
  for (const name of unbound) bound.push(bind({ name, schema: { type: 'string' } }, { in: 'path', name }, definitions, tool));
  return bound;
}

interface Place {
  in: BoundParameter['in'];
  name: string;
}

/** Undefined for parameters that are not sent: headers of the request itself, path parameters missing from the path, and unknown places. */
function placeOf(parameter: Json, inPath: string[]): Place | undefined {
  const name = String(parameter.name);
  const place = places.find((known) => known === parameter.in);
  if (place === undefined || isOwn(parameter)) return undefined;
  if (place === 'header' && !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return undefined;
  if (place === 'cookie' && !/^[\w!#$%&'*+.^`|~[\]-]+$/.test(name)) return undefined;
  if (place !== 'path') return { in: place, name };
  const written = inPath.find((other) => other === name) ?? inPath.find((other) => other.toLowerCase() === name.toLowerCase());
  return written === undefined ? undefined : { in: place, name: written };
}

function isOwn({ in: place, name }: Json): boolean {
  return place === 'header' && ownHeaders.has(String(name).toLowerCase());
}

function refuseOrTell({ name, in: place, required }: Json, { unsent }: ToolArguments): void {
  const shown = JSON.stringify(String(name).slice(0, 100));
  const isPlace = places.some((known) => known === place);
  const parameter = isPlace ? `the ${place} ${shown}` : `the parameter ${shown} in ${JSON.stringify(String(place).slice(0, 100))}`;
  const why = isPlace ? 'which is not a valid name' : 'which is not a valid location';
  if (required === true) throw new LeftOut('unsendable_parameter', `it needs ${parameter}, ${why}`, shown);
  const reason = `${why.replace('which', 'it')}; the tool is available without it`;
  unsent.push({ operation: parameter, reason, code: 'parameter_left_out' });
}

function bind(parameter: Json, { in: place, name }: Place, definitions: SchemaDefinitions, tool: ToolArguments): BoundParameter {
  const argument = freeArgument(tool, name, place);
  const content = isRecord(parameter.content) ? parameter.content : undefined;
  const media = content && recordOf(Object.values(content)[0]);
  const mediaType = content && (Object.keys(content)[0] ?? '');
  const given = (media ? media.schema : parameter.schema) ?? {};
  addArgument(tool, argument, definitions.take(given), {
    description: textOf(parameter.description),
    isRequired: parameter.required === true || place === 'path',
  });
  const style = typeof parameter.style === 'string' ? parameter.style : place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const explode = typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form' || style === 'deepObject';
  // `x-multi-segment` is GitHub's extension for a value of several path steps.
  const allowReserved = parameter.allowReserved === true || parameter['x-multi-segment'] === true;
  return {
    argument,
    name,
    in: place,
    style,
    explode,
    json: mediaType !== undefined && !/^text\/plain/i.test(mediaType),
    ...(allowReserved && { allowReserved }),
  };
}

function freeArgument({ properties }: ToolArguments, name: string, place: string): string {
  if (!properties.has(name) && name !== 'body' && name !== '__proto__') return name;
  let argument = `${place}_${name}`;
  for (let number = 2; properties.has(argument); number++) argument = `${place}_${name}_${number}`;
  return argument;
}

/** Adds an argument to the tool. Uses the document's description if the schema has none. */
export function addArgument(
  { properties, required, taken }: ToolArguments,
  name: string,
  schema: ResolvedSchema,
  { description, isRequired }: { description: string; isRequired: boolean },
): void {
  const own = schema.schema;
  const wantsDescription = description !== '' && isRecord(own) && typeof own.description !== 'string';
  properties.set(name, wantsDescription ? { ...own, description: cutText(description, maxDescription) } : own);
  taken.push(schema);
  if (isRequired) required.add(name);
}
