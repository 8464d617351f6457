import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MarkedPassage, markPassages, type Passage } from './mark-passages.ts';

type Tree = Passage<null>;

const leaf = (kind: string, text: string): Tree => ({ kind, text, parts: [], node: null });
const container = (kind: string, ...parts: Tree[]): Tree => ({
  kind,
  text: parts.map(({ text }) => text).join('\n'),
  parts,
  node: null,
});
const rows = (...texts: string[][]) =>
  container('table', ...texts.map((cells) => container('tr', ...cells.map((text) => leaf('td', text)))));
const list = (...texts: string[]) => container('ul', ...texts.map((text) => leaf('li', text)));

/** Writes the differences as a reader sees them: [-removed-] and {+added+}. */
function shown(before: Tree, after: Tree): string[] {
  return markPassages(before, after).map((mark) => {
    if (mark.change === 'added') return `{+${mark.passage.text}+}`;
    if (mark.change === 'removed') return `[-${mark.passage.text}-] before ${mark.next?.text ?? 'the end'}`;
    const signs = { none: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;
    return mark.pieces.map(({ text, change }) => `${signs[change][0]}${text}${signs[change][1]}`).join('');
  });
}

describe('markPassages (D78)', () => {
  it('marks words, and joins changes with only a space between them', () => {
    expect(shown(leaf('p', 'We ship on Monday.'), leaf('p', 'We ship on Tuesday.'))).toEqual(['We ship on [-Monday-]{+Tuesday+}.']);
    expect(shown(leaf('p', 'one two three end'), leaf('p', 'uno dos tres end'))).toEqual(['[-one two three-]{+uno dos tres+} end']);
  });

  it('marks removed and added items at their places', () => {
    expect(shown(list('first of all', 'second thing', 'third'), list('first of all', 'third', 'new'))).toEqual([
      '[-second thing-] before third',
      '{+new+}',
    ]);
  });

  it('compares cells by column, and finds removed rows', () => {
    expect(shown(rows(['apple', '5'], ['pear', '6'], ['plum', '7']), rows(['apple', '8'], ['plum', '7']))).toEqual([
      '[-5-]{+8+}',
      '[-pear\n6-] before plum\n7',
    ]);
  });

  it('shows a heading of another level as removed and added', () => {
    expect(shown(container('', leaf('h1', 'Plan')), container('', leaf('h2', 'Plan')))).toEqual(['[-Plan-] before Plan', '{+Plan+}']);
  });

  it('keeps the words of an item that gets a list of its own', () => {
    const nested = container('li', leaf('p', 'one'), list('new'));
    expect(shown(container('ul', leaf('li', 'one')), container('ul', nested))).toEqual(['{+new+}']);
  });
});

const words = fc
  .array(fc.constantFrom('a', 'b', 'ship', 'Монday', '漢', 'עברית', ' ', '.'), { maxLength: 8 })
  .map((parts) => parts.join(''));
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(fc.constantFrom('p', 'li', 'td'), words).map(([kind, text]) => leaf(kind, text)),
    fc.tuple(fc.constantFrom('ul', 'tr', 'li'), fc.array(tie('tree'), { maxLength: 5 })).map(([kind, parts]) => container(kind, ...parts)),
  ),
}));

/** Leaves of the text with marks. Without `hidden`, they are the leaves of one of the two versions. */
function leavesWithout(hidden: 'removed' | 'added', after: Tree, marks: readonly MarkedPassage<null>[]): string[] {
  const removedBefore = (parent: Tree, next: Tree | undefined) =>
    marks.flatMap((mark) =>
      hidden === 'added' && mark.change === 'removed' && mark.parent === parent && mark.next === next ? leavesOf(mark.passage) : [],
    );
  const walk = (passage: Tree): string[] => {
    const changed = marks.find((mark) => mark.change === 'words' && mark.after === passage);
    const own =
      changed?.change === 'words'
        ? changed.pieces
            .filter(({ change }) => change !== hidden)
            .map(({ text }) => text)
            .join('')
        : passage.text;
    const isAdded = marks.some((mark) => mark.change === 'added' && mark.passage === passage);
    if (isAdded && passage.parts.length > 0) return hidden === 'added' ? [] : leavesOf(passage);
    const parts =
      passage.parts.length === 0
        ? [...removedBefore(passage, passage), isAdded && hidden === 'added' ? '' : own]
        : passage.parts.flatMap((part) => [...removedBefore(passage, part), ...walk(part)]);
    return [...parts, ...removedBefore(passage, undefined)];
  };
  return walk(after).filter((text) => text !== '');
}

const leavesOf = ({ text, parts }: Tree): string[] => (parts.length === 0 ? [text] : parts.flatMap(leavesOf)).filter((one) => one !== '');

it('shows the current text without removed words, and the reviewed text without added ones', () => {
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      const [before, after] = [container('', one), container('', other)];
      const marks = markPassages(before, after);
      expect(leavesWithout('removed', after, marks)).toEqual(leavesOf(after));
      expect(leavesWithout('added', after, marks)).toEqual(leavesOf(before));
      expect(markPassages(after, after)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
