import { holdsInexactNumber, isJsonObject, parseExactly } from '@gatehouse/domain';
import type { SchemaField } from './schema-fields.ts';

type Json = Record<string, unknown>;

export interface TypedArguments {
  value: Json;
  /** Unreadable values, by the name of the field. */
  faults: ReadonlyMap<string, string>;
}

/** Arguments from the text typed into a form. Empty fields are left out. */
export function argumentsOf(fields: readonly SchemaField[], typed: Readonly<Record<string, string>>): TypedArguments {
  const faults = new Map<string, string>();
  let value: Json = {};
  for (const field of fields) {
    const text = typed[field.name] ?? '';
    if (text === '') continue;
    const read = readText(field, text);
    if ('fault' in read) faults.set(field.name, read.fault);
    else if (field.path.length > 0) put(value, field.path, read.value);
    else value = { ...value, ...(read.value as Json) };
  }
  return { value, faults };
}

function readText({ kind, path }: SchemaField, text: string): { value: unknown } | { fault: string } {
  switch (kind) {
    case 'text':
      return { value: text };
    case 'list':
      return { value: text.split('\n').filter((line) => line !== '') };
    case 'number': {
      const read = readJson(text);
      if ('value' in read && (typeof read.value === 'number' || holdsInexactNumber(text))) return read;
      const number = Number(text);
      return text.trim() === '' || !Number.isFinite(number) ? { fault: 'Enter a number.' } : { value: number };
    }
    case 'boolean':
    case 'choice':
      return { value: JSON.parse(text) };
    case 'json': {
      const read = readJson(text);
      if (!('value' in read) || path.length > 0) return read;
      return isJsonObject(read.value) ? read : { fault: 'Enter an object, such as { "name": "value" }.' };
    }
    default:
      return kind satisfies never;
  }
}

function readJson(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: parseExactly(text) };
  } catch {
    return { fault: 'Enter valid JSON. Put text in quotes.' };
  }
}

/** Uses only plain property names: they come from a service, and others would not be sent. */
function put(target: Json, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  const own = Object.getOwnPropertyDescriptor(target, name)?.value;
  const inner = rest.length === 0 ? value : isJsonObject(own) ? own : {};
  if (rest.length > 0) put(inner as Json, rest, value);
  Object.defineProperty(target, name, { value: inner, enumerable: true, configurable: true, writable: true });
}
