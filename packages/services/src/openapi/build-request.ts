import { type JsonObject, refusal } from '@gatehouse/core';
import type { OperationBinding } from './operations.ts';
import type { BoundParameter } from './parameters.ts';

export interface BuiltRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: string | undefined;
}

/** The request of one call. Refuses values that would lead to another path than the operation's. */
export function buildRequest(baseUrl: string, binding: OperationBinding, given: JsonObject): BuiltRequest {
  const headers = new Headers({ accept: 'application/json, text/*;q=0.9, */*;q=0.5' });
  let path = binding.path;
  const query: [string, string][] = [];
  for (const parameter of binding.parameters) {
    const value = given[parameter.argument];
    if (value === undefined || value === null) continue;
    if (parameter.in === 'path') path = path.replaceAll(`{${parameter.name}}`, () => pathText(parameter, value));
    else if (parameter.in === 'header') headers.set(parameter.name, headerText(parameter, value));
    else query.push(...queryPairs(parameter, value));
  }
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`);
  for (const [name, value] of query) url.searchParams.append(name, value);
  return { url, method: binding.method, headers, body: bodyText(binding, given.body, headers) };
}

function pathText(parameter: BoundParameter, value: unknown): string {
  const parts = Array.isArray(value) ? value.map(plain) : [parameter.json ? JSON.stringify(value) : plain(value)];
  const text = parts.map(encodeURIComponent).join(',');
  // Read as steps in the path by whoever takes the address apart, however they are encoded.
  if (text === '' || text === '.' || text === '..') {
    throw refusal('invalid_service_arguments', `arguments/${parameter.argument} must not be empty, "." or ".."; nothing was sent`);
  }
  return text;
}

function headerText(parameter: BoundParameter, value: unknown): string {
  const text = parameter.json ? JSON.stringify(value) : Array.isArray(value) ? value.map(plain).join(',') : plain(value);
  if (!/^[\t\u0020-\u007e]*$/.test(text)) {
    throw refusal(
      'invalid_service_arguments',
      `arguments/${parameter.argument} travels in a header and must be one line of plain ASCII; nothing was sent`,
    );
  }
  return text;
}

const separators: Record<string, string> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

function queryPairs({ name, style, explode, json }: BoundParameter, value: unknown): [string, string][] {
  if (json) return [[name, JSON.stringify(value)]];
  if (Array.isArray(value)) {
    if (explode && style === 'form') return value.map((item) => [name, plain(item)]);
    return [[name, value.map(plain).join(separators[style] ?? ',')]];
  }
  if (typeof value !== 'object' || value === null) return [[name, plain(value)]];
  const entries = Object.entries(value);
  if (style === 'deepObject') return entries.map(([key, inner]) => [`${name}[${key}]`, plain(inner)]);
  if (explode) return entries.map(([key, inner]) => [key, plain(inner)]);
  return [[name, entries.flatMap(([key, inner]) => [key, plain(inner)]).join(',')]];
}

function bodyText({ body }: OperationBinding, value: unknown, headers: Headers): string | undefined {
  if (!body || value === undefined) return undefined;
  headers.set('content-type', body.contentType);
  if (/^application\/x-www-form-urlencoded/.test(body.contentType)) return formText(value);
  return /^text\//.test(body.contentType) && typeof value === 'string' ? value : JSON.stringify(value);
}

function formText(value: unknown): string {
  const pairs = Object.entries((value ?? {}) as JsonObject).flatMap(([name, inner]) =>
    (Array.isArray(inner) ? inner : [inner]).map((item) => [name, plain(item)] as [string, string]),
  );
  return new URLSearchParams(pairs).toString();
}

function plain(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
