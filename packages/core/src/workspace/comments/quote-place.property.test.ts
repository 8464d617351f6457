import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLineFinder, findQuote } from './quote-place.ts';

it('finds the occurrence nearest to the earlier place, or none', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 30 });
  fc.assert(
    fc.property(letters, fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }), fc.nat(40), (text, quote, earlier) => {
      const places = [...Array(text.length).keys()].filter((at) => text.startsWith(quote, at));
      const found = findQuote(text, quote, earlier);
      const nearest = Math.min(...places.map((at) => Math.abs(at - earlier)));
      expect(found === undefined ? places : [places.includes(found), Math.abs(found - earlier)]).toEqual(
        found === undefined ? [] : [true, nearest],
      );
    }),
  );
});

it('counts lines from 1', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\n') }), fc.nat(20), (text, at) => {
      expect(createLineFinder(text)(at)).toBe(text.slice(0, at).split('\n').length);
    }),
  );
});
