import { codePointLength } from '@gatehouse/domain';
import { foldText } from '@gatehouse/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryText, arbitraryTextWithPart } from '../../testing/arbitrary-text.ts';
import { editText } from './edit-text.ts';
import { type FindRequest, findText } from './find-text.ts';

const find = (text: string, query: string, options: Partial<FindRequest> = {}) =>
  findText({ text, query, contextLines: 0, limit: 20, ...options });
const linesOf = (text: string, query: string) => find(text, query).matches.map((match) => match.line);

describe('findText', () => {
  it('finds lines in any case, with surrounding lines', () => {
    expect(find('one\nTwo\nthree\nTWO\n', 'two', { contextLines: 1 })).toEqual({
      totalLines: 4,
      totalMatches: 2,
      matches: [
        { line: 2, text: 'Two', before: ['one'], after: ['three'] },
        { line: 4, text: 'TWO', before: ['three'], after: [] },
      ],
    });
  });

  it('folds case simply, like RegExp iu (D22)', () => {
    expect(linesOf('École\nМИР\nσας\nCAFE\u0301', 'éCOLE')).toEqual([1]);
    expect(linesOf('École\nМИР', 'мир')).toEqual([2]);
    expect(linesOf('ΣΑΣ\nσας', 'Σας')).toEqual([1, 2]);
    expect(linesOf('Straße\nSTRASSE\nSTRAẞE', 'strasse')).toEqual([2]);
    expect(linesOf('Straße\nSTRASSE\nSTRAẞE', 'straße')).toEqual([1, 3]);
    expect(linesOf('𐐀\n𐐨\n😀', '𐐀')).toEqual([1, 2]);
  });

  it('compares white space and composed letters like search, within a line (D22, D23)', () => {
    expect(linesOf('zebra\u00a0crossing\nzebra \t crossing\nzebra\ncrossing\nzebra\u202fcrossing', 'Zebra crossing')).toEqual([1, 2, 5]);
    expect(linesOf('zebra crossing', 'zebra\u00a0\u2009crossing')).toEqual([1]);
    expect(linesOf('cafe\u0301\ncafé', 'CAFÉ')).toEqual([1, 2]);
    expect(linesOf('café', 'cafe\u0301')).toEqual([1]);
    expect(linesOf('a \r\nb', 'a ')).toEqual([1]);
  });

  it('matches literally', () => {
    expect(linesOf('a.c\nabc\n$&\n\\d', 'a.c')).toEqual([1]);
    expect(linesOf('a.c\nabc\n$&\n\\d', '$&')).toEqual([3]);
    expect(linesOf('a.c\nabc\n$&\n\\d', '\\D')).toEqual([4]);
  });

  it('excludes only the ending from the line (D22)', () => {
    expect(find('a\r\nb\rc\u2028d\r\r\n\n', 'B', { contextLines: 2 })).toEqual({
      totalLines: 3,
      totalMatches: 1,
      matches: [{ line: 2, text: 'b\rc\u2028d\r', before: ['a'], after: [''] }],
    });
    expect(find('a\r\nb\r', 'a\r').totalMatches).toBe(0);
    expect(find('a\r\nb\r', 'b\r').totalMatches).toBe(1);
  });

  it('finds nothing in an empty text', () => {
    expect(find('', 'a')).toEqual({ totalLines: 0, totalMatches: 0, matches: [] });
    expect(find('\n\n', 'a')).toEqual({ totalLines: 2, totalMatches: 0, matches: [] });
    expect(find('a\nb', 'a\nb')).toEqual({ totalLines: 2, totalMatches: 0, matches: [] });
  });

  it('counts matching lines in the whole item, including those not shown', () => {
    const found = find('x x\n'.repeat(100), 'X', { limit: 2 });
    expect([found.totalMatches, found.matches.map((match) => match.line)]).toEqual([100, [1, 2]]);
  });

  it('agrees with a search line by line', () => {
    const query = fc.oneof(
      arbitraryTextWithPart.map(({ part }) => part),
      fc.constantFrom('a', 'AB', 'k', 'S', 'É', 'σ', '$&', '𐐨'),
    );
    const sample = fc.oneof(
      fc.tuple(arbitraryText, query),
      arbitraryTextWithPart.map(({ text, part }): [string, string] => [text, part]),
    );
    fc.assert(
      fc.property(sample, fc.nat(3), fc.integer({ min: 1, max: 4 }), ([text, wanted], contextLines, limit) => {
        expect(findText({ text, query: wanted, contextLines, limit })).toEqual(
          findLineByLine({ text, query: wanted, contextLines, limit }),
        );
      }),
      { numRuns: 12_000 },
    );
  });

  it('returns text that an edit accepts as oldText, or refuses as repeated', () => {
    fc.assert(
      fc.property(arbitraryTextWithPart, ({ text, part }) => {
        for (const match of find(text, part, { contextLines: 1 }).matches) {
          const edited = editText({ text, oldText: match.text, newText: `${match.text}$&` });
          expect(edited.ok || edited.reason).toBe(edited.ok || 'text_repeated');
        }
      }),
      { numRuns: 8_000 },
    );
  });
});

describe('findText on long lines', () => {
  it('shows a line of 1,000 characters in full, for any characters', () => {
    const line = `${'😀'.repeat(999)}x`;
    expect(find(line, 'X').matches).toEqual([{ line: 1, text: line, before: [], after: [] }]);
  });

  it('shows 1,000 characters around the match in a longer line (D22)', () => {
    const [match] = find(`${'a'.repeat(5_000)}Needle${'b'.repeat(5_000)}`, 'needle').matches;
    expect(match).toEqual({ line: 1, text: `${'a'.repeat(497)}Needle${'b'.repeat(497)}`, before: [], after: [], clipped: true });
  });

  it('shows the window around a match with another spelling than the query', () => {
    for (const before of ['e\u0301'.repeat(9_000), 'ᄀ'.repeat(5_000), 'a  '.repeat(5_000), '\u0301'.repeat(9_000)]) {
      const [match] = find(`${before}x e\u0301 \u00a0Y${'b'.repeat(5_000)}`, 'X é y').matches;
      expect(match?.text).toContain('x e\u0301 \u00a0Y');
      expect(codePointLength(match?.text ?? '')).toBe(1_000);
    }
  });

  it('fills the window if the match is near an end', () => {
    expect(find(`xNeedle${'b'.repeat(5_000)}`, 'needle').matches[0]!.text).toBe(`xNeedle${'b'.repeat(993)}`);
    expect(find(`${'a'.repeat(5_000)}Needlex`, 'needle').matches[0]!.text).toBe(`${'a'.repeat(993)}Needlex`);
  });

  it('cuts long lines of the context after 1,000 characters', () => {
    const long = '😀'.repeat(1_001);
    expect(find(`${long}\nhit\n${long}`, 'hit', { contextLines: 1 }).matches).toEqual([
      { line: 2, text: 'hit', before: ['😀'.repeat(1_000)], after: ['😀'.repeat(1_000)], clipped: true },
    ]);
  });

  it('returns an exact piece that contains the match and cuts no character', () => {
    const filler = fc.tuple(fc.constantFrom('a', '😀', 'a😀', 'é', '\r'), fc.nat(1_500)).map(([unit, times]) => unit.repeat(times));
    fc.assert(
      fc.property(filler, fc.constantFrom('Needle', '𐐀', 'Né😀dle'), filler, (before, needle, after) => {
        const text = `${before}${needle}${after}`;
        const { text: shown, clipped } = find(text, needle).matches[0]!;
        expect(text.includes(shown) && shown.includes(needle) && shown.isWellFormed()).toBe(true);
        expect(codePointLength(shown)).toBe(Math.min(1_000, codePointLength(text)));
        expect(clipped === true).toBe(codePointLength(text) > 1_000);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('the size of the answer', () => {
  const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

  it('stays within 64 KiB of JSON and keeps the count exact (D22)', () => {
    const found = find(`${'é'.repeat(900)} hit\n`.repeat(300), 'hit', { contextLines: 2, limit: 50 });
    expect(found.totalMatches).toBe(300);
    expect(found.matches.length).toBeGreaterThan(5);
    expect(found.matches.length).toBeLessThan(50);
    expect(bytes(found)).toBeLessThanOrEqual(65_536);
    expect(bytes(found)).toBeGreaterThan(65_536 - 12_000);
  });

  it('omits the context of a first match that is too large by itself', () => {
    const control = '\u0001'.repeat(1_000);
    const found = find(`${control}\n`.repeat(30), '\u0001', { contextLines: 10 });
    expect(found.totalMatches).toBe(30);
    expect(found.matches[0]).toMatchObject({ line: 1, text: control });
    expect(bytes(found)).toBeLessThanOrEqual(65_536);
    const tenLines = `${control}\n`.repeat(10);
    const middle = find(`${tenLines}${control.slice(1)}!\n${tenLines}`, '!', { contextLines: 10 });
    expect(middle.matches).toEqual([{ line: 11, text: `${control.slice(1)}!`, before: [], after: [], clipped: true }]);
  });
});

describe('the speed of findText', () => {
  it('does not depend on the query', () => {
    const text = `${'a'.repeat(5_000_000)}\n`;
    const started = performance.now();
    expect(find(text, `b${'a'.repeat(499)}`).totalMatches).toBe(0);
    expect(find(text, `${'a'.repeat(499)}b`).totalMatches).toBe(0);
    expect(find('a\n'.repeat(500_000), 'A').totalMatches).toBe(500_000);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

function findLineByLine({ text, query, contextLines, limit }: FindRequest): unknown {
  const pieces = text.split('\n');
  const last = pieces.pop()!;
  const lines = [...pieces.map((line) => line.replace(/\r$/, '')), ...(last === '' ? [] : [last])];
  const hits = query.includes('\n') ? [] : [...lines.keys()].filter((index) => foldText(lines[index]!).includes(foldText(query)));
  const matches = hits.slice(0, limit).map((index) => ({
    line: index + 1,
    text: lines[index],
    before: lines.slice(Math.max(0, index - contextLines), index),
    after: lines.slice(index + 1, index + 1 + contextLines),
  }));
  return { totalLines: lines.length, totalMatches: hits.length, matches };
}
