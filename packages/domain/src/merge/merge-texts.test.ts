import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, mergeTexts } from './merge-texts.ts';

function merged(base: string, mine: string, theirs: string) {
  const { edits, conflicts } = mergeTexts(base, mine, theirs);
  return { text: applyEdits(mine, edits), conflicts: conflicts.map(({ from, to, theirs }) => [mine.slice(from, to), theirs]) };
}

describe('mergeTexts (D60)', () => {
  it.each([
    ['other lines', 'a\nb\nc\nd\ne\n', 'A\nb\nc\nd\ne\n', 'a\nb\nc\nd\nE\n', 'A\nb\nc\nd\nE\n'],
    ['lines next to each other', 'one\ntwo\n', 'ONE\ntwo\n', 'one\nTWO\n', 'ONE\nTWO\n'],
    ['words of one line', 'the quick red fox\n', 'the slow red fox\n', 'the quick red wolf\n', 'the slow red wolf\n'],
    ['a word next to one that was changed', 'the quick fox', 'the slow fox', 'the quick brown fox', 'the slow brown fox'],
    ['the same on both sides', 'a\nb\nz\n', 'a\nB\nz\n', 'a\nB\nz\nc\n', 'a\nB\nz\nc\n'],
    ['lines that others append while one writes at the end', 'a', 'a, and b', 'a\nlog 1\n', 'a, and b\nlog 1\n'],
    ['lines that both add at one place', 'a\nz\n', 'a\nmine\nz\n', 'a\ntheirs\nz\n', 'a\nmine\ntheirs\nz\n'],
    ['line endings', 'a\r\nb\r\nc\r\n', 'a\r\nb\r\nC\r\n', 'A\r\nb\r\nc\r\n', 'A\r\nb\r\nC\r\n'],
    ['what others removed', 'a\nb\nc\nd\n', 'a\nb\nc\nD\n', 'c\nd\n', 'c\nD\n'],
  ])('takes in %s', (_what, base, mine, theirs, text) => {
    expect(merged(base, mine, theirs)).toEqual({ text, conflicts: [] });
  });

  it('leaves words that both changed as they are, and tells what the others made of the line', () => {
    const found = merged('a\nthe quick fox\nz\n', 'a\nthe slow fox\nz\n', 'A\n\nthe lazy fox\nz\n');
    expect(found.conflicts).toEqual([['a\nthe slow fox\n', 'A\n\nthe lazy fox\n']]);
    expect(merged('1\n2\nthe quick fox\n', '1\n2\nthe slow fox\n', '0\n2\nthe lazy fox\n')).toEqual({
      text: '0\n2\nthe slow fox\n',
      conflicts: [['the slow fox\n', 'the lazy fox\n']],
    });
  });

  it('tells of what one side removed and the other changed', () => {
    expect(merged('a\nb\nc\n', 'a\nc\n', 'a\nB b\nc\n').conflicts).toEqual([['', 'B b\n']]);
  });

  it.each([
    ['behind what one removed', 'a\nb\nc\n', 'a\nc\n', 'a\nb\nx\nc\n', [['', 'b\nx\n']]],
    ['before what one removed', 'a\nb\nc\n', 'a\nc\n', 'a\nx\nb\nc\n', [['', 'x\nb\n']]],
    ['behind a word that one removed', 'one two three', 'one three', 'one two, too three', [['one three', 'one two, too three']]],
  ])('takes nothing in that others add %s: it may be about that', (_what, base, mine, theirs, conflicts) => {
    expect(merged(base, mine, theirs)).toEqual({ text: mine, conflicts });
  });

  it('leaves words that both add at one place of a line to the person', () => {
    expect(merged('Costs: €\n', 'Costs: 10 €\n', 'Costs: 25 €\n')).toEqual({
      text: 'Costs: 10 €\n',
      conflicts: [['Costs: 10 €\n', 'Costs: 25 €\n']],
    });
    expect(merged('the fox', 'the slow fox', 'the lazy fox').conflicts).toEqual([['the slow fox', 'the lazy fox']]);
  });

  it('is done in time with texts that have nothing in common', () => {
    const text = (letter: string) => Array.from({ length: 40_000 }, (_, index) => `${letter}${index}`).join('\n');
    const started = performance.now();
    expect(mergeTexts(text('a'), text('b'), text('c')).conflicts).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  const line = fc.array(fc.constantFrom('a', 'b', 'c d', '\r', '😀', 'é', '\u2028', ' '), { maxLength: 4 }).map((words) => words.join(''));
  const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 8 }).map((lines) => lines.flat().join(''));

  it('takes everything of the others where one changed nothing, and nothing where they did not', () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(merged(base, base, other)).toEqual({ text: other, conflicts: [] });
        expect(merged(base, other, base)).toEqual({ text: other, conflicts: [] });
        expect(merged(base, other, other)).toEqual({ text: other, conflicts: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('finds the same conflicts whoever of the two asks, and takes in the same where there are none', () => {
    fc.assert(
      fc.property(text, text, text, (base, one, other) => {
        const [mine, theirs] = [merged(base, one, other), merged(base, other, one)];
        expect(theirs.conflicts.map(([left, right]) => [right, left])).toEqual(mine.conflicts);
        // What both add at one place stands in the order of whoever asks.
        if (mine.conflicts.length === 0) expect([...theirs.text].sort()).toEqual([...mine.text].sort());
      }),
      { numRuns: 500 },
    );
  });
});
