/** Takes secrets out of what a service says. */
export interface Redactor {
  /** The text without secrets; the same string when there are none in it. */
  text(text: string): string;
  /** A service's own words for an error message: without secrets, on one line, at most 500 characters (D35). */
  quote(text: string): string;
  /** The value without secrets in any of its strings; the same value when there are none in it. `json` is the value serialized. */
  value<T>(value: T, json: string): T;
}

const longestQuote = 500;
const shortestSecret = 6;
const mask = '[secret removed]';

/** Knows the secrets of one connection in the forms in which services repeat them: plain, in base64, in addresses and in JSON. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const forms = new Set(secrets.filter((secret) => secret.length >= shortestSecret).flatMap(formsOf));
  const known = [...forms].sort((left, right) => right.length - left.length);
  // Parts that stand unchanged in JSON, however deep it is nested in other JSON: what to look for before looking closely.
  const traces = known.map(plainestPart);

  const text = (given: string): string =>
    known.reduce((result, form) => (result.includes(form) ? result.replaceAll(form, mask) : result), given);

  const deep = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(deep);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), deep(inner)]));
  };

  return {
    text,
    quote: (given) => {
      const plain = text(given)
        .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${mask}`)
        .replaceAll(/\/\/[^\s/@]+:[^\s/@]+@/g, `//${mask}@`);
      const line = plain
        .toWellFormed()
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim();
      return line.length > longestQuote ? `${line.slice(0, longestQuote - 1)}…`.toWellFormed() : line;
    },
    value: (value, json) => (traces.some((trace) => json.includes(trace)) ? (deep(value) as typeof value) : value),
  };
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inJsonInJson = JSON.stringify(inJson).slice(1, -1);
  return [
    secret,
    inJson,
    inJsonInJson,
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}

function plainestPart(form: string): string {
  const parts = form.split(/[^\w%+/=.~-]+/);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
