export type Json = Record<string, unknown>;

export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value a local reference (`#/components/…`) leads to. */
export function resolvePointer(document: Json, reference: string): unknown {
  const parts = reference.slice(1).split('/').slice(1);
  let value: unknown = document;
  for (const part of parts) {
    const key = safeDecode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Json)[key];
  }
  return value;
}

const longestChain = 20;

/** Follows references of objects that are not schemas: parameters, bodies, path items. */
export function resolved(document: Json, value: unknown): Json | undefined {
  let current = value;
  for (let step = 0; step < longestChain; step++) {
    if (!isRecord(current)) return undefined;
    if (typeof current.$ref !== 'string') return current;
    current = resolvePointer(document, current.$ref);
  }
  return undefined;
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A lone "%" stands for itself.
    return part;
  }
}
