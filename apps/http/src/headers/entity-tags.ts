import { hash } from 'node:crypto';
import type { AnyDefinition } from '@gatehouse/core';
import type { HttpAnswer } from '../answers.ts';

/** A validator of an answer: weak, because the same answer can have several encodings. // D8 */
export function entityTag(text: string): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

/** The same for a result, without the fields that differ from call to call. */
export function entityTagOfResult({ passingFields }: Pick<AnyDefinition, 'passingFields'>, { value, json }: Result): string {
  if (!passingFields) return entityTag(json);
  const lasting = Array.isArray(value) ? value.map((entry) => without(entry, passingFields)) : without(value, passingFields);
  return entityTag(JSON.stringify(lasting));
}

interface Result {
  value: unknown;
  json: string;
}

function without(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return { ...value, ...Object.fromEntries(fields.map((field) => withoutField(value, field))) };
}

/** `list.field` is that field of the entries of a list. */
function withoutField(value: object, field: string): [string, unknown] {
  const [name = '', inner] = field.split('.');
  const within: unknown = (value as Record<string, unknown>)[name];
  return [name, inner !== undefined && Array.isArray(within) ? within.map((entry) => without(entry, [inner])) : undefined];
}

/** Whether the client has this answer already (RFC 9110, 13.1.2: weak comparison). */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = tag.slice('W/'.length);
  return ifNoneMatch.trim() === '*' || [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, given]) => given === opaque);
}

/** 304 if the client has the answer already. */
export function unlessKnown(answer: HttpAnswer, ifNoneMatch: string | undefined): HttpAnswer {
  const { ETag: tag, 'Content-Type': _, ...headers } = answer.headers;
  if (tag === undefined || answer.status !== 200 || !isKnown(tag, ifNoneMatch)) return answer;
  return { ...answer, status: 304, json: '', headers: { ...headers, ETag: tag } };
}
