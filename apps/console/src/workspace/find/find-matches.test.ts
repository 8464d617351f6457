import { describe, expect, it } from 'vitest';
import { findMatches, partEnd } from './find-matches.ts';

const foundIn = (text: string, wanted: string) => findMatches(text, wanted).found.map(({ start, end }) => text.slice(start, end));

describe('findMatches', () => {
  it('finds a text in any case of any alphabet, at any position', () => {
    expect(foundIn('Plan, plans, PLAN', 'plan')).toEqual(['Plan', 'plan', 'PLAN']);
    expect(foundIn('Élan élan', 'ÉLAN')).toEqual(['Élan', 'élan']);
    expect(foundIn('ПРИВЕТ мир', 'привет')).toEqual(['ПРИВЕТ']);
    expect(foundIn('計画と計画', '計画')).toEqual(['計画', '計画']);
  });

  it('treats all white space as equal, and does not match across parts', () => {
    expect(foundIn('two\n  words', ' two words ')).toEqual(['two\n  words']);
    expect(foundIn(`two${partEnd}words`, 'two words')).toEqual([]);
  });

  it('reads the query literally, not as a pattern', () => {
    expect(foundIn('a.b axb (a+b) [x] \\d $1', 'a.b')).toEqual(['a.b']);
    for (const wanted of ['(a+b)', '[x]', '\\d', '$1']) expect(foundIn('a.b axb (a+b) [x] \\d $1', wanted)).toEqual([wanted]);
  });

  it('finds nothing for an empty query, and reports if there are more matches than it counts', () => {
    expect(findMatches('text', '  ')).toEqual({ found: [], hasMore: false });
    expect(findMatches('aaaa', 'a', 3)).toMatchObject({ found: { length: 3 }, hasMore: true });
    expect(findMatches('aaa', 'a', 3)).toMatchObject({ found: { length: 3 }, hasMore: false });
  });

  it('searches a long text quickly, for any query', () => {
    const text = 'a '.repeat(500_000);
    // Measures processor time, because other processes can interrupt this one.
    const began = process.cpuUsage();
    expect(findMatches(text, `${'a '.repeat(90)}b`).found).toEqual([]);
    expect(findMatches(text, 'a').hasMore).toBe(true);
    expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
  });
});
