import { expect, it } from 'vitest';
import { readPlace } from './connection-place.ts';

it('accepts a document of 32 MB in UTF-8, and refuses a larger one with any number of characters', () => {
  const place = (document: string) => readPlace({ kind: 'openapi', document, access: { type: 'none' } });
  const most = 32 * 1024 * 1024;
  expect(place('x'.repeat(most)).config).toHaveProperty('document');
  expect(() => place('é'.repeat(most / 2 + 1))).toThrow(/"document" has more than 33554432 bytes in UTF-8/);
});
