import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findAny } from './find-any.ts';

/** Only three different bytes, so that needles match in part, contain each other and overlap. */
const bytes = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 2 }), { minLength, maxLength }).map((each) => Buffer.from(each));

it('finds any of several needles exactly if a search for one of them does', () => {
  fc.assert(
    fc.property(fc.array(bytes(2, 6), { minLength: 1, maxLength: 4 }), bytes(0, 40), (needles, all) => {
      expect(findAny(needles)(all)).toBe(needles.some((needle) => all.includes(needle)));
    }),
    { numRuns: 2000 },
  );
});

it('refuses a needle that is too short to find', () => {
  expect(() => findAny([Buffer.from('a')])).toThrow(RangeError);
});
