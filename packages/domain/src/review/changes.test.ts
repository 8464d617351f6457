import { describe, expect, it } from 'vitest';
import { changesOf } from './changes.ts';
import { decide } from './decide.ts';

const paragraphs = (...texts: string[]) => texts.map((text) => `${text}\n\n`).join('');
const shown = (reviewed: string, current: string) => changesOf({ reviewed, current }).map(({ before, after }) => [before, after]);

describe('changesOf', () => {
  it('returns no changes of equal texts', () => {
    expect(shown('a\n', 'a\n')).toEqual([]);
  });

  it('separates places with an unchanged line between them', () => {
    expect(shown('- one\n- two\n- three\n', '- 1\n- two\n- 3\n')).toEqual([
      ['- one\n', '- 1\n'],
      ['- three\n', '- 3\n'],
    ]);
  });

  it('cuts added paragraphs at blank lines', () => {
    expect(shown(paragraphs('start', 'end'), paragraphs('start', 'one', 'two', 'end'))).toEqual([
      ['', 'one\n\n'],
      ['', 'two\n\n'],
    ]);
  });

  it('pairs a paragraph with its new wording, and separates a new one before it', () => {
    const [old, edited] = ['The release is planned for May.', 'The release is planned for June.'];
    expect(shown(paragraphs(old), paragraphs('A word of warning to everybody!', edited))).toEqual([
      ['', 'A word of warning to everybody!\n\n'],
      [`${old}\n`, `${edited}\n`],
    ]);
  });

  it('keeps what follows a last line without an ending in one change', () => {
    expect(shown('a', 'a\n\nb\n\nc')).toEqual([['a', 'a\n\nb\n\nc']]);
  });

  it('names the same change at two places differently', () => {
    const ids = changesOf({ reviewed: 'x\nkeep\nx\n', current: 'y\nkeep\ny\n' }).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('decide', () => {
  const pair = { reviewed: paragraphs('one', 'two', 'three'), current: paragraphs('ONE!', 'two', 'THREE!') };
  const [first, second] = changesOf(pair).map(({ id }) => id) as [string, string];

  it('applies an accepted change to the reviewed text alone', () => {
    const decided = decide(pair, { accept: new Set([first]), decline: new Set() });
    expect(decided).toEqual({ reviewed: paragraphs('ONE!', 'two', 'three'), current: pair.current });
  });

  it('removes a declined change from the current text alone', () => {
    const decided = decide(pair, { accept: new Set(), decline: new Set([second]) });
    expect(decided).toEqual({ reviewed: pair.reviewed, current: paragraphs('ONE!', 'two', 'three') });
  });

  it('leaves nothing waiting when all changes are decided', () => {
    const { reviewed, current } = decide(pair, { accept: new Set([first]), decline: new Set([second]) });
    expect(reviewed).toBe(current);
  });
});
