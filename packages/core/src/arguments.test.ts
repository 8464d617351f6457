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

describe('null', () => {
  const nested = createArgumentReader(
    z.strictObject({ access: access.optional(), list: z.array(access).optional(), free: z.unknown().optional() }),
  );

  it('is an argument that was not given, also inside of one, and also for all of them', () => {
    expect(nested.read({ access: { user: 'a', scope: null }, list: null })).toEqual({ access: { user: 'a' } });
    expect(nested.read({ list: [{ user: 'a', scope: null }] })).toEqual({ list: [{ user: 'a' }] });
    expect(nested.read(null)).toEqual({});
    expect(() => reader.read({ name: null })).toThrow('argument "name" is required');
  });

  it('stays what it is where the fields are not ours to read', () => {
    expect(nested.read({ free: { body: null } })).toEqual({ free: { body: null } });
  });
});
