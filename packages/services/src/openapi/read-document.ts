import { refusal } from '@gatehouse/core';
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1';
import { parse } from 'yaml';
import { isRecord, type Json } from './json.ts';

/** YAML is read far more slowly than JSON. */
const largestYaml = 2 * 1024 * 1024;

/** An OpenAPI 3.0 or 3.1 document as one of 3.1, whose schemas are JSON Schema 2020-12. References outside it are refused, never fetched. */
export function readDocument(text: string): Json {
  const document = parseText(text);
  if (!isRecord(document)) throw notOpenApi('it is no object');
  const version = document.openapi;
  if (typeof version !== 'string') {
    throw notOpenApi(
      'swagger' in document ? 'Swagger 2.0 is not supported; convert it to OpenAPI 3 first' : 'the field "openapi" is missing',
    );
  }
  if (!/^3\.[01]\./.test(version)) throw notOpenApi(`version ${JSON.stringify(version.slice(0, 20))} is not supported; 3.0 and 3.1 are`);
  if (!isRecord(document.paths) || Object.keys(document.paths).length === 0) throw notOpenApi('it describes no paths');
  refuseForeignReferences(document);
  return version.startsWith('3.0.') ? (upgradeFromThreeToThreeOne(document) as Json) : document;
}

function parseText(text: string): unknown {
  try {
    if (/^\s*\{/.test(text)) return JSON.parse(text);
    if (text.length > largestYaml) throw new Error('as YAML it is too large; give it as JSON');
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    throw notOpenApi(error instanceof Error ? error.message.slice(0, 200) : 'it cannot be parsed');
  }
}

function refuseForeignReferences(document: Json): void {
  const waiting: unknown[] = [document];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const reference = (value as Json).$ref;
    if (typeof reference === 'string' && !reference.startsWith('#')) {
      throw notOpenApi(`it refers to ${JSON.stringify(reference.slice(0, 200))} outside of itself; give it as one bundled document`);
    }
    for (const inner of Object.values(value)) waiting.push(inner);
  }
}

export function notOpenApi(why: string) {
  return refusal('invalid_argument', `this is no OpenAPI document that can be connected: ${why}`);
}
