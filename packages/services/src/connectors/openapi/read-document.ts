import { isRecord, type Json } from '../../kernel/json.ts';
import { bundleDocument, type DocumentFile } from './document-files.ts';
import { readYaml } from './read-yaml.ts';

const mebibyte = 1024 * 1024;
/** Maximum size of YAML, which is parsed far more slowly than JSON. */
const maxYaml = 12 * mebibyte;

/** Version of OpenAPI whose rules apply to the schemas. */
export type Dialect = '2.0' | '3.0' | '3.1';

export interface ApiDocument {
  document: Json;
  dialect: Dialect;
}

/** Reads an API described by OpenAPI 3 or Swagger 2.0. Throws NotOpenApi with the reason if the text describes none. */
export function readDocument(text: string, { address, files = [] }: ReadFiles = {}): ApiDocument {
  const root = parseText(text.replace(/^\uFEFF/, ''));
  if (!isRecord(root)) throw new NotOpenApi('it is not an object');
  const isAlone = address === undefined || files.length === 0;
  const document = isAlone ? root : bundleDocument(root, address, readable(files));
  const dialect = dialectOf(document);
  if (!isRecord(document.paths) || Object.keys(document.paths).length === 0) throw new NotOpenApi('it describes no paths');
  return { document, dialect };
}

/** Address of the document, and the files that it refers to. */
export interface ReadFiles {
  address?: string | undefined;
  files?: readonly DocumentFile[] | undefined;
}

/** Parses files. Leaves out web pages and plain text, which no reference can use. */
function readable(files: readonly DocumentFile[]): Map<string, unknown> {
  const parsed = files.map((file) => [file.address, parseFile(file)] as const);
  return new Map(parsed.filter(([, value]) => typeof value === 'object' && value !== null));
}

/** Undefined for a file that cannot be read. Only references to it are lost. */
function parseFile({ bytes }: DocumentFile): unknown {
  try {
    return parseText(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof NotOpenApi) return undefined;
    throw error;
  }
}

function dialectOf({ openapi, swagger }: Json): Dialect {
  const version = openapi ?? swagger;
  // YAML reads an unquoted 3.0 as a number.
  if (typeof version !== 'string' && typeof version !== 'number') throw new NotOpenApi('the field "openapi" or "swagger" is missing');
  const known = /^(2|3)(?:\.([0-2]))?(?:\.|$)/.exec(String(version).trim());
  if (!known || (known[1] === '2') !== (openapi === undefined)) {
    throw new NotOpenApi(`version ${JSON.stringify(String(version).slice(0, 20))} is not supported; OpenAPI 3 and Swagger 2.0 are`);
  }
  if (known[1] === '2') return '2.0';
  return known[2] === undefined || known[2] === '0' ? '3.0' : '3.1';
}

function parseText(text: string): unknown {
  if (/^\s*[{[]/.test(text)) return parseJson(text);
  if (Buffer.byteLength(text) > maxYaml) throw new NotOpenApi(`as YAML it is larger than ${maxYaml / mebibyte} MB; give it as JSON`);
  try {
    return readYaml(text);
  } catch (error) {
    throw new NotOpenApi(whyUnreadable(error));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NotOpenApi(whyUnreadable(error));
  }
}

function whyUnreadable(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply';
  return error instanceof Error ? error.message.slice(0, 200) : 'it cannot be parsed';
}

/**
 * Thrown for a text without an API that can be connected. The message follows "this document cannot be connected:". The thread that throws
 * it does not load core.
 */
export class NotOpenApi extends Error {
  override name = 'NotOpenApi';
}
