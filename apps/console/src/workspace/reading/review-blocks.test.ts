import { changesOf } from '@gatehouse/domain/review';
import { tests } from 'commonmark-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneCharacterEndings, parseBlocks } from './parse-blocks.ts';
import { reviewBlocks } from './review-blocks.ts';

const sourceOf = (reviewed: string, current: string) => ({ reviewed, current, changes: changesOf({ reviewed, current }) });
const changed = (reviewed: string, current: string) =>
  reviewBlocks(sourceOf(reviewed, current)).flatMap(({ review }) =>
    review
      ? [[review.before?.text.trim(), review.after?.text.trim(), review.changes.map(({ before, after }) => [before.trim(), after.trim()])]]
      : [],
  );

describe('reviewBlocks (D78)', () => {
  it('pairs a changed paragraph with its reviewed wording', () => {
    expect(changed('# A\n\nThe old words.\n\nend\n', '# A\n\nThe new words.\n\nend\n')).toEqual([
      ['The old words.', 'The new words.', [['The old words.', 'The new words.']]],
    ]);
  });

  it('shows removed blocks where they were, without their heading in the outline', () => {
    const blocks = reviewBlocks(sourceOf('one\n\n# Gone\n\nend\n', 'one\n\nend\n'));
    expect(blocks.map(({ html, heading, review }) => [html.trim(), heading, review?.after])).toEqual([
      ['<p>one</p>', undefined, undefined],
      ['<h1>Gone</h1>', undefined, undefined],
      ['<p>end</p>', undefined, undefined],
    ]);
    expect(blocks[1]?.review?.before).toBeDefined();
  });

  it('gives the changes of one list to its block, each with its place', () => {
    const [list] = reviewBlocks(sourceOf('- one\n- two\n- three\n', '- 1\n- two\n- 3\n'));
    expect(list?.review?.changes).toMatchObject([
      { before: '- one\n', after: '- 1\n', beforeAt: { from: 0, to: 6 }, afterAt: { from: 0, to: 4 } },
      { before: '- three\n', after: '- 3\n', beforeAt: { from: 12, to: 20 }, afterAt: { from: 10, to: 14 } },
    ]);
  });

  it('gives a change that no block shows to the block before it', () => {
    expect(changed('text\n\n<!-- a -->\n\nend\n', 'text\n\n<!-- b -->\n\nend\n')).toEqual([
      ['<!-- a -->', '<!-- b -->', [['<!-- a -->', '<!-- b -->']]],
    ]);
    expect(changed('one\n\n[x]: /a\n\nend\n', 'one\n\n[x]: /b\n\nend\n')).toEqual([['one', 'one', [['[x]: /a', '[x]: /b']]]]);
    expect(changed('[x]: /a\n', '[x]: /b\n')).toEqual([[undefined, '', [['[x]: /a', '[x]: /b']]]]);
  });

  it('keeps the part of a change that no block shows', () => {
    const source = (address: string, word: string) => `[x]: ${address}\nThe ${word} words\n`;
    expect(changed(source('/a', 'old'), source('/b', 'new'))).toEqual([
      [
        'The old words',
        'The new words',
        [
          ['The old words', 'The new words'],
          ['[x]: /a', '[x]: /b'],
        ],
      ],
    ]);
  });

  it('marks blocks that look different because of a change elsewhere', () => {
    const blocks = changed('see [x]\n\nend\n\n[x]: /a\n', 'see [x]\n\nend\n\n[x]: /b\n');
    expect(blocks.map(([before]) => before)).toEqual(['see [x]', 'end']);
  });

  it('finds the places of footnotes, front matter, and lines with two characters at their end', () => {
    expect(
      changed(
        '---\r\na: 1\r\n---\r\n\r\nx[^1]\r\n\r\ny\r\n\r\n[^1]: old\r\n',
        '---\r\na: 2\r\n---\r\n\r\nx[^1]\r\n\r\ny\r\n\r\n[^1]: new\r\n',
      ),
    ).toEqual([
      ['---\na: 1\n---', '---\na: 2\n---', [['a: 1', 'a: 2']]],
      ['[^1]: old', '[^1]: new', [['[^1]: old', '[^1]: new']]],
    ]);
  });
});

it('finds the place of every block of the CommonMark examples', () => {
  for (const { markdown } of tests) {
    const text = markdown.replaceAll('→', '\t');
    for (const { source } of parseBlocks(text)) {
      for (const { from, to } of source) expect(from < to && to <= text.length).toBe(true);
    }
    const [first] = parseBlocks(`before\n\n${text}\n\nafter`).slice(-1);
    const end = first?.source.at(-1);
    if (first?.html === '<p>after</p>\n') expect(`before\n\n${text}\n\nafter`.slice(end?.from, end?.to)).toBe('after');
  }
});

const line = fc.constantFrom(
  '',
  '',
  'a',
  'b c',
  '# x',
  '- x',
  '- y',
  '```',
  '> q',
  '| a | b |',
  '|---|---|',
  '[x]: /u',
  '[x]',
  '<!-- n -->',
  '---',
  '[^1]',
  '[^1]: n',
  'p\r',
);
const text = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'));

it('keeps the blocks of the current text, adds those of the reviewed text, and shows every change', () => {
  fc.assert(
    fc.property(text, text, (reviewed, current) => {
      const source = sourceOf(reviewed, current);
      const blocks = reviewBlocks(source);
      const looks = (of: { html: string; code?: object | undefined }[]) => of.map(({ html, code }) => code ?? html);
      const own = blocks.filter(({ review, html, code }) => (!review || review.after) && (html !== '' || code));
      expect(looks(own)).toEqual(looks(parseBlocks(current)));
      const before = blocks.flatMap((block) => (block.review ? (block.review.before ?? []) : block));
      expect(looks(before)).toEqual(looks(parseBlocks(reviewed)));
      const placed = new Set(blocks.flatMap(({ review }) => review?.changes.map(({ id }) => id) ?? []));
      expect(placed).toEqual(new Set(source.changes.map(({ id }) => id)));
      for (const { review } of blocks) {
        for (const { before, beforeAt, after, afterAt } of review?.changes ?? []) {
          const whole = beforeAt.from === beforeAt.to && afterAt.from === afterAt.to;
          if (whole) continue;
          expect(oneCharacterEndings(review?.before?.text.slice(beforeAt.from, beforeAt.to) ?? '')).toBe(before);
          expect(oneCharacterEndings(review?.after?.text.slice(afterAt.from, afterAt.to) ?? '')).toBe(after);
        }
      }
    }),
    { numRuns: 500 },
  );
});
