import { describe, expect, it } from 'vitest';
import { readKey } from './bearer.ts';

const keyOf = (...values: string[]) => readKey(['Host', 'x', ...values.flatMap((value) => ['Authorization', value])]);

describe('the key of a request', () => {
  it.each(['Bearer k', 'bearer k', 'BEARER k', 'Bearer   k', 'Bearer\tk', 'Bearer \t k'])('is read from %j', (value) => {
    expect(keyOf(value)).toBe('k');
  });

  it.each(['k', 'Bearer', 'Bearerk', 'Basic k', 'Bearer k k', 'Bearer k, Bearer k', 'Bearer\u00a0k', ''])('is not in %j', (value) => {
    expect(keyOf(value)).toBeUndefined();
  });

  it('is found under any spelling of the header', () => {
    expect(readKey(['AUTHORIZATION', 'Bearer k'])).toBe('k');
    expect(readKey(['X-Authorization', 'Bearer k'])).toBeUndefined();
  });

  it('is refused if the header occurs twice, even with the same key', () => {
    expect(() => keyOf('Bearer k', 'Bearer k')).toThrow(expect.objectContaining({ code: 'unauthorized' }));
    expect(() => keyOf('Bearer k', 'Basic x')).toThrow(expect.objectContaining({ code: 'unauthorized' }));
  });
});
