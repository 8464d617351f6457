import type { AnyDefinition, JsonSchema, Reason } from '@gatehouse/core';
import { z } from 'zod';
import type { Loose } from '../kit/world.ts';

/** Single fault in otherwise valid arguments. */
export interface ArgumentFault {
  name: string;
  spoil(valid: Record<string, Loose>): unknown;
  reason: Reason;
}

/** Lists the faults of a tool's arguments that its schema alone can detect (D2, D3). */
export function argumentFaults(definition: AnyDefinition): ArgumentFault[] {
  return [...faultsOfAnyTool, ...Object.entries(definition.input.shape).flatMap(([name, schema]) => faultsOf(name, schema as z.ZodType))];
}

const faultsOfAnyTool: ArgumentFault[] = [
  { name: 'an unknown argument', spoil: (valid) => ({ ...valid, noSuchArgument: 1 }), reason: 'unknown_argument' },
  { name: 'an argument __proto__', spoil: (valid) => withOwn(valid, '__proto__', { a: 1 }), reason: 'unknown_argument' },
  { name: 'a list for arguments', spoil: (valid) => [valid], reason: 'invalid_argument' },
  { name: 'nesting without end', spoil: (valid) => ({ ...valid, noSuchArgument: nested(65) }), reason: 'malformed_body' },
];

function faultsOf(name: string, schema: z.ZodType): ArgumentFault[] {
  const with_ = (value: unknown) => (valid: Record<string, Loose>) => ({ ...valid, [name]: value });
  const faults: ArgumentFault[] = [];
  const wrong = [{ wrong: true }, 7, 'wrong', true].find((value) => !schema.safeParse(value).success);
  if (wrong !== undefined) faults.push({ name: `${name} of a wrong type`, spoil: with_(wrong), reason: 'invalid_argument' });
  if (!schema.safeParse(undefined).success) {
    faults.push({ name: `no ${name}`, spoil: ({ [name]: _, ...rest }) => rest, reason: 'invalid_argument' });
  }
  faults.push({ name: `half a surrogate pair in ${name}`, spoil: with_('\ud800'), reason: 'invalid_argument' });
  faults.push({ name: `U+0000 in ${name}`, spoil: with_('a\0b'), reason: 'invalid_argument' });
  const { minimum, maximum, enum: words } = plain(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  if (Number.isSafeInteger(minimum) && minimum !== Number.MIN_SAFE_INTEGER) {
    faults.push({ name: `${name} below its minimum`, spoil: with_(minimum - 1), reason: 'invalid_argument' });
  }
  if (Number.isSafeInteger(maximum) && maximum !== Number.MAX_SAFE_INTEGER) {
    faults.push({ name: `${name} above its maximum`, spoil: with_(maximum + 1), reason: 'invalid_argument' });
    faults.push({ name: `a fraction for ${name}`, spoil: with_(1.5), reason: 'invalid_argument' });
  }
  if (words) faults.push({ name: `an unknown value of ${name}`, spoil: with_('NO_SUCH_WORD'), reason: 'invalid_argument' });
  if (name === 'cursor') faults.push({ name: 'an invented cursor', spoil: with_('bm90IGEgY3Vyc29y'), reason: 'invalid_cursor' });
  return faults;
}

/** Returns the schema without its "or null". */
function plain(schema: JsonSchema): Loose {
  const alternatives = schema.anyOf as JsonSchema[] | undefined;
  return alternatives ? (alternatives.find(({ type }) => type !== 'null') ?? schema) : schema;
}

/** Adds a property that JSON treats like any other, but that would set the prototype in an object literal. */
function withOwn(valid: object, key: string, value: unknown): object {
  return Object.defineProperty({ ...valid }, key, { value, enumerable: true });
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
