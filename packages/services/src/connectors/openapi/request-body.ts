import { isRecord, type Json, recordOf, textOf } from '../../kernel/json.ts';
import { isBinary, isTextual } from './binary.ts';
import { LeftOut } from './left-out.ts';
import { addArgument, type ToolArguments } from './parameters.ts';
import type { References } from './references.ts';
import type { ResolvedSchema, SchemaDefinitions } from './schemas/schema-definitions.ts';

/** One way to send the body of an operation. */
export interface BodyType {
  contentType: string;
  form: 'json' | 'form' | 'multipart' | 'text' | 'bytes';
  /** Values for this media type, if there are several. */
  takes?: 'array' | 'object' | 'files';
  /** For a multipart: the properties that are files. */
  files?: string[];
  /** For forms: encodings of properties that differ from the default. */
  encoding?: Record<string, PropertyEncoding>;
}

export interface PropertyEncoding {
  contentType?: string;
  style?: string;
  explode?: boolean;
  allowReserved?: true;
}

/** Ways to send the body of a call. The first way that accepts the value is used. */
export interface BoundBody {
  required: boolean;
  types: BodyType[];
}

interface Media {
  contentType: string;
  form: BodyType['form'];
  schema: unknown;
  encoding: Json;
}

/**
 * Binds the body of an operation and adds the argument "body". Null if it has no body. Throws LeftOut if a required body has no media type.
 */
export function bindBody(
  requestBody: Json | undefined,
  references: References,
  definitions: SchemaDefinitions,
  tool: ToolArguments,
): BoundBody | null {
  if (!requestBody) return null;
  const isRequired = requestBody.required === true;
  const all = Object.entries(recordOf(requestBody.content)).map(([name, media]) => mediaOf(name, recordOf(media), references));
  const chosen = chosenMedia(all);
  if (chosen.length === 0) {
    if (isRequired) throw new LeftOut('no_media_type', 'its body has no media type');
    return null;
  }
  const bodies = chosen.map((media) => bindMedia(media, references, definitions));
  const [only, ...others] = bodies;
  const schema = only && others.length === 0 ? only.taken : anyOf(bodies.map(({ taken }) => taken));
  addArgument(tool, 'body', schema, { description: textOf(requestBody.description), isRequired });
  return { required: isRequired, types: bodies.map(({ type }) => type) };
}

const form = 'application/x-www-form-urlencoded';
const jsonPatch = /^application\/json-patch\+json$/i;

function mediaOf(contentType: string, media: Json, references: References): Media {
  const encoding = recordOf(media.encoding);
  return { contentType, form: formOf(contentType, followed(media.schema, references)), schema: media.schema, encoding };
}

/** Way in which values are written in a media type. */
export function formOf(contentType: string, schema: unknown): BodyType['form'] {
  const plain = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (/^json$|[/+]json$|[/+]json-seq$/.test(plain)) return 'json';
  if (plain === form) return 'form';
  if (plain.startsWith('multipart/')) return 'multipart';
  if (plain === '*/*' || plain === 'application/*') return isRecord(schema) && isBinary(schema) ? 'bytes' : 'json';
  return isTextual(plain) ? 'text' : 'bytes';
}

/** Chooses the best way, and another for values that it does not accept: lists as JSON Patch, files as a multipart. */
function chosenMedia(all: Media[]): (Media & Pick<BodyType, 'takes'>)[] {
  const best = (['json', 'form', 'multipart', 'text'] as const).map((one) => all.find((media) => media.form === one)).find(Boolean);
  if (!best) return all.filter(({ form }) => form === 'bytes');
  if (best.form === 'text') return [best];
  const multipart = best.form === 'multipart' ? [] : all.filter(({ form }) => form === 'multipart').slice(0, 1);
  const withFiles = multipart.map((media) => ({ ...media, takes: 'files' as const }));
  return [...withFiles, ...(best.form === 'json' ? chosenJson(all.filter(({ form }) => form === 'json')) : [best])];
}

const ranks = [/^application\/json\b/i, /^application\/merge-patch\+json\b/i, /./];

/** Chooses plain JSON, otherwise a merge patch. If the body can also be a JSON Patch, a list of steps is a separate way. // D31 */
function chosenJson(all: Media[]): (Media & Pick<BodyType, 'takes'>)[] {
  const patch = all.find(({ contentType }) => jsonPatch.test(contentType));
  const others = all.filter((media) => media !== patch);
  const plain = ranks.map((rank) => others.find(({ contentType }) => rank.test(contentType))).find(Boolean);
  if (!patch) return plain ? [plain] : [];
  const steps = { ...patch, schema: isList(patch.schema) ? patch.schema : { type: 'array', items: { type: 'object' } } };
  return plain ? [{ ...steps, takes: 'array' }, plain] : [steps];
}

function isList(schema: unknown): boolean {
  return isRecord(schema) && schema.type === 'array';
}

interface ReadBody {
  type: BodyType;
  taken: ResolvedSchema;
}

function bindMedia(media: Media & Pick<BodyType, 'takes'>, references: References, definitions: SchemaDefinitions): ReadBody {
  const { contentType, form, takes, schema, encoding } = media;
  const type: BodyType = { contentType, form, ...(takes && { takes }) };
  switch (form) {
    case 'json':
      return { type, taken: definitions.take(schema ?? {}) };
    case 'text':
      return { type, taken: definitions.take(asText(followed(schema, references), contentType)) };
    case 'bytes':
      return { type, taken: definitions.take({ type: 'string', format: 'binary' }, { files: 'here' }) };
    case 'form': {
      const encodings = encodingsOf(encoding);
      return { type: { ...type, ...(encodings && { encoding: encodings }) }, taken: definitions.take(schema ?? {}) };
    }
    case 'multipart': {
      const typed = withFileTypes(schema ?? {}, encoding, references);
      const encodings = encodingsOf(encoding);
      const files = fileNames(typed, references);
      return {
        type: { ...type, ...(files.length > 0 && { files }), ...(encodings && { encoding: encodings }) },
        taken: definitions.take(typed, { files: 'inProperties' }),
      };
    }
    default:
      return form satisfies never;
  }
}

/** Schema for a text body. If the schema is not a plain string, callers write the text themselves. */
function asText(schema: unknown, contentType: string): unknown {
  const isString = isRecord(schema) && [schema.type].flat().includes('string') && !isBinary(schema);
  return isString ? schema : { type: 'string', description: `Body as text of type ${contentType}.` };
}

function encodingsOf(encoding: Json): Record<string, PropertyEncoding> | undefined {
  const read = Object.entries(encoding).map(([name, one]) => [name, encodingOf(recordOf(one))] as const);
  const kept = read.filter(([, one]) => Object.keys(one).length > 0);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function encodingOf({ contentType, style, explode, allowReserved }: Json): PropertyEncoding {
  return {
    ...(typeof contentType === 'string' && { contentType }),
    ...(typeof style === 'string' && { style }),
    ...(typeof explode === 'boolean' && { explode }),
    ...(allowReserved === true && { allowReserved }),
  };
}

/** Marks properties as files if their encoding names a media type that is not textual. */
function withFileTypes(schema: unknown, encoding: Json, references: References): unknown {
  const names = Object.entries(encoding)
    .filter(([, one]) => isRecord(one) && typeof one.contentType === 'string' && !isTextual(one.contentType))
    .map(([name]) => name);
  if (names.length === 0) return schema;
  const object = followed(schema, references);
  if (!isRecord(object) || !isRecord(object.properties)) return schema;
  const { properties } = object;
  const binary = names.filter((name) => {
    const property = followed(properties[name], references);
    return isRecord(property) && (property.type === 'string' || property.type === undefined) && property.$ref === undefined;
  });
  const files = binary.map((name) => [name, { ...recordOf(followed(properties[name], references)), format: 'binary' }]);
  return { ...object, properties: { ...properties, ...Object.fromEntries(files) } };
}

/** The properties of a multipart that are files or lists of files, in all parts of its schema. */
function fileNames(schema: unknown, references: References): string[] {
  const objects = partsOf(schema, references, ['allOf', 'anyOf', 'oneOf']);
  const properties = objects.flatMap((object) => Object.entries(recordOf(object.properties)));
  return [...new Set(properties.filter(([, property]) => takesFile(property, references)).map(([name]) => name))];
}

function takesFile(schema: unknown, references: References): boolean {
  return partsOf(schema, references, ['allOf', 'anyOf', 'oneOf', 'items']).some(isBinary);
}

/** A schema and its parts under these keywords, each once. */
function partsOf(schema: unknown, references: References, keywords: string[]): Json[] {
  const found = new Set<Json>();
  const waiting = [schema];
  for (let at = 0; at < waiting.length; at++) {
    const part = followed(waiting[at], references);
    if (!isRecord(part) || found.has(part)) continue;
    found.add(part);
    waiting.push(...keywords.flatMap((keyword) => part[keyword]));
  }
  return [...found];
}

function followed(schema: unknown, references: References): unknown {
  let current = schema;
  for (let step = 0; step < 20 && isRecord(current) && typeof current.$ref === 'string'; step++) current = references.find(current.$ref);
  return current;
}

function anyOf(taken: ResolvedSchema[]): ResolvedSchema {
  const schemas = new Map(taken.map(({ schema }) => [JSON.stringify(schema), schema]));
  const refersTo = new Set(taken.flatMap((one) => [...one.refersTo]));
  return { schema: schemas.size === 1 ? taken[0]?.schema : { anyOf: [...schemas.values()] }, refersTo };
}
