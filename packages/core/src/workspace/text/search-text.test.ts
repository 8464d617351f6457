import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOccurrences, searchText } from './search-text.ts';

describe('findOccurrences', () => {
  it('counts overlapping occurrences (D21)', () => {
    expect(findOccurrences('ababab', 'abab', 5)).toEqual({
      count: 2,
      first: [
        { start: 0, end: 4 },
        { start: 2, end: 6 },
      ],
    });
    expect(findOccurrences('aaaa', 'a', 2)).toEqual({
      count: 4,
      first: [
        { start: 0, end: 1 },
        { start: 1, end: 2 },
      ],
    });
    expect(findOccurrences('aaa', 'aaaa', 2)).toEqual({ count: 0, first: [] });
    expect(findOccurrences('', 'a', 2)).toEqual({ count: 0, first: [] });
  });

  it('agrees with a check at every index', () => {
    const letters = (maxLength: number) => fc.array(fc.constantFrom('a', 'b', 'é', '\n'), { maxLength }).map((units) => units.join(''));
    const wanted = letters(9).filter((text) => text !== '');
    fc.assert(
      fc.property(letters(60), wanted, (text, piece) => {
        const indexes = [...text].keys().filter((index) => text.startsWith(piece, index));
        expect(findOccurrences(text, piece, 1_000).first.map(({ start }) => start)).toEqual([...indexes]);
      }),
      { numRuns: 20_000 },
    );
  });

  it('takes linear time if text and query almost match everywhere', () => {
    const text = 'a'.repeat(10 * 1024 * 1024);
    const started = performance.now();
    expect(findOccurrences(text, `b${'a'.repeat(2_000_000)}`, 1).count).toBe(0);
    expect(findOccurrences(text, `${'a'.repeat(2_000_000)}b`, 1).count).toBe(0);
    expect(findOccurrences(text, 'a'.repeat(2_000_000), 1).count).toBe(text.length - 2_000_000 + 1);
    // Length × length steps would take hours.
    expect(performance.now() - started).toBeLessThan(60_000);
  }, 90_000);
});

describe('searchText', () => {
  it('continues at the given position', () => {
    const search = searchText('xax xax xax', 'xax');
    expect(search.next()).toBe(0);
    search.skipTo(5);
    expect(search.next()).toBe(8);
    expect([search.next(), search.next()]).toEqual([-1, -1]);
  });
});
