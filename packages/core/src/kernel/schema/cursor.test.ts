import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from './cursor.ts';

const shape = z.tuple([z.string(), z.int()]);

describe('a cursor', () => {
  it('returns the position that it was made from', () => {
    expect(decodeCursor('docs', shape, encodeCursor('docs', ['Größe 😀', 7]))).toEqual(['Größe 😀', 7]);
  });

  it.each([
    ['of another list', encodeCursor('files', ['a', 7])],
    ['of another shape', encodeCursor('docs', ['a', 'b'])],
    ['with too much', encodeCursor('docs', ['a', 7, 7])],
    ['that is no JSON', Buffer.from('[').toString('base64url')],
    ['with a character that cannot be stored (D3)', encodeCursor('docs', ['a\0', 7])],
    ['with half of a surrogate pair (D3)', encodeCursor('docs', ['\ud800', 7])],
  ])('is refused %s', (_what, cursor) => {
    expect(() => decodeCursor('docs', shape, cursor)).toThrow(expect.objectContaining({ reason: 'invalid_cursor' }));
  });
});
