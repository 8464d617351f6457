import { isAnnotation, isNullable, isNullOnly, orNull, plainKeywords, requiredNames } from '../../../checking/schema-keywords.ts';
import { cutText, isRecord, type Json, listOf, textOf } from '../../../kernel/json.ts';
import { isBinary } from '../binary.ts';
import { LeftOut } from '../left-out.ts';
import type { Dialect } from '../read-document.ts';
import type { References } from '../references.ts';

/** Makes schemas of a document self-contained. Targets of references are added under `$defs`, so that circles stay references. */
export interface SchemaDefinitions {
  /** Converts a schema to JSON Schema 2020-12, with references to `$defs`. */
  take(schema: unknown, reading?: Reading): ResolvedSchema;
  /** All definitions that the given schemas refer to. */
  definitions(schemas: Iterable<ResolvedSchema>): Json;
}

export interface ResolvedSchema {
  schema: unknown;
  /** Names among the definitions. */
  refersTo: ReadonlySet<string>;
}

/**
 * Options for reading a schema. `files`: binary values are files, in it or in its properties. `isOpen`: it is a part of a schema with more
 * properties.
 */
export interface Reading {
  files?: 'here' | 'inProperties' | undefined;
  isOpen?: boolean | undefined;
}

interface Definition extends ResolvedSchema {
  name: string;
  /** Error of this definition. Schemas that refer to it cannot be offered. */
  failure?: unknown;
  /** Characters as JSON, computed on first use. */
  length?: number;
}

const maxSchema = 200;
/**
 * Maximum characters of definitions, far more than a tool may have. Writing out all definitions for each of many operations would take
 * minutes.
 */
const maxLetters = 1024 * 1024;
export const fileName = 'gatehouse_file';

export function createSchemaDefinitions(references: References, dialect: Dialect): SchemaDefinitions {
  const known = new Map<unknown, Map<string, Definition>>();
  const byName = new Map<string, Definition>();
  byName.set(fileName, { name: fileName, schema: fileSchema, refersTo: new Set() });

  function define(reference: string, target: unknown, reading: Reading): Definition {
    const place = target ?? reference;
    const readings = known.get(place) ?? new Map<string, Definition>();
    known.set(place, readings);
    const key = JSON.stringify([reading.files, reading.isOpen]);
    const found = readings.get(key);
    if (found) return usable(found);
    const definition: Definition = { name: freeName(reference, reading, byName), schema: {}, refersTo: new Set() };
    readings.set(key, definition);
    byName.set(definition.name, definition);
    const refersTo = new Set<string>();
    definition.refersTo = refersTo;
    try {
      definition.schema = target === undefined ? nowhere(reference) : reader(refersTo, target).schema(target, reading, none, 0);
    } catch (error) {
      definition.failure = error;
      throw error;
    }
    return definition;
  }

  /** Reads the parts of one schema, and collects its references in `refersTo`. `root` is the schema that "#" may mean in them. */
  function reader(refersTo: Set<string>, root: unknown) {
    const readOnlyNames = createReadOnlyFinder(references, root);

    function schema(given: unknown, reading: Reading, hidden: ReadonlySet<string>, depth: number): unknown {
      if (typeof given === 'boolean') return given;
      if (!isRecord(given)) return {};
      if (depth > maxSchema) throw new LeftOut('too_deep', 'one of its schemas is nested too deeply');
      if (reading.files === 'here' && isBinary(given)) return referTo(fileName, refersTo);
      const reference = given.$ref ?? given.$dynamicRef ?? given.$recursiveRef;
      const made =
        typeof reference === 'string' ? referring(given, reference, reading, hidden, depth) : keywords(given, reading, hidden, depth);
      return isNullable(given) ? orNull(made) : made;
    }

    function referring(given: Json, reference: string, reading: Reading, hidden: ReadonlySet<string>, depth: number): Json {
      const definition = define(reference, references.find(reference, root), reading);
      const own = referTo(definition.name, refersTo);
      // Keywords next to a reference apply since 3.1. Before, they are only notes.
      const { $ref: _ref, $dynamicRef: _dynamic, $recursiveRef: _recursive, ...beside } = given;
      if (dialect === '3.1') return { ...keywords(beside, reading, hidden, depth), ...own };
      const notes = Object.fromEntries(Object.entries(beside).filter(([name]) => isAnnotation(name)));
      return { ...plainKeywords(notes), ...own };
    }

    function keywords(given: Json, reading: Reading, inherited: ReadonlySet<string>, depth: number): Json {
      const { files, isOpen } = reading;
      const next = depth + 1;
      const below: Reading = files === 'here' ? { files } : {};
      const plain = (value: unknown) => schema(value, {}, none, next);
      const hidden = new Set([...inherited, ...readOnlyNames(given, new Set())]);
      const made = plainKeywords(given);
      const hasParts = listOf(given.allOf).length > 0;
      const inPart = { files, isOpen: isOpen || isComposed(given) };
      if (hasParts) made.allOf = listOf(given.allOf).map((part) => schema(part, inPart, hidden, next));
      takeUnions(made, given, (one) => (isNullOnly(one) ? { type: 'null' } : schema(one, { files, isOpen }, hidden, next)));
      takeProperties(made, given, {
        hidden,
        plain,
        inProperty: (value) => schema(value, files === 'inProperties' ? { files: 'here' } : {}, none, next),
      });
      if (!isOpen) takeOthers(made, given, hasParts, plain);
      takeItems(made, given, (value) => schema(value, below, none, next));
      for (const name of ['not', 'if', 'then', 'else', 'contains', 'propertyNames'])
        if (isSchema(given[name])) made[name] = plain(given[name]);
      return made;
    }

    return { schema };
  }

  return {
    take(schema, reading = {}) {
      const refersTo = new Set<string>();
      return { schema: reader(refersTo, schema).schema(schema, reading, none, 0), refersTo };
    },
    definitions(schemas) {
      const names = findReached(
        [...schemas].flatMap(({ refersTo }) => [...refersTo]),
        byName,
      );
      const definitions = [...names].map((name) => usable(byName.get(name) as Definition));
      return withinLetters(
        definitions.map(({ name, schema }) => [name, schema]),
        maxLetters,
        (name) => lengthOf(byName.get(name) as Definition),
      );
    },
  };
}

/** Creates a reference to a definition, and records it. */
function referTo(name: string, refersTo: Set<string>): Json {
  refersTo.add(name);
  return { $ref: `#/$defs/${name}` };
}

/** Finds the definitions with these names, and all that they refer to, directly or indirectly. */
function findReached(names: Iterable<string>, known: ReadonlyMap<string, Definition>): Set<string> {
  const reached = new Set(names);
  for (const name of reached) for (const more of known.get(name)?.refersTo ?? []) reached.add(more);
  return reached;
}

/** Unique name for a definition. */
function freeName(reference: string, { files, isOpen }: Reading, taken: ReadonlyMap<string, unknown>): string {
  const path = reference.replace(/^#\/(?:components\/schemas|definitions|\$defs)\//, '').replace(/^#\/?/, '');
  const wanted = `${path.replaceAll(/[^A-Za-z0-9_.-]+/g, '_') || 'schema'}${files ? '_files' : ''}${isOpen ? '_part' : ''}`;
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
  return name;
}

/** Finds properties that only occur in answers. `root` is the schema that "#" may mean in them. */
function createReadOnlyFinder(references: References, root: unknown) {
  /** Properties that only occur in answers, including those of its parts (`allOf`). */
  function readOnlyNames(given: Json, seen: Set<Json>): string[] {
    if (seen.has(given)) return [];
    seen.add(given);
    const own = Object.entries(isRecord(given.properties) ? given.properties : {})
      .filter(([, property]) => isReadOnly(property))
      .map(([name]) => name);
    const parts = listOf(given.allOf).map(followed).filter(isRecord);
    return [...own, ...parts.flatMap((part) => readOnlyNames(part, seen))];
  }

  function isReadOnly(property: unknown): boolean {
    let current = property;
    for (let step = 0; step < 20 && isRecord(current); step++) {
      if (current.readOnly === true) return true;
      if (typeof current.$ref !== 'string') return false;
      current = references.find(current.$ref, root);
    }
    return false;
  }

  function followed(part: unknown): unknown {
    return isRecord(part) && typeof part.$ref === 'string' ? references.find(part.$ref, root) : part;
  }

  return readOnlyNames;
}

const none: ReadonlySet<string> = new Set();

/** Throws the failure of a definition that was begun before one of its references failed. */
function usable(definition: Definition): Definition {
  if (definition.failure !== undefined) throw definition.failure;
  return definition;
}

/** Replaces a schema for which there is no room. */
export const anyValue: Json = { description: 'Any value (the service checks this).' };

/** Keeps as many definitions as there is room for, in the order of references. Only the service can check the rest. */
export function withinLetters(definitions: [name: string, schema: unknown][], most: number, lengthOf: (name: string) => number): Json {
  let left = most;
  const kept = definitions.map(([name, schema]) => {
    const length = lengthOf(name);
    if (length > left) return [name, anyValue];
    left -= length;
    return [name, schema];
  });
  return Object.fromEntries(kept);
}

function lengthOf(definition: Definition): number {
  definition.length ??= JSON.stringify(definition.schema)?.length ?? 0;
  return definition.length;
}

/** Schema of an unknown target, which only the service can check. */
function nowhere(reference: string): Json {
  return { description: `Any value: ${cutText(textOf(reference), 200)} is not in the document (the service checks this).` };
}

/** Schema of a file argument, as callers give it. */
const fileSchema: Json = {
  type: 'object',
  description: 'A file: exactly one of text, bytes, and the ID of a workspace file.',
  properties: {
    content: { type: 'string', description: 'the text' },
    contentBase64: { type: 'string', description: 'the bytes' },
    fileId: { type: 'string', description: 'ID of a file in the workspace' },
    name: { type: 'string', description: 'file name; default: the name of the workspace file' },
    mimeType: { type: 'string', description: 'default: the type of the workspace file' },
  },
  oneOf: [{ required: ['content'] }, { required: ['contentBase64'] }, { required: ['fileId'] }],
  additionalProperties: false,
};

/** Converts `oneOf` to `anyOf`. APIs rarely use `oneOf` to refuse values that fit two options, and the service can choose between them. */
function takeUnions(made: Json, given: Json, inOption: (option: unknown) => unknown): void {
  const unions = [given.oneOf, given.anyOf].filter((list) => listOf(list).length > 0).map((list) => listOf(list).map(inOption));
  if (unions.length === 1) made.anyOf = unions[0];
  else if (unions.length > 1) made.allOf = [...listOf(made.allOf), ...unions.map((anyOf) => ({ anyOf }))];
}

interface PropertyReaders {
  hidden: ReadonlySet<string>;
  plain(value: unknown): unknown;
  inProperty(value: unknown): unknown;
}

function takeProperties(made: Json, given: Json, { hidden, plain, inProperty }: PropertyReaders): void {
  const own = isRecord(given.properties) ? Object.entries(given.properties).filter(([name]) => !hidden.has(name)) : [];
  if (isRecord(given.properties)) made.properties = Object.fromEntries(own.map(([name, value]) => [name, inProperty(value)]));
  const required = requiredNames(given).filter((name) => !hidden.has(name));
  if (required.length > 0) made.required = required;
  for (const name of ['patternProperties', 'dependentSchemas']) {
    const map = given[name];
    if (isRecord(map)) made[name] = Object.fromEntries(Object.entries(map).map(([key, value]) => [key, plain(value)]));
  }
  if (!isRecord(given.dependentRequired)) return;
  const dependent = Object.entries(given.dependentRequired).map(([name, names]) => [name, requiredNames({ required: names })]);
  made.dependentRequired = Object.fromEntries(dependent);
}

/** Copies the rule for unlisted properties. If the schema has parts (`allOf`), the rule applies to the properties of all parts. */
function takeOthers(made: Json, given: Json, hasParts: boolean, plain: (value: unknown) => unknown): void {
  const { additionalProperties: others, unevaluatedProperties: left } = given;
  if (isSchema(others)) made[hasParts && others === false ? 'unevaluatedProperties' : 'additionalProperties'] = plain(others);
  if (isSchema(left)) made.unevaluatedProperties = plain(left);
}

/** Converts items. Several schemas under `items` apply to the first items, as before JSON Schema 2020-12. */
function takeItems(made: Json, given: Json, inItem: (value: unknown) => unknown): void {
  const { items, prefixItems, additionalItems, unevaluatedItems } = given;
  const first = Array.isArray(items) ? items : listOf(prefixItems);
  if (first.length > 0) made.prefixItems = first.map(inItem);
  const others = Array.isArray(items) ? additionalItems : items;
  if (isSchema(others)) made.items = inItem(others);
  if (isSchema(unevaluatedItems)) made.unevaluatedItems = inItem(unevaluatedItems);
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isRecord(value);
}

/** True if its parts describe one object together, so that no part can limit it to its own properties. */
function isComposed(schema: Json): boolean {
  return listOf(schema.allOf).length > 1 || isRecord(schema.properties);
}
