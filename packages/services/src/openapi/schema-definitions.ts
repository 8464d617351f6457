import { isRecord, type Json, resolvePointer } from './json.ts';

/** Makes schemas of a document self-contained: what they refer to comes along under `$defs`, so that circles stay references. */
export interface SchemaDefinitions {
  /** The schema with its references turned to `$defs`. */
  take(schema: unknown): unknown;
  /** Everything the schemas taken so far refer to. */
  definitions(): Json;
}

export function collectDefinitions(document: Json): SchemaDefinitions {
  const names = new Map<string, string>();
  const definitions: Json = {};

  function nameOf(reference: string): string {
    const known = names.get(reference);
    if (known) return known;
    const wanted = (reference.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_.-]/g, '_') || 'schema';
    let name = wanted;
    for (let number = 2; Object.hasOwn(definitions, name); number++) name = `${wanted}_${number}`;
    names.set(reference, name);
    definitions[name] = {};
    definitions[name] = take(resolvePointer(document, reference) ?? {});
    return name;
  }

  function take(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(take);
    if (!isRecord(schema)) return schema;
    const kept = Object.entries(schema).filter(([key]) => !dropped.has(key) && !key.startsWith('x-'));
    return Object.fromEntries(kept.map(([key, value]) => [key, takeKeyword(key, value)]));
  }

  function takeKeyword(key: string, value: unknown): unknown {
    if (key === '$ref' && typeof value === 'string') return `#/$defs/${nameOf(value)}`;
    if (verbatim.has(key)) return value;
    if (!maps.has(key) || !isRecord(value)) return take(value);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, take(inner)]));
  }

  return { take, definitions: () => definitions };
}

/** Of OpenAPI, not of JSON Schema; or identifiers that would change what references lead to. */
const dropped = new Set(['discriminator', 'xml', 'externalDocs', 'example', 'examples', '$id', '$schema', '$anchor']);
/** Schemas by names that are the document's own, not keywords. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Values, not schemas: a `$ref` inside is data. */
const verbatim = new Set(['enum', 'const', 'default', 'required']);
