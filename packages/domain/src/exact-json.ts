/** A number that a double cannot hold, as written. `JSON.stringify` writes it unchanged. It cannot be sent to a thread. */
export interface InexactNumber {
  readonly rawJSON: string;
}

/** Parts of `JSON` that TypeScript does not declare yet. */
interface ExactJson {
  isRawJSON?(value: unknown): value is InexactNumber;
  rawJSON?(text: string): InexactNumber;
  parse(text: string, reviver: (key: string, value: unknown, context?: { source: string }) => unknown): unknown;
}

const exactJson: ExactJson = JSON;

export function isInexactNumber(value: unknown): value is InexactNumber {
  return typeof value === 'object' && exactJson.isRawJSON?.(value) === true;
}

/**
 * Parses JSON like `JSON.parse`, but keeps numbers that a double cannot hold as written. In a browser that cannot, they become strings of
 * their digits. // D3
 */
export function parseExactly(text: string): unknown {
  const { rawJSON } = exactJson;
  if (!holdsInexactNumber(text)) return JSON.parse(text);
  if (!rawJSON) return JSON.parse(quoteInexactNumbers(text));
  return exactJson.parse(text, (_name, value, { source } = { source: String(value) }) =>
    typeof value === 'number' && isInexact(source) ? rawJSON(source) : value,
  );
}

function quoteInexactNumbers(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let found = findInexactNumber(text, 0); found; found = findInexactNumber(text, copied)) {
    parts.push(text.slice(copied, found.start), `"${text.slice(found.start, found.end)}"`);
    copied = found.end;
  }
  return parts.join('') + text.slice(copied);
}

/**
 * Copies a value with the nearest double for each number that a double cannot hold. Returns the value itself if there are no such numbers.
 */
export function inDoubles<T>(value: T): T {
  return findInexactNumberIn(value) === undefined ? value : (toDoubles(value) as T);
}

/** First number in a value that a double cannot hold, as written. */
export function findInexactNumberIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isInexactNumber(value)) return value.rawJSON;
  for (const name in value) {
    const found = findInexactNumberIn((value as Record<string, unknown>)[name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function toDoubles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDoubles);
  if (typeof value !== 'object' || value === null) return value;
  if (!isInexactNumber(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toDoubles(inner)]));
  const double = Number(value.rawJSON);
  // JSON has no infinity.
  return Number.isFinite(double) ? double : Math.sign(double) * Number.MAX_VALUE;
}

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
/** Length from which `indexOf` finds the end of a string faster. */
const shortString = 64;
/** Maximum digits that a double always holds exactly: 2^53 has 16. */
const safeDigits = 15;

export function holdsInexactNumber(text: string): boolean {
  return findInexactNumber(text, 0) !== undefined;
}

/**
 * Finds the next number that a double cannot hold, from a place outside of strings. This takes about a fifth of the time of parsing, and
 * nearly none for long strings.
 */
export function findInexactNumber(text: string, from: number): { start: number; end: number } | undefined {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = findStringEnd(text, at + 1);
    else if (code === minus || isDigit(code)) {
      const start = at;
      let hasExponent = false;
      for (let next = text.charCodeAt(at + 1); isNumberPart(next); next = text.charCodeAt(++at + 1)) hasExponent ||= isExponentMark(next);
      if ((hasExponent || at - start >= safeDigits) && isInexact(text.slice(start, at + 1))) return { start, end: at + 1 };
    }
  }
  return undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Matches digits, a point, and an exponent with its sign. */
function isNumberPart(code: number): boolean {
  return isDigit(code) || code === 0x2e || isExponentMark(code) || code === 0x2b || code === minus;
}

function isExponentMark(code: number): boolean {
  return (code | 0x20) === 0x65;
}

/** Index of the quote that ends a string, or the length if none does. */
function findStringEnd(text: string, start: number): number {
  const near = Math.min(start + shortString, text.length);
  let at = start;
  for (; at < near; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  for (let end = text.indexOf('"', at); end !== -1; end = text.indexOf('"', end + 1)) {
    if (countBackslashes(text, at, end) % 2 === 0) return end;
  }
  return text.length;
}

/** Counts the backslashes right before `end`, back to `start` at most. */
function countBackslashes(text: string, start: number, end: number): number {
  let count = 0;
  while (end - count > start && text.charCodeAt(end - count - 1) === backslash) count++;
  return count;
}

/** True if the double of a written number is infinite, is zero although the number is not, or is a different whole number. // D3 */
function isInexact(source: string): boolean {
  const double = Number(source);
  if (!Number.isFinite(double)) return true;
  if (double === 0) return /^[^eE]*[1-9]/.test(source);
  return Math.abs(double) > Number.MAX_SAFE_INTEGER && !isWhole(source, Math.abs(double));
}

/** Compares the absolute value of a written number with a whole one, in linear time. */
function isWhole(source: string, whole: number): boolean {
  const [, before = '', behind = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const digits = before + behind;
  let [first, end] = [0, digits.length];
  while (digits[first] === '0') first++;
  while (digits[end - 1] === '0') end--;
  const zeros = Number(exponent) - behind.length + (digits.length - end);
  // The number is a fraction, or has more digits than any double (309).
  if (zeros < 0 || end - first + zeros > 309) return false;
  return BigInt(digits.slice(first, end) + '0'.repeat(zeros)) === BigInt(whole);
}
