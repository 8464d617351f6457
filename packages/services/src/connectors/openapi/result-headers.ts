import { isRecord, type Json, recordOf } from '../../kernel/json.ts';
import type { AnswerHeaders } from '../../net/answer.ts';
import type { References } from './references.ts';

/** Headers for location, version and continuation. */
const usual = ['location', 'link', 'etag', 'x-total-count', 'retry-after'];

/** Headers of the message rather than of the result, and headers that carry credentials. */
const never =
  /^(?:(?:proxy-)?authorization|(?:www|proxy)-authenticate|set-cookie2?|content-(?:type|length|encoding)|transfer-encoding|connection|keep-alive|trailer|upgrade)$/;

const maxDeclared = 20;
const maxValue = 4096;
/** Maximum characters of all headers together. */
const maxLetters = 8192;

/** The headers of an answer that callers receive, by lower-case name. Long values are left out: half an address misleads. */
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

/** Further headers that the document declares for an operation's answers. A broken reference declares none. */
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
    // The headers are unknown, but the operation can still be called.
    return isRecord(value) ? value : undefined;
  }
}
