import { type InexactNumber, isInexactNumber, isJsonObject } from '@gatehouse/domain';
import { z } from 'zod';
import { type GatewayError, refusal } from '../errors/errors.ts';
import { isIdentifier, unwrap } from './schema.ts';

/** Reader for the arguments of one tool. It is created once per tool. */
export interface ArgumentReader {
  read(given: unknown): z.output<z.ZodObject>;
}

/** Maximum levels of arrays and objects in arguments (D3). */
export const maxNesting = 64;

/** Parses a caller's arguments as a tool's input. Throws the fault: `unknown_argument` or `invalid_argument` (D2, D3). */
export function createArgumentReader(schema: z.ZodObject): ArgumentReader {
  const known = Object.keys(schema.shape);
  const structured = new Set(known.filter((name) => isStructured(schema.shape[name] as z.ZodType)));
  const passedOn = new Set(known.filter((name) => unwrap(schema.shape[name] as z.ZodType) instanceof z.ZodUnknown));
  const absentWhenEmpty = new Set(known.filter((name) => acceptsAbsence(schema, name) && isIdentifier(schema.shape[name] as z.ZodType)));

  function normalize(given: Record<string, unknown>): Record<string, unknown> {
    const normal: Record<string, unknown> = {};
    for (const name of Object.keys(given)) {
      if (!known.includes(name)) throw unknownArgument(name, known);
      const value = given[name];
      checkValue(value, name, { refusesInexact: !passedOn.has(name) });
      if (value === undefined || value === null || (value === '' && absentWhenEmpty.has(name))) continue;
      normal[name] = structured.has(name) ? withoutNulls(value) : value;
    }
    return normal;
  }

  return {
    read(given) {
      checkNesting(given, maxNesting);
      if (given !== undefined && given !== null && !isJsonObject(given))
        throw refusal('invalid_argument', 'the arguments must be a JSON object');
      const result = schema.safeParse(normalize(given ?? {}), { reportInput: true });
      if (!result.success) throw invalidArgument(result.error);
      return result.data;
    },
  };
}

function acceptsAbsence(schema: z.ZodObject, name: string): boolean {
  return (schema.shape[name] as z.ZodType).safeParse(undefined).success;
}

/** True for an argument whose fields Gatehouse reads. A service's `arguments` may use null with a meaning, so they stay unchanged. */
function isStructured(schema: z.ZodType): boolean {
  const plain = unwrap(schema);
  return plain instanceof z.ZodObject || plain instanceof z.ZodArray || plain instanceof z.ZodUnion;
}

/** Removes null fields at every depth: strict clients send null for fields that they do not set (D2). */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, field]) => (field === null ? [] : [[key, withoutNulls(field)]])));
}

/** Refuses arguments, or a part of them, with more levels of arrays and objects than allowed (D3). */
export function checkNesting(value: unknown, levels: number): void {
  if (isNestedDeeper(value, levels)) throw refusal('malformed_body', `the arguments are nested deeper than ${maxNesting} levels`);
}

/** True if arrays and objects are nested deeper than `levels`. The search stops there, so its recursion is safe. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || isInexactNumber(value)) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((one) => isNestedDeeper(one, levels - 1));
  for (const key in value) if (isNestedDeeper((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}

/**
 * Refuses text that engines store differently, and numbers that a double cannot hold, except in arguments for services (D3).
 * It is recursive, because the depth of the value was checked before.
 */
export function checkValue(value: unknown, path: string, options: { refusesInexact: boolean }): void {
  if (typeof value === 'string') checkString(value, path);
  else if (isInexactNumber(value)) {
    if (options.refusesInexact) throw inexactNumber(value, path);
  } else if (typeof value === 'object' && value !== null) {
    for (const key of Object.keys(value)) {
      if (key === '__proto__')
        throw refusal('invalid_argument', `argument ${JSON.stringify(path)} has a key "__proto__", which is not allowed`);
      checkString(key, path);
      checkValue((value as Record<string, unknown>)[key], Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, options);
    }
  }
}

function inexactNumber({ rawJSON }: InexactNumber, path: string): GatewayError {
  const shown = rawJSON.length > 40 ? `${rawJSON.slice(0, 40)}…` : rawJSON;
  return refusal(
    'inexact_number',
    `argument ${JSON.stringify(path)} is ${shown}, which a 64-bit floating-point number cannot represent exactly; send a number that it can represent`,
  );
}

function checkString(text: string, path: string): void {
  if (!text.isWellFormed())
    throw refusal('invalid_argument', `argument ${JSON.stringify(path)} contains half of a surrogate pair: send well-formed Unicode text`);
  if (text.includes('\0'))
    throw refusal('invalid_argument', `argument ${JSON.stringify(path)} contains the character U+0000, which cannot be stored`);
}

function unknownArgument(name: string, known: string[]): GatewayError {
  const shown = JSON.stringify(name.toWellFormed().slice(0, 80));
  const likely = nearest(name, known);
  const hint = likely ? `; did you mean "${likely}"?` : '';
  const allowed = known.length > 0 ? `allowed: ${known.join(', ')}` : 'this tool takes no arguments';
  return refusal('unknown_argument', `unknown argument ${shown}${hint} (${allowed})`);
}

/** Known name that a wrong one most likely means: the same letters, or a few changes away. */
export function nearest(wrong: string, known: string[]): string | undefined {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const target = plain(wrong.slice(0, 80));
  const ranked = known
    .map((name) => ({ name, distance: editDistance(target, plain(name)) }))
    .sort((left, right) => left.distance - right.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const change = (row[j - 1] as number) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[right.length] as number;
}

/** Message of zod for a union that has none of its own. */
const zodMessage = 'Invalid input';

function invalidArgument(error: z.ZodError): GatewayError {
  const faults = error.issues.slice(0, 5).map(describeFault);
  return refusal('invalid_argument', faults.join('; '));
}

function describeFault(issue: z.core.$ZodIssue): string {
  // An alternative with a fault inside is the one that was meant.
  const within = issue.code === 'invalid_union' ? issue.errors.flat().find(({ path }) => path.length > 0) : undefined;
  if (within) return describeFault({ ...within, path: [...issue.path, ...within.path] });
  const [where, what] = [pathOf(issue.path), describeIssue(issue)];
  return what.startsWith(':') ? `${where}${what}` : `${where} ${what}`.trim();
}

function pathOf(path: PropertyKey[]): string {
  if (path.length === 0) return '';
  const text = path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`)).join('');
  return `argument "${text}"`;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${withArticle(issue.expected)}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'too_small':
      return issue.minimum === 1 && issue.origin === 'string'
        ? 'must not be empty'
        : `must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'invalid_union':
      return describeUnion(issue);
    case 'unrecognized_keys':
      return `has unknown keys: ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    default:
      return issue.message;
  }
}

/** Names what each alternative of a union accepts, unless the union has its own message. */
function describeUnion({ errors, message }: z.core.$ZodIssueInvalidUnion): string {
  if (message !== zodMessage) return message;
  const said = errors.flatMap(([first]) => (first ? describeIssue(first) : []));
  return `must be ${said.map((words) => words.replace(/^must be (?:one of )?/, '')).join(' or ')}`;
}

function withArticle(expected: string): string {
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}
