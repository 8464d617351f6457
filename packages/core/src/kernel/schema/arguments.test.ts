import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createArgumentReader } from './arguments.ts';
import { name, tags } from './schema.ts';

const access = z.strictObject({ user: z.string(), scope: z.string().optional() });
const reader = createArgumentReader(z.strictObject({ name: name(5, 'a name'), tags: tags().optional(), limit: z.int().max(3).optional() }));

describe('the message for an argument', () => {
  it.each([
    [{ name: 'abcdef' }, 'argument "name": it has 6 characters: shorten it to at most 5'],
    [{ name: 'a', tags: ['b'.repeat(51)] }, 'argument "tags": tags[0] has 51 characters: shorten it to at most 50'],
    [{ name: 'a', limit: 4 }, 'argument "limit" must be at most 3'],
    [{ name: 'a', tags: [1] }, 'argument "tags[0]" must be a string'],
    [{}, 'argument "name" is required'],
  ])('reads as a sentence: %j', (given, message) => {
    expect(() => reader.read(given)).toThrow(expect.objectContaining({ message, reason: 'invalid_argument' }));
  });
});

describe('the message for an argument of one of several types', () => {
  const either = createArgumentReader(
    z.strictObject({
      version: z.union([z.int().min(1), z.literal('reviewed')]).optional(),
      accept: z.union([z.literal(true), z.array(z.string().min(1))]).optional(),
      at: z.union([z.number(), z.string()], { error: 'must be a time' }).optional(),
    }),
  );

  it.each([
    [{ version: 'latest' }, 'argument "version" must be a number or "reviewed"'],
    [{ version: 1.5 }, 'argument "version" must be an int or "reviewed"'],
    [{ version: 0 }, 'argument "version" must be at least 1'],
    [{ accept: 'all' }, 'argument "accept" must be true or an array'],
    [{ at: true }, 'argument "at" must be a time'],
    [{ accept: ['a', 7] }, 'argument "accept[1]" must be a string'],
  ])('names what each type accepts: %j', (given, message) => {
    expect(() => either.read(given)).toThrow(expect.objectContaining({ message, reason: 'invalid_argument' }));
  });
});

describe('null', () => {
  const nested = createArgumentReader(
    z.strictObject({ access: access.optional(), list: z.array(access).optional(), free: z.unknown().optional() }),
  );

  it('means an absent argument, even in nested ones and in place of all arguments', () => {
    expect(nested.read({ access: { user: 'a', scope: null }, list: null })).toEqual({ access: { user: 'a' } });
    expect(nested.read({ list: [{ user: 'a', scope: null }] })).toEqual({ list: [{ user: 'a' }] });
    expect(nested.read(null)).toEqual({});
    expect(() => reader.read({ name: null })).toThrow('argument "name" is required');
  });

  it('is kept in fields with a free form', () => {
    expect(nested.read({ free: { body: null } })).toEqual({ free: { body: null } });
  });
});

describe('arguments as a whole', () => {
  const empty = createArgumentReader(z.strictObject({ a: z.unknown().optional() }));
  const arrays = (depth: number): unknown => (depth === 0 ? 1 : [arrays(depth - 1)]);

  it.each([undefined, null, {}])('treats %j as no arguments (D2)', (given) => {
    expect(empty.read(given)).toEqual({});
  });

  it.each([[[]], ['text'], [7], [true]])('refuses %j, which is not an object', (given) => {
    expect(() => empty.read(given)).toThrow(expect.objectContaining({ reason: 'invalid_argument' }));
  });

  it('accepts 64 levels and refuses 65, whatever else is wrong (D3)', () => {
    expect(empty.read({ a: arrays(63) })).toEqual({ a: arrays(63) });
    const tooDeep = expect.objectContaining({ reason: 'malformed_body', message: 'the arguments are nested deeper than 64 levels' });
    expect(() => empty.read({ a: arrays(64) })).toThrow(tooDeep);
    expect(() => empty.read({ unknown: { a: arrays(64) } })).toThrow(tooDeep);
    expect(() => empty.read(arrays(65))).toThrow(tooDeep);
    expect(() => empty.read(arrays(4000))).toThrow(tooDeep);
  });
});
