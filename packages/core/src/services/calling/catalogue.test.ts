import { expect, it } from 'vitest';
import { leftOutOf } from './catalogue.ts';

it('reads a left-out operation with its code, and without one from an earlier release', () => {
  const why = { reason: 'it refers to "a.yaml", which is not in the document', code: 'missing_reference' as const, about: '"a.yaml"' };
  expect(leftOutOf({ leftOut: { 'GET /a': why, 'POST /a': 'it needs a file' } })).toEqual([
    { operation: 'GET /a', ...why },
    { operation: 'POST /a', reason: 'it needs a file' },
  ]);
  expect(leftOutOf({ leftOut: null })).toEqual([]);
});
