import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryText, arbitraryTextWithPart } from '../../testing/arbitrary-text.ts';
import { editText } from './edit-text.ts';
import { sliceLines } from './lines.ts';

const arbitrarySlice = fc.record({
  text: arbitraryText,
  startLine: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: -8, max: -1 })),
  limit: fc.integer({ min: 1, max: 6 }),
  maxBytes: fc.oneof(fc.constant(65_536), fc.integer({ min: 4, max: 30 })),
});

describe('editText', () => {
  it('accepts every slice of read_lines as oldText, at its place, or refuses it as repeated', () => {
    let accepted = 0;
    fc.assert(
      fc.property(arbitrarySlice, ({ text, ...request }) => {
        const slice = sliceLines({ text, ...request });
        if (!slice || slice.text === '') return;
        const result = editText({ text, oldText: slice.text, newText: `${slice.text}$&` });
        if (!result.ok) return void expect(result.reason).toBe('text_repeated');
        accepted++;
        expect(result.index).toBe(startOfLine(text, slice.startLine));
        expect(result.text).toBe(`${text.slice(0, result.index)}${slice.text}$&${text.slice(result.index + slice.text.length)}`);
      }),
      { numRuns: 12_000 },
    );
    expect(accepted).toBeGreaterThan(2_000);
  });

  it('changes no byte outside the place and inserts newText unchanged', () => {
    let accepted = 0;
    fc.assert(
      fc.property(arbitraryTextWithPart, arbitraryText, ({ text, part }, newText) => {
        const indexes = indexesOf(text, part);
        const result = editText({ text, oldText: part, newText });
        if (part === newText) return void expect(result).toMatchObject({ ok: false, reason: 'nothing_to_change' });
        if (indexes.length > 1) return void expect(result).toMatchObject({ ok: false, reason: 'text_repeated' });
        const end = indexes[0]! + part.length;
        const start = isAllCrlf(text) && part.startsWith('\n') ? indexes[0]! - 1 : indexes[0]!;
        const inserted = isAllCrlf(text) && !newText.includes('\r\n') ? newText.replaceAll('\n', '\r\n') : newText;
        if (text.slice(start, end) === inserted) return void expect(result).toMatchObject({ ok: false, reason: 'nothing_to_change' });
        accepted++;
        expect(result).toEqual({ ok: true, text: text.slice(0, start) + inserted + text.slice(end), index: start });
      }),
      { numRuns: 12_000 },
    );
    expect(accepted).toBeGreaterThan(2_000);
  });

  it('matches \\n like \\r?\\n, and counts the same places (D21)', () => {
    let matched = 0;
    const fewLetters = (...letters: string[]) => fc.array(fc.constantFrom(...letters), { maxLength: 16 }).map((parts) => parts.join(''));
    const sample = fc.tuple(fewLetters('a', 'b', '\r\n', '\r\n', '\n', '\r'), fc.nat(), fc.integer({ min: 2, max: 8 }));
    fc.assert(
      fc.property(sample, ([text, from, size]) => {
        const oldText = text
          .replaceAll('\r', '')
          .slice(from % (text.length + 1))
          .slice(0, size);
        if (oldText === '' || indexesOf(text, oldText).length > 0) return;
        const ends = endsOfAnyEnding(text, oldText);
        if (ends.size > 0) matched++;
        const result = editText({ text, oldText, newText: '[new]' });
        if (ends.size === 0) return void expect(result).toMatchObject({ ok: false, reason: 'text_not_found' });
        if (ends.size > 1)
          return void expect(result).toMatchObject({ reason: 'text_repeated', message: expect.stringContaining(`${ends.size} times`) });
        const [[end, start]] = [...ends] as [[number, number]];
        expect(result).toEqual({ ok: true, text: `${text.slice(0, start)}[new]${text.slice(end)}`, index: start });
      }),
      { numRuns: 12_000 },
    );
    expect(matched).toBeGreaterThan(1_000);
  });

  it('never edits a text without oldText', () => {
    fc.assert(
      fc.property(arbitraryText, arbitraryText, (text, oldText) => {
        if (oldText === '' || text.replace(/\r*\n/g, '\n').includes(oldText.replace(/\r*\n/g, '\n')) || text.includes(oldText)) return;
        expect(editText({ text, oldText, newText: '[new]' })).toMatchObject({ ok: false, reason: 'text_not_found' });
      }),
      { numRuns: 8_000 },
    );
  });
});

function indexesOf(text: string, wanted: string): number[] {
  return [...Array(text.length).keys()].filter((index) => text.startsWith(wanted, index));
}

/** Finds matches in which `\n` stands for `\r?\n`: the end of each, with its earliest beginning. */
function endsOfAnyEnding(text: string, oldText: string): Map<number, number> {
  const source = oldText.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('\n', '\\r?\\n');
  const matcher = new RegExp(source, 'y');
  const ends = new Map<number, number>();
  for (let index = 0; index < text.length; index++) {
    matcher.lastIndex = index;
    if (matcher.test(text) && !ends.has(matcher.lastIndex)) ends.set(matcher.lastIndex, index);
  }
  return ends;
}

function isAllCrlf(text: string): boolean {
  return text.includes('\n') && !/(?<!\r)\n/.test(text);
}

function startOfLine(text: string, number: number): number {
  const before = text.split('\n').slice(0, number - 1);
  return before.reduce((length, line) => length + line.length + 1, 0);
}
