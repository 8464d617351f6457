import { type Foreign, isInexactNumber } from '@gatehouse/domain';
import { formsOf, withParts } from './secret-forms.ts';

/** Removes secrets from the output of a service. */
export interface Redactor {
  /** The text without secrets. Returns the same string if it contains none. */
  text(text: Foreign): string;
  /** A service's own words for an error message: without secrets, on one line, at most 500 characters. // D35 */
  quote(text: Foreign): string;
  /** The value without secrets in any of its strings. Returns the same value if it contains none. `json` is the value serialized. */
  value<T>(value: T, json: string): T;
  /** Treats a fetched access token as a secret too. Only the latest tokens are remembered. */
  learn(token: string): void;
}

const maxQuote = 500;
/** Maximum characters that are read. The rest of a long answer is never shown. */
const maxRead = 16 * 1024;
const shortestSecret = 6;
const mask = '[secret removed]';

const latestTokens = 4;

/**
 * Creates a redactor for the secrets of one connection, in the forms in which services repeat them: plain, in base64, in addresses and in
 * JSON.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  let tokens: string[] = [];
  let { known, traces } = patternsOf(secrets);

  const text = (given: string): string =>
    known.reduce((result, form) => (result.includes(form) ? result.replaceAll(form, mask) : result), given);

  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null || isInexactNumber(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), deep(inner)]));
  };

  return {
    text,
    quote: (given) => {
      const plain = withoutParts(text(given.slice(0, maxRead)), known)
        .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${mask}`)
        .replaceAll(/\/\/[^\s/@:]*:[^\s/@]+@/g, `//${mask}@`);
      const line = plain
        .toWellFormed()
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim();
      return line.length > maxQuote ? `${line.slice(0, maxQuote - 1)}…`.toWellFormed() : line;
    },
    value: (value, json) => (traces.some((trace) => json.includes(trace)) ? (deep(value) as typeof value) : value),
    learn(token) {
      if (tokens.includes(token)) return;
      tokens = [token, ...tokens].slice(0, latestTokens);
      ({ known, traces } = patternsOf([...secrets, ...tokens]));
    },
  };
}

function patternsOf(secrets: readonly string[]): { known: string[]; traces: string[] } {
  const forms = new Set(
    secrets
      .flatMap(withParts)
      .filter((secret) => secret.length >= shortestSecret)
      .flatMap(formsOf)
      .filter((form) => form.length >= shortestSecret),
  );
  const known = [...forms].sort((left, right) => right.length - left.length);
  // Parts that stay unchanged in JSON, however deeply nested. They are searched first, before a full check.
  return { known, traces: known.map(plainestPart) };
}

/** Removes a secret that was cut at the beginning or end: only a part of a failure is read. */
function withoutParts(text: string, known: readonly string[]): string {
  let [from, to] = [0, text.length];
  for (const form of known) {
    const [atBegin, atEnd] = [overlap(form, text), overlap(text, form)];
    if (atBegin >= shortestSecret) from = Math.max(from, atBegin);
    if (atEnd >= shortestSecret) to = Math.min(to, text.length - atEnd);
  }
  return `${from > 0 ? mask : ''}${text.slice(from, Math.max(from, to))}${to < text.length ? mask : ''}`;
}

/** Number of characters that the end of one text shares with the beginning of the next. Linear time (Knuth, Morris and Pratt). */
function overlap(left: string, right: string): number {
  const shorter = new Int32Array(right.length);
  const grown = (matched: number, letter: string | undefined): number => {
    let length = matched === right.length ? (shorter[matched - 1] ?? 0) : matched;
    while (length > 0 && right[length] !== letter) length = shorter[length - 1] ?? 0;
    return right[length] === letter ? length + 1 : length;
  };
  for (let at = 1, matched = 0; at < right.length; at++) {
    matched = grown(matched, right[at]);
    shorter[at] = matched;
  }
  let matched = 0;
  for (let at = Math.max(0, left.length - right.length); at < left.length; at++) matched = grown(matched, left[at]);
  return matched;
}

function plainestPart(form: string): string {
  const parts = form.split(/[^\w%+/=.~-]+/);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
