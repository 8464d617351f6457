import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, baseWithOpen, type MergeBounds, mergeTexts, standardBounds } from './merge-texts.ts';

function merged(base: string, mine: string, theirs: string, bounds?: MergeBounds) {
  const { edits, conflicts } = mergeTexts(base, mine, theirs, bounds);
  return { text: applyEdits(mine, edits), conflicts: conflicts.map(({ from, to, theirs }) => [mine.slice(from, to), theirs]) };
}

describe('mergeTexts (D60)', () => {
  it.each([
    ['other lines', 'a\nb\nc\nd\ne\n', 'A\nb\nc\nd\ne\n', 'a\nb\nc\nd\nE\n', 'A\nb\nc\nd\nE\n'],
    ['lines next to each other', 'one\ntwo\n', 'ONE\ntwo\n', 'one\nTWO\n', 'ONE\nTWO\n'],
    ['words of one line', 'the quick red fox\n', 'the slow red fox\n', 'the quick red wolf\n', 'the slow red wolf\n'],
    ['a word next to one that was changed', 'the quick fox', 'the slow fox', 'the quick brown fox', 'the slow brown fox'],
    ['the same on both sides', 'a\nb\nz\n', 'a\nB\nz\n', 'a\nB\nz\nc\n', 'a\nB\nz\nc\n'],
    ['the same word on both sides', 'the quick red fox\n', 'the slow red cat\n', 'the slow blue fox\n', 'the slow blue cat\n'],
    ['lines that others append while one writes at the end', 'a', 'a, and b', 'a\nlog 1\n', 'a, and b\nlog 1\n'],
    ['lines that both add at one place', 'a\nz\n', 'a\nmine\nz\n', 'a\ntheirs\nz\n', 'a\nmine\ntheirs\nz\n'],
    ['line endings', 'a\r\nb\r\nc\r\n', 'a\r\nb\r\nC\r\n', 'A\r\nb\r\nc\r\n', 'A\r\nb\r\nC\r\n'],
    ['what others removed', 'a\nb\nc\nd\n', 'a\nb\nc\nD\n', 'c\nd\n', 'c\nD\n'],
  ])('merges %s', (_what, base, mine, theirs, text) => {
    expect(merged(base, mine, theirs)).toEqual({ text, conflicts: [] });
  });

  it('keeps words that both sides changed, and reports the other version of the line', () => {
    const found = merged('a\nthe quick fox\nz\n', 'a\nthe slow fox\nz\n', 'A\n\nthe lazy fox\nz\n');
    expect(found.conflicts).toEqual([['a\nthe slow fox\n', 'A\n\nthe lazy fox\n']]);
    expect(merged('1\n2\nthe quick fox\n', '1\n2\nthe slow fox\n', '0\n2\nthe lazy fox\n')).toEqual({
      text: '0\n2\nthe slow fox\n',
      conflicts: [['the slow fox\n', 'the lazy fox\n']],
    });
  });

  it('reports text that one side removed and the other changed', () => {
    expect(merged('a\nb\nc\n', 'a\nc\n', 'a\nB b\nc\n').conflicts).toEqual([['', 'B b\n']]);
  });

  it.each([
    ['behind what one removed', 'a\nb\nc\n', 'a\nc\n', 'a\nb\nx\nc\n', [['', 'b\nx\n']]],
    ['before what one removed', 'a\nb\nc\n', 'a\nc\n', 'a\nx\nb\nc\n', [['', 'x\nb\n']]],
    ['behind a word that one removed', 'one two three', 'one three', 'one two, too three', [['one three', 'one two, too three']]],
  ])('merges nothing if others add %s, because the addition may refer to it', (_what, base, mine, theirs, conflicts) => {
    expect(merged(base, mine, theirs)).toEqual({ text: mine, conflicts });
  });

  it('leaves words that both sides add at the same position to the person', () => {
    expect(merged('Costs: €\n', 'Costs: 10 €\n', 'Costs: 25 €\n')).toEqual({
      text: 'Costs: 10 €\n',
      conflicts: [['Costs: 10 €\n', 'Costs: 25 €\n']],
    });
    expect(merged('the fox', 'the slow fox', 'the lazy fox').conflicts).toEqual([['the slow fox', 'the lazy fox']]);
  });

  it('names the ranges that both sides changed in the same way, by lines and by words', () => {
    const { agreed } = mergeTexts('a\nz\nthe quick fox\n', 'A\nz\nthe slow fox\n', 'A\nz\nthe slow cat\n');
    expect(agreed).toEqual([
      { from: 0, to: 2 },
      { from: 8, to: 12 },
    ]);
  });

  it('does not mix the letters of a word that both sides changed', () => {
    expect(merged('a cat\n', 'a cart\n', 'a cats\n')).toEqual({ text: 'a cart\n', conflicts: [['a cart\n', 'a cats\n']] });
  });

  const noWords: MergeBounds = { maxLineEdits: 500, maxWordEdits: 400, maxWords: 0 };

  it.each([
    ['lines apart from each other', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
    ['lines next to each other', 'one\ntwo\n', 'ONE\ntwo\n', 'one\nTWO\n', 'ONE\nTWO\n'],
    ['a line added behind one that was changed', 'one\ntwo\n', 'ONE\ntwo\n', 'one\nnew\ntwo\n', 'ONE\nnew\ntwo\n'],
    ['a line added before one that was changed', 'one\ntwo\n', 'one\nnew\ntwo\n', 'one\nTWO\n', 'one\nnew\nTWO\n'],
    ['a line removed behind one that was changed', 'one\ntwo\nz\n', 'ONE\ntwo\nz\n', 'one\nz\n', 'ONE\nz\n'],
    ['the same change on both sides', 'a\nb\nc\n', 'A\nb\nc\n', 'A\nb\nC\n', 'A\nb\nC\n'],
  ])('needs no comparison of words for %s', (_what, base, mine, theirs, text) => {
    expect(merged(base, mine, theirs, noWords)).toEqual({ text, conflicts: [] });
  });

  it('compares places by words up to its limit, and leaves places beyond the limit to the person', () => {
    const [base, mine, theirs] = ['the quick red fox\n', 'the slow red fox\n', 'the quick red wolf\n'];
    const between = 'between\n';
    const twice = (line: string) => line + between + line;
    const wordsOfOnePlace = 3 * 8;
    expect(merged(twice(base), twice(mine), twice(theirs), { ...noWords, maxWords: wordsOfOnePlace })).toEqual({
      text: `the slow red wolf\n${between}${mine}`,
      conflicts: [[mine, theirs]],
    });
    expect(merged(twice(base), twice(mine), twice(theirs), { ...noWords, maxWords: 2 * wordsOfOnePlace })).toEqual({
      text: twice('the slow red wolf\n'),
      conflicts: [],
    });
  });

  it('merges texts that have nothing in common in bounded time', () => {
    const text = (letter: string) => Array.from({ length: 40_000 }, (_, index) => `${letter}${index}`).join('\n');
    const started = performance.now();
    expect(mergeTexts(text('a'), text('b'), text('c')).conflicts).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  const line = fc.array(fc.constantFrom('a', 'b', 'c d', '\r', '😀', 'é', '\u2028', ' '), { maxLength: 4 }).map((words) => words.join(''));
  const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 8 }).map((lines) => lines.flat().join(''));

  it('takes all changes of the other side if one side changed nothing, and none if the other side changed nothing', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(merged(base, base, other)).toEqual({ text: other, conflicts: [] });
        expect(merged(base, other, base)).toEqual({ text: other, conflicts: [] });
        expect(merged(base, other, other)).toEqual({ text: other, conflicts: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('finds the same conflicts from both sides, and the same text if there are none', () => {
    fc.assert(
      fc.property(text, text, text, (base, one, other) => {
        const [mine, theirs] = [merged(base, one, other), merged(base, other, one)];
        expect(theirs.conflicts.map(([left, right]) => [right, left])).toEqual(mine.conflicts);
        // Additions of both sides at one place are in the caller's order, so the comparison ignores order.
        if (mine.conflicts.length === 0) expect([...theirs.text].sort()).toEqual([...mine.text].sort());
      }),
      { numRuns: 500 },
    );
  });
});

describe('a paragraph that neither side has touched', () => {
  /** Paragraphs by number, in order: their text, or nothing. */
  const paragraphs = fc.array(fc.option(fc.constantFrom('one', 'two'), { nil: undefined }), { minLength: 6, maxLength: 6 });
  const textOf = (values: readonly (string | undefined)[]) =>
    values.flatMap((value, number) => (value === undefined ? [] : [`p${number}: ${value}\n`])).join('\n');

  it.each([false, true])('stays, whatever both sides changed around it (as a change that is taken back: %s)', (takesBack) => {
    fc.assert(
      fc.property(paragraphs, paragraphs, paragraphs, (base, mine, theirs) => {
        const { text } = merged(textOf(base), textOf(mine), textOf(theirs), { ...standardBounds, takesBack });
        const untouched = base.map((value, number) => (value === mine[number] && value === theirs[number] ? value : undefined));
        for (const [number, value] of untouched.entries()) if (value) expect(text.split('\n')).toContain(`p${number}: ${value}`);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('baseWithOpen (D60)', () => {
  it('restores the base text at every open place, for any order of the places', () => {
    const open = [
      { theirs: 'three!', theirsAt: 8, base: '3' },
      { theirs: 'one!', theirsAt: 0, base: '1' },
    ];
    for (const given of [open, open.toReversed()]) expect(baseWithOpen('one!\n2\n\nthree!\n', given)).toBe('1\n2\n\n3\n');
  });
});
