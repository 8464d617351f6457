import { countLines } from '@gatehouse/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryText } from './arbitrary-text.ts';
import { everyEndingIsCrlf, sliceLines } from './lines.ts';

describe('countLines', () => {
  it('opens no further line after a final ending, and finds none in an empty text (D22)', () => {
    expect(['', 'a', 'a\n', 'a\r\nb', '\n', '\n\n', 'a\rb', 'a\u2028b\n'].map(countLines)).toEqual([0, 1, 1, 2, 1, 2, 1, 1]);
  });
});

describe('everyEndingIsCrlf', () => {
  it('needs one ending at least and no bare \\n', () => {
    expect(['a\r\nb\r\n', '\r\n', 'a\rb\r\n'].map(everyEndingIsCrlf)).toEqual([true, true, true]);
    expect(['', 'a', '\n', 'a\r\nb\n', '\na\r\n', 'a\r'].map(everyEndingIsCrlf)).toEqual([false, false, false, false, false, false]);
  });
});

describe('sliceLines', () => {
  it('gives the raw lines joined by \\n, without the last ending', () => {
    expect(sliceLines({ text: 'one\ntwo\nthree\n', startLine: 2, limit: 1 })).toEqual({
      startLine: 2,
      endLine: 2,
      totalLines: 3,
      text: 'two',
      truncated: true,
    });
    expect(sliceLines({ text: 'one\ntwo\nthree\n', startLine: 1, limit: 10 })).toEqual({
      startLine: 1,
      endLine: 3,
      totalLines: 3,
      text: 'one\ntwo\nthree',
      truncated: false,
    });
  });

  it('joins the lines of a CRLF item by \\n, and leaves an item that mixes endings as it stands', () => {
    expect(sliceLines({ text: 'a\r\nb\r\nc', startLine: 1, limit: 2 }).text).toBe('a\nb');
    expect(sliceLines({ text: 'a\r\nb\nc\r\n', startLine: 1, limit: 3 }).text).toBe('a\r\nb\nc');
    expect(sliceLines({ text: 'a\r\r\nb\r\n', startLine: 1, limit: 3 }).text).toBe('a\r\r\nb');
  });

  it('counts a negative startLine from the end, and not beyond the beginning', () => {
    const text = 'a\nb\nc';
    expect(sliceLines({ text, startLine: -1, limit: 5 })).toEqual({ startLine: 3, endLine: 3, totalLines: 3, text: 'c', truncated: false });
    expect(sliceLines({ text, startLine: -2, limit: 1 })).toEqual({ startLine: 2, endLine: 2, totalLines: 3, text: 'b', truncated: true });
    expect(sliceLines({ text, startLine: -9, limit: 1 })).toEqual({ startLine: 1, endLine: 1, totalLines: 3, text: 'a', truncated: true });
  });

  it('gives an empty text for a startLine beyond the end, and for an empty item', () => {
    const beyond = { startLine: 9, endLine: 8, totalLines: 2, text: '', truncated: false };
    expect(sliceLines({ text: 'a\nb\n', startLine: 9, limit: 5 })).toEqual(beyond);
    const empty = { startLine: 1, endLine: 0, totalLines: 0, text: '', truncated: false };
    expect(sliceLines({ text: '', startLine: 1, limit: 5 })).toEqual(empty);
    expect(sliceLines({ text: '', startLine: -3, limit: 5 })).toEqual(empty);
  });

  it('stops at 64 KiB of UTF-8 on a line boundary', () => {
    const line = 'é'.repeat(511);
    const slice = sliceLines({ text: `${line}x\n`.repeat(100), startLine: 3, limit: 100 });
    expect({ ...slice, text: Buffer.byteLength(slice.text) }).toEqual({
      startLine: 3,
      endLine: 66,
      totalLines: 100,
      text: 65_535,
      truncated: true,
    });
  });

  it('fills 64 KiB to the last byte', () => {
    const slice = sliceLines({ text: `${'a'.repeat(65_534)}\nb\nc`, startLine: 1, limit: 5 });
    expect([slice.endLine, slice.text.length, slice.truncated]).toEqual([2, 65_536, true]);
  });

  it('cuts a single line of more than 64 KiB between two characters', () => {
    const slice = sliceLines({ text: `ab${'😀'.repeat(30_000)}`, startLine: 1, limit: 5 });
    expect(slice).toEqual({ startLine: 1, endLine: 1, totalLines: 1, text: `ab${'😀'.repeat(16_383)}`, truncated: true });
  });

  it('reads an item completely, page by page', () => {
    fc.assert(
      fc.property(arbitraryText, fc.integer({ min: 1, max: 4 }), (text, limit) => {
        const pages: string[] = [];
        for (let startLine = 1, more = text !== ''; more; ) {
          const slice = sliceLines({ text, startLine, limit });
          pages.push(slice.text);
          startLine = slice.endLine + 1;
          more = slice.truncated;
        }
        const normalized = (whole: string) => whole.replace(/\r*\n/g, '\n');
        expect(normalized(`${pages.join('\n')}\n`)).toBe(normalized(text.endsWith('\n') || text === '' ? text || '\n' : `${text}\n`));
      }),
      { numRuns: 8_000 },
    );
  });
});
