import type { AnswerHeaders } from '../net/answer.ts';
import { isRecord, type Json, recordOf } from './json.ts';
import type { References } from './references.ts';

/** Headers that say where something is, which version it has, and how to go on. */
const usual = ['location', 'link', 'etag', 'x-total-count', 'retry-after'];

/** Headers of the message rather than of the result, and those that carry credentials. */
const never =
  /^(?:(?:proxy-)?authorization|(?:www|proxy)-authenticate|set-cookie2?|content-(?:type|length|encoding)|transfer-encoding|connection|keep-alive|trailer|upgrade)$/;

const maxDeclared = 20;
const maxValue = 4096;
/** Of all of them. */
const maxLetters = 8192;

/** The headers of an answer that callers are given, by their names in lower case. What is too long is left out: half an address misleads. */
export function resultHeaders(headers: AnswerHeaders, declared: readonly string[]): Record<string, string> | undefined {
  const kept: Record<string, string> = {};
  let room = maxLetters;
  for (const name of new Set([...usual, ...declared])) {
    const value = headers.get(name);
    if (value === null || value.length > maxValue || value.length + name.length > room) continue;
    room -= value.length + name.length;
    kept[name] = value;
  }
  return Object.keys(kept).length > 0 ? kept : undefined;
}

/** Further headers that the document declares for an operation's answers. What refers to nothing declares none. */
export function declaredHeaders(operation: Json, references: References): string[] {
  const names = Object.entries(recordOf(operation.responses))
    .filter(([status]) => /^(?:2|default)/i.test(status))
    .flatMap(([, response]) => Object.keys(recordOf(followed(response, references)?.headers)))
    .map((name) => name.toLowerCase())
    .filter((name) => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && name !== '__proto__' && !never.test(name) && !usual.includes(name));
  return [...new Set(names)].slice(0, maxDeclared);
}

function followed(value: unknown, references: References): Json | undefined {
  try {
    return references.resolved(value);
  } catch {
    // Its headers are unknown; the operation can be called all the same.
    return isRecord(value) ? value : undefined;
  }
}
