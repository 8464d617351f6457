import { hash } from 'node:crypto';
import type { HttpAnswer } from '../answers.ts';

/** A validator of an answer: weak, because the same answer can have several encodings. // D8 */
export function entityTag(text: string): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

/** True if the client already has this answer (RFC 9110, 13.1.2: weak comparison). */
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
