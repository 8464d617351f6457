import { countLines } from '@gatehouse/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryText } from '../../testing/arbitrary-text.ts';
import { everyEndingIsCrlf, sliceLines } from './lines.ts';

describe('countLines', () => {
  it('counts no line after a final ending, and none in an empty text (D22)', () => {
    expect(['', 'a', 'a\n', 'a\r\nb', '\n', '\n\n', 'a\rb', 'a\u2028b\n'].map(countLines)).toEqual([0, 1, 1, 2, 1, 2, 1, 1]);
  });
});

describe('everyEndingIsCrlf', () => {
  it('requires at least one ending and no bare \\n', () => {
    expect(['a\r\nb\r\n', '\r\n', 'a\rb\r\n'].map(everyEndingIsCrlf)).toEqual([true, true, true]);
    expect(['', 'a', '\n', 'a\r\nb\n', '\na\r\n', 'a\r'].map(everyEndingIsCrlf)).toEqual([false, false, false, false, false, false]);
  });
});

describe('sliceLines', () => {
  it('returns the raw lines with their endings, including the last one', () => {
    const next = { nextLine: 3, nextOffset: 0 };
    expect(sliceLines({ text: 'one\ntwo\nthree\n', startLine: 2, limit: 1 })).toEqual({
      startLine: 2,
      endLine: 2,
      totalLines: 3,
      text: 'two\n',
      truncated: true,
      ...next,
    });
    expect(sliceLines({ text: 'one\ntwo\nthree\n', startLine: 1, limit: 10 })).toEqual({
      startLine: 1,
      endLine: 3,
      totalLines: 3,
      text: 'one\ntwo\nthree\n',
      truncated: false,
    });
    expect(sliceLines({ text: 'a\r\nb\r\nc', startLine: 1, limit: 2 })?.text).toBe('a\r\nb\r\n');
    expect(sliceLines({ text: 'a\r\nb\nc\r\n', startLine: 1, limit: 3 })?.text).toBe('a\r\nb\nc\r\n');
  });

  it('counts a negative startLine from the end, but not beyond the start', () => {
    const text = 'a\nb\nc';
    const at = (line: number) => ({ startLine: line, endLine: line, totalLines: 3, truncated: true, nextLine: line + 1, nextOffset: 0 });
    expect(sliceLines({ text, startLine: -1, limit: 5 })).toEqual({ startLine: 3, endLine: 3, totalLines: 3, text: 'c', truncated: false });
    expect(sliceLines({ text, startLine: -2, limit: 1 })).toEqual({ ...at(2), text: 'b\n' });
    expect(sliceLines({ text, startLine: -9, limit: 1 })).toEqual({ ...at(1), text: 'a\n' });
  });

  it('returns an empty text for a startLine beyond the end, and for an empty item', () => {
    const beyond = { startLine: 9, endLine: 8, totalLines: 2, text: '', truncated: false };
    expect(sliceLines({ text: 'a\nb\n', startLine: 9, limit: 5 })).toEqual(beyond);
    const empty = { startLine: 1, endLine: 0, totalLines: 0, text: '', truncated: false };
    expect(sliceLines({ text: '', startLine: 1, limit: 5 })).toEqual(empty);
    expect(sliceLines({ text: '', startLine: -3, limit: 5 })).toEqual(empty);
  });

  it('stops at 64 KiB of UTF-8 on a line boundary', () => {
    const line = 'é'.repeat(511);
    const slice = sliceLines({ text: `${line}x\n`.repeat(100), startLine: 3, limit: 100 });
    expect(slice && { ...slice, text: Buffer.byteLength(slice.text) }).toEqual({
      startLine: 3,
      endLine: 66,
      totalLines: 100,
      text: 65_536,
      truncated: true,
      nextLine: 67,
      nextOffset: 0,
    });
  });

  it('cuts a single line of more than 64 KiB between two characters, and continues there', () => {
    const text = `ab${'😀'.repeat(30_000)}\r\nend`;
    const slice = sliceLines({ text, startLine: 1, limit: 5 });
    const next = { nextLine: 1, nextOffset: 2 + 2 * 16_383 };
    expect(slice).toEqual({ startLine: 1, endLine: 1, totalLines: 2, text: `ab${'😀'.repeat(16_383)}`, truncated: true, ...next });
    const rest = sliceLines({ text, startLine: 1, startOffset: next.nextOffset, limit: 5 });
    expect(rest).toEqual({ startLine: 1, endLine: 2, totalLines: 2, text: `${'😀'.repeat(30_000 - 16_383)}\r\nend`, truncated: false });
    expect(sliceLines({ text, startLine: 1, startOffset: 3, limit: 1, maxBytes: 4 })?.text).toBe('😀');
    expect(sliceLines({ text, startLine: 2, startOffset: 3, limit: 1 })).toBeUndefined();
  });

  it('returns every text byte for byte, window by window', () => {
    const sizes = fc.record({ limit: fc.integer({ min: 1, max: 4 }), maxBytes: fc.integer({ min: 4, max: 30 }) });
    fc.assert(
      fc.property(arbitraryText, sizes, (text, { limit, maxBytes }) => {
        const windows: string[] = [];
        for (let from: { nextLine?: number; nextOffset?: number } = { nextLine: 1, nextOffset: 0 }; from.nextLine !== undefined; ) {
          const slice = sliceLines({ text, startLine: from.nextLine, startOffset: from.nextOffset ?? 0, limit, maxBytes });
          if (!slice) throw new Error('nextOffset is beyond its line');
          expect(Buffer.byteLength(slice.text)).toBeLessThanOrEqual(maxBytes);
          expect(slice.truncated).toBe(slice.nextLine !== undefined);
          windows.push(slice.text);
          from = slice;
        }
        expect(windows.join('')).toBe(text);
      }),
      { numRuns: 8_000 },
    );
  });
});
