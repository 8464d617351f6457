import type { ReadWorkspaceFile } from '@gatehouse/core';
import { isInexactNumber } from '@gatehouse/domain';
import { recordOf } from '../../kernel/json.ts';
import { isFileArgument } from './binary.ts';
import { type SentFile, sentFile } from './files.ts';
import { hasStyle, isJson, styleOf } from './form-body.ts';
import type { BodyType, PropertyEncoding } from './request-body.ts';
import { pairsOf, plainText } from './styles.ts';

interface Part {
  name: string;
  fileName?: string | undefined;
  contentType?: string | undefined;
  bytes: Buffer;
}

/** Builds a multipart body: one part for each property in the order of the value, and one for each entry of a list. */
export async function multipartBody(type: BodyType, value: unknown, boundary: string, readFile: ReadWorkspaceFile): Promise<Buffer> {
  const isForm = /^multipart\/form-data\b/i.test(type.contentType);
  const pieces: Buffer[] = [];
  for (const [name, inner] of Object.entries(recordOf(value))) {
    for (const part of await partsOf(name, inner, type, readFile)) {
      pieces.push(Buffer.from(`--${boundary}\r\n${headersOf(part, isForm)}\r\n`), part.bytes, Buffer.from('\r\n'));
    }
  }
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

async function partsOf(
  name: string,
  value: unknown,
  { files = [], encoding = {} }: BodyType,
  readFile: ReadWorkspaceFile,
): Promise<Part[]> {
  if (value === null || value === undefined) return [];
  const own = encoding[name] ?? {};
  const items = Array.isArray(value) ? value.filter((item) => item !== null) : [value];
  const isFile = (item: unknown) => files.includes(name) && isFileArgument(item);
  // Generators such as ASP.NET's give every property a style. No style writes a file.
  if (hasStyle(own) && !items.some(isFile)) return styledParts(name, value, own);
  const parts: Part[] = [];
  for (const [at, item] of items.entries()) {
    const path = `/body/${name}${Array.isArray(value) ? `/${at}` : ''}`;
    if (isFile(item)) parts.push(filePart(name, await sentFile(item, path, readFile), own));
    else parts.push(valuePart(name, item, own));
  }
  return parts;
}

function filePart(name: string, { bytes, name: fileName = name, mimeType }: SentFile, { contentType }: PropertyEncoding): Part {
  return { name, fileName, contentType: mimeType ?? firstConcrete(contentType) ?? 'application/octet-stream', bytes };
}

function valuePart(name: string, value: unknown, { contentType }: PropertyEncoding): Part {
  const wanted = firstConcrete(contentType);
  const isObject = typeof value === 'object' && !isInexactNumber(value);
  const json = isObject || (wanted !== undefined && isJson(wanted));
  // Text gets no type: servers sometimes treat a field with a type as a file.
  return {
    name,
    contentType: wanted ?? (isObject ? 'application/json' : undefined),
    bytes: Buffer.from(json ? JSON.stringify(value) : plainText(value)),
  };
}

/** Writes the pairs of a query, one per part, without encoding. */
function styledParts(name: string, value: unknown, encoding: PropertyEncoding): Part[] {
  return pairsOf(styleOf(name, encoding), value).map((pair) => {
    const at = pair.indexOf('=');
    return { name: decodeURIComponent(pair.slice(0, at)), bytes: Buffer.from(decodeURIComponent(pair.slice(at + 1))) };
  });
}

function firstConcrete(contentType: string | undefined): string | undefined {
  return contentType
    ?.split(',')
    .map((one) => one.trim())
    .find((one) => one !== '' && !one.includes('*'));
}

function headersOf({ name, fileName, contentType }: Part, isForm: boolean): string {
  const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
  const disposition = isForm ? `Content-Disposition: form-data; name="${quoted(name)}"${file}\r\n` : '';
  return `${disposition}${contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`}`;
}

/** Escapes names as browsers do. */
function quoted(text: string): string {
  return text.toWellFormed().replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
