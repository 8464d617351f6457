import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snippetAround } from './snippet.ts';

describe('a snippet', () => {
  it('shows the line around the phrase in any case, with collapsed white space', () => {
    const body = `${'a '.repeat(100)}\n\n  before the\tRELEASE notes   and\nbehind ${'b '.repeat(200)}`;
    const snippet = snippetAround(body, 'release notes', 'phrase') as string;
    expect(snippet).toContain('a a before the RELEASE notes and behind b b');
    expect([...snippet].length).toBeLessThanOrEqual(160);
    expect(snippet.indexOf('RELEASE')).toBeLessThanOrEqual(40);
  });

  it('finds a phrase across a line break, or the longest word if the words are apart', () => {
    expect(snippetAround('one\r\n two', 'one two', 'phrase')).toBe('one two');
    expect(snippetAround('needle, then much else, then haystack', 'haystack needle', 'words')).toContain('haystack');
  });

  it('is empty if the phrase is not near the start', () => {
    expect(snippetAround(`${'x'.repeat(20_000)} needle`, 'needle', 'phrase')).toBeUndefined();
    expect(snippetAround('hay', 'needle', 'phrase')).toBeUndefined();
  });

  it('always shows the query, with any amount of white space around it', () => {
    const space = fc.stringMatching(/^[ \t\n]{0,50}$/);
    const word = fc.stringMatching(/^[a-zé]{1,8}$/);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(space, word), { maxLength: 60 }),
        word,
        space,
        fc.array(fc.tuple(space, word)),
        (before, wanted, gap, behind) => {
          const joined = (parts: [string, string][]) => parts.map(([left, text]) => `${left} ${text}`).join('');
          const snippet = snippetAround(`${joined(before)}${gap} ${wanted.toUpperCase()}${joined(behind)}`, wanted, 'phrase') as string;
          expect(snippet.toLowerCase()).toContain(wanted);
          expect(snippet).not.toMatch(/\s\s/);
          expect([...snippet].length).toBeLessThanOrEqual(160);
        },
      ),
    );
  });
});
