import { isRecord, type Json } from '../../kernel/json.ts';

/** True for a schema of bytes, which JSON cannot hold: `binary` before 3.1, a media type without an encoding since. */
export function isBinary(schema: Json): boolean {
  const type = Array.isArray(schema.type) ? schema.type.filter((name) => name !== 'null') : [schema.type];
  if (type.length !== 1) return false;
  if (type[0] === 'file') return true;
  if (type[0] !== 'string' && type[0] !== undefined) return false;
  if (schema.format === 'binary') return true;
  const { contentMediaType, contentEncoding } = schema;
  return typeof contentMediaType === 'string' && contentEncoding === undefined && !isTextual(contentMediaType);
}

/** True if a value of this media type can be given as text. */
export function isTextual(mediaType: string): boolean {
  return /^text\/|[/+.-](?:json|xml|yaml|x-yaml|csv|graphql|javascript|ndjson|jsonl|jsonlines|x-ndjson|html|sql|x-sh|toml)\b/i.test(
    mediaType,
  );
}

/** True for a file in the form that callers give. */
export function isFileArgument(value: unknown): value is Json {
  if (!isRecord(value)) return false;
  return ['content', 'contentBase64', 'fileId'].some((name) => typeof value[name] === 'string');
}
