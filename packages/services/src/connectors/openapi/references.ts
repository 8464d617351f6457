import { isKeyed } from '../../kernel/guards.ts';
import { isRecord, type Json, listOf } from '../../kernel/json.ts';
import { LeftOut } from './left-out.ts';

const maxChain = 20;
const maxShown = 200;

/** Finds the targets of references in one document. References are followed only inside it. Other files are already part of it. */
export interface References {
  /**
   * The target of a reference. Undefined if it has none. `root` is the schema that contains the reference, which "#" may mean. Throws
   * LeftOut for a reference out of the document.
   */
  find(reference: string, root?: unknown): unknown;
  /**
   * Follows references of objects that are not schemas: parameters, bodies, path items. Undefined if the target is not an object. Throws
   * LeftOut.
   */
  resolved(value: unknown): Json | undefined;
}

export function createReferences(document: Json): References {
  let named: Map<string, unknown> | undefined;

  function find(reference: string, root?: unknown): unknown {
    if (reference === '#') return document;
    const local = reference.startsWith('#/') ? (atPointer(document, reference) ?? atPointer(root, reference)) : undefined;
    const found = local ?? (named ??= namedSchemas(document)).get(reference);
    if (found !== undefined || reference.startsWith('#')) return found;
    throw new LeftOut(
      'outside_reference',
      `it refers to ${shown(reference)} outside the document, in a file that is not read with it; connect it with its folder or URL, or bundle it into one file`,
      shown(reference),
    );
  }

  return {
    find,
    resolved(value) {
      let current = value;
      for (let step = 0; step < maxChain; step++) {
        if (!isRecord(current)) return undefined;
        if (typeof current.$ref !== 'string') return current;
        const reference: string = current.$ref;
        current = find(reference);
        if (current === undefined) {
          const message = `it refers to ${shown(reference)}, which is not in the document`;
          throw new LeftOut('missing_reference', message, shown(reference));
        }
      }
      throw new LeftOut('endless_reference', 'its references form a cycle');
    },
  };
}

function shown(reference: string): string {
  return JSON.stringify(reference.slice(0, maxShown));
}

/** The value at a JSON pointer after "#". */
function atPointer(from: unknown, reference: string): unknown {
  let value = from;
  for (const part of reference.split('/').slice(1)) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isKeyed(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A lone "%" is a literal character.
    return part;
  }
}

/** Schemas with names in addition to their place: `$id` and anchors. */
function namedSchemas(document: Json): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const waiting: unknown[] = [document.components, document.definitions];
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    if (isRecord(value)) {
      if (typeof value.$id === 'string') found.set(value.$id, value);
      for (const anchor of [value.$anchor, value.$dynamicAnchor]) if (typeof anchor === 'string') found.set(`#${anchor}`, value);
      waiting.push(...Object.values(value));
    } else waiting.push(...listOf(value));
  }
  return found;
}
