import { randomBytes } from 'node:crypto';
import type { JsonObject, ReadWorkspaceFile } from '@gatehouse/core';
import { recordOf } from '../../kernel/json.ts';
import { isFileArgument } from './binary.ts';
import { sentFile, wrong } from './files.ts';
import { formBody } from './form-body.ts';
import { multipartBody } from './multipart-body.ts';
import type { OperationBinding } from './operations.ts';
import type { BoundParameter } from './parameters.ts';
import { partsOfPath } from './parts-of-path.ts';
import { encodeValue } from './percent-encoding.ts';
import { besideOwn, ownQuery, type QueryPair } from './query-in-path.ts';
import type { BodyType } from './request-body.ts';
import { headerText, pairsOf, pathText } from './styles.ts';

export interface BuiltRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: string | Buffer | undefined;
}

export interface RequestParts {
  baseUrl: string;
  binding: OperationBinding;
  given: JsonObject;
  readFile: ReadWorkspaceFile;
}

/** Builds the request of one call. Refuses values that would lead to another path than the operation's. */
export async function buildRequest({ baseUrl, binding, given, readFile }: RequestParts): Promise<BuiltRequest> {
  const headers = new Headers({ accept: 'application/json, text/*;q=0.9, */*;q=0.5' });
  const { path, pairs } = partsOfPath(binding.path);
  const query: QueryPair[] = [];
  const cookies: string[] = [];
  const inPath = new Map<string, string>();
  for (const parameter of binding.parameters) {
    const value = given[parameter.argument];
    if (parameter.in === 'path') inPath.set(parameter.name, textInPath(parameter, value));
    else if (value === undefined || value === null) continue;
    else if (parameter.in === 'header') headers.set(parameter.name, textInHeader(parameter, value));
    else if (parameter.in === 'cookie') cookies.push(...pairsOfParameter(parameter, value));
    else query.push(...pairsOfParameter(parameter, value).map((pair) => ({ pair, argument: parameter.argument })));
  }
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '));
  const url = new URL(`${baseUrl.replace(/(?<!\/)\/+$/, '')}${filledPath(path, inPath, binding)}`);
  const search = [...ownQuery(pairs, inPath), ...besideOwn(pairs, query)];
  if (search.length > 0) url.search = search.join('&');
  return { url, method: binding.method, headers, body: await bodyOf(binding, given.body, headers, readFile) };
}

function filledPath(path: string, values: ReadonlyMap<string, string>, { parameters }: OperationBinding): string {
  const segments = path.split('/').map((segment) => {
    const filled = segment.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => values.get(name) ?? whole);
    const isOther = filled !== segment && filled.split('/').some((step) => step === '' || step === '.' || step === '..');
    // URL parsers read these as path steps, even if they are encoded.
    if (isOther) throw wrong(`/${argumentIn(segment, parameters)}`, 'must not be empty, "." or ".."');
    return filled;
  });
  return segments.join('/');
}

function argumentIn(segment: string, parameters: BoundParameter[]): string {
  return parameters.find((parameter) => parameter.in === 'path' && segment.includes(`{${parameter.name}}`))?.argument ?? '';
}

/** Text of a path parameter, which cannot be left out. */
function textInPath(parameter: BoundParameter, value: unknown): string {
  if (value === undefined || value === null) throw wrong(`/${parameter.argument}`, 'is part of the path and must not be null');
  return parameter.json ? encodeValue(JSON.stringify(value)) : pathText(parameter, value);
}

function textInHeader(parameter: BoundParameter, value: unknown): string {
  const text = parameter.json ? JSON.stringify(value) : headerText(parameter, value);
  if (!/^[\t\u0020-\u007e]*$/.test(text)) throw wrong(`/${parameter.argument}`, 'is sent in a header and must be one line of plain ASCII');
  return text;
}

function pairsOfParameter(parameter: BoundParameter, value: unknown): string[] {
  return parameter.json ? [`${encodeValue(parameter.name)}=${encodeValue(JSON.stringify(value))}`] : pairsOf(parameter, value);
}

async function bodyOf(
  { body }: OperationBinding,
  value: unknown,
  headers: Headers,
  readFile: ReadWorkspaceFile,
): Promise<string | Buffer | undefined> {
  if (!body || value === undefined) return undefined;
  const type = typeFor(body.types, value);
  headers.set('content-type', /^(?:\*|application)\/\*$|^json$/i.test(type.contentType) ? 'application/json' : type.contentType);
  switch (type.form) {
    case 'json':
      return /json-seq\b/i.test(type.contentType) ? jsonSequence(value) : JSON.stringify(value);
    case 'form':
      return formBody(type, value);
    case 'text':
      return typeof value === 'string' ? value : JSON.stringify(value);
    case 'multipart': {
      const boundary = `gatehouse-${randomBytes(16).toString('hex')}`;
      headers.set('content-type', `${type.contentType.split(';')[0]}; boundary=${boundary}`);
      return await multipartBody(type, value, boundary, readFile);
    }
    case 'bytes': {
      const { bytes, mimeType } = await sentFile(value, '/body', readFile);
      headers.set('content-type', mediaTypeOf(body.types, mimeType));
      return bytes;
    }
    default:
      return type.form satisfies never;
  }
}

/** Writes each entry of a list between a record separator and a line feed (RFC 7464). */
function jsonSequence(value: unknown): string {
  return (Array.isArray(value) ? value : [value]).map((entry) => `\u001e${JSON.stringify(entry)}\n`).join('');
}

/** The first way that accepts the value, otherwise the last one. */
function typeFor(types: BodyType[], value: unknown): BodyType {
  const takes = ({ takes, files = [] }: BodyType): boolean => {
    if (takes === 'array') return Array.isArray(value);
    if (takes !== 'files') return true;
    return files.some((name) => [recordOf(value)[name]].flat().some(isFileArgument));
  };
  return types.find(takes) ?? (types.at(-1) as BodyType);
}

/** The file's own media type, if the document accepts it. Otherwise the first concrete one of the document, if any. */
function mediaTypeOf(types: BodyType[], mimeType: string | undefined): string {
  const named = types.map(({ contentType }) => contentType);
  const own = mimeType?.split(';')[0]?.toLowerCase();
  const isTaken = own !== undefined && named.some((name) => isWithin(own, name.toLowerCase()));
  if (mimeType !== undefined && isTaken) return mimeType;
  return named.find((name) => !name.includes('*')) ?? mimeType ?? 'application/octet-stream';
}

/** True if a media type is in a range, which has `*` in place of the subtype or of both parts (RFC 9110, 12.5.1). */
function isWithin(mediaType: string, range: string): boolean {
  if (range === '*/*' || range === '*') return true;
  return range.endsWith('/*') ? mediaType.startsWith(range.slice(0, -1)) : mediaType === range;
}
