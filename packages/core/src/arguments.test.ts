import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createArgumentReader } from './arguments.ts';
import { name, tags } from './schema.ts';

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
