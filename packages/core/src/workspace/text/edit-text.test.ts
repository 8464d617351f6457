import { describe, expect, it } from 'vitest';
import { editText } from './edit-text.ts';

const edit = (text: string, oldText: string, newText: string) => editText({ text, oldText, newText });
const edited = (text: string, oldText: string, newText: string) => {
  const result = edit(text, oldText, newText);
  return result.ok ? result.text : result.reason;
};
const messageOf = (text: string, oldText: string, newText = 'new') => {
  const result = edit(text, oldText, newText);
  return result.ok ? 'edited' : result.message;
};

describe('editText', () => {
  it('replaces the only match and returns its position', () => {
    expect(edit('one two three', 'two', '2')).toEqual({ ok: true, text: 'one 2 three', index: 4 });
    expect(edit('one two three', ' two', '')).toEqual({ ok: true, text: 'one three', index: 3 });
  });

  it('inserts newText unchanged, even if it looks like a replacement pattern', () => {
    expect(edited('a b c', 'b', "$& $1 $` $' $$")).toBe("a $& $1 $` $' $$ c");
    expect(edited('a $& c', '$&', 'b')).toBe('a b c');
    expect(edited('a.c abc', 'a.c', 'x')).toBe('x abc');
  });

  it('refuses an empty oldText (D21)', () => {
    expect(edit('text', '', 'new')).toMatchObject({ ok: false, reason: 'invalid_argument' });
    expect(edit('', '', '')).toMatchObject({ ok: false, reason: 'invalid_argument' });
    expect(messageOf('text', '')).toContain('oldText is empty');
  });

  it('refuses a newText that equals oldText, whether it occurs or not (D21)', () => {
    expect(edited('text', 'text', 'text')).toBe('nothing_to_change');
    expect(edited('text', 'other', 'other')).toBe('nothing_to_change');
  });

  it('counts overlapping occurrences (D21)', () => {
    expect(edited('ababab', 'abab', 'x')).toBe('text_repeated');
    expect(messageOf('ababab', 'abab')).toContain('occurs 2 times (on line 1)');
  });

  it('states the number and the first five lines of a repeated text (D21)', () => {
    expect(messageOf('x\n\nx\nx x\nx\nx\nx', 'x')).toContain('occurs 7 times (first on lines 1, 3, 4, 5)');
    expect(messageOf('x\r\ny\r\n'.repeat(9), 'x\ny')).toContain('occurs 9 times (first on lines 1, 3, 5, 7, 9)');
  });

  it('never matches another case, another form or other white space (D21)', () => {
    for (const oldText of ['TWO', 'two  three', 'café', 'thrée'])
      expect(edited('one two three cafe\u0301', oldText, 'x')).toBe('text_not_found');
  });
});

describe('editText and line endings', () => {
  it('matches \\n as \\r\\n if it does not match unchanged (D21)', () => {
    expect(edit('a\r\nb\r\nc\r\n', 'b\nc', 'B')).toEqual({ ok: true, text: 'a\r\nB\r\n', index: 3 });
    expect(edited('a\r\nb\nc', 'a\nb\nc', 'x')).toBe('x');
    expect(edited('a\r\nb\na\r\nb', 'a\nb', 'x')).toBe('text_repeated');
    expect(edited('a\r\nb\na\nb', 'a\nb', 'x')).toBe('a\r\nb\nx');
  });

  it('writes CRLF into an item that has only CRLF, and only there (D21)', () => {
    expect(edited('a\r\nb\r\n', 'b', 'b\nc')).toBe('a\r\nb\r\nc\r\n');
    expect(edited('a\r\nb\n', 'b', 'b\nc')).toBe('a\r\nb\nc\n');
    expect(edited('a\nb\n', 'b', 'b\nc')).toBe('a\nb\nc\n');
    expect(edited('ab', 'b', 'b\nc')).toBe('ab\nc');
    expect(edited('a\r\nb\r\n', 'b', 'b\r\nc\nd')).toBe('a\r\nb\r\nc\nd\r\n');
  });

  it('leaves no lone \\r before a place that starts with \\n', () => {
    expect(edit('a\r\nb\r\nc', '\nb', '')).toEqual({ ok: true, text: 'a\r\nc', index: 1 });
    expect(edited('a\r\nb\r\nc', '\nb', '\nB')).toBe('a\r\nB\r\nc');
    expect(edited('a\r\nb\r\nc', '\nb\n', '\nB\n')).toBe('a\r\nB\r\nc');
    expect(edited('a\r\nb\nc', '\nb', 'B')).toBe('a\rB\nc');
  });

  it('treats \\r\\n and \\n in one oldText as the same ending if the item has only CRLF', () => {
    expect(edited('a\r\nb\r\nc', 'a\r\nb\nc', 'x')).toBe('x');
    expect(edited('a\r\nb\nc\nd', 'a\nb\r\nc', 'x')).toBe('text_not_found');
    expect(edited('a\nb', 'a\r\nb', 'x')).toBe('text_not_found');
  });

  it('refuses an edit that changes nothing after the endings become CRLF', () => {
    expect(edited('a\r\nb\r\n', 'a\r\nb', 'a\nb')).toBe('nothing_to_change');
    expect(edited('a\r\nb\r\n', 'a\nb', 'a\r\nb')).toBe('nothing_to_change');
  });
});

describe('the hint of text_not_found', () => {
  const near = (difference: string, line: number) => `It would match at line ${line} if ${difference} were ignored.`;

  it.each([
    ['white space at line ends', 'x\n\nfoo  \nbar', 'foo\nbar', 3],
    ['white space at line ends', 'x\nfoo\nbar', 'foo \nbar\t', 2],
    ['typographic quotes (“ ” ‘ ’ for " and \')', 'x\nsay “it’s”', 'say "it\'s"', 2],
    ['Unicode composition (NFC)', 'x\ncafe\u0301', 'café', 2],
    ['the kind of line endings (\\r\\n or \\n)', 'x\na\nb', 'a\r\nb', 2],
    ['line-number prefixes in oldText', 'x\nfoo\nbar', '2\tfoo\n3\tbar', 2],
    ['line-number prefixes in oldText', 'x\nfoo\nbar', '2: foo\n3: bar', 2],
    ['line-number prefixes in oldText', 'x\nfoo\n\nbar', '  2→foo\n  3→\n  4→bar', 2],
    ['upper and lower case', 'x\nThe Größe', 'the GRÖSSE'.replace('SS', 'ß'), 2],
  ])('names %s (D21)', (difference, text, oldText, line) => {
    expect(messageOf(text, oldText)).toContain(near(difference, line));
  });

  it('checks all differences together if no single one explains it', () => {
    for (const [text, oldText] of [
      ['a\nin\u00a0the', 'in the'],
      ['a\nin\u202fthe', 'in the'],
      ['a\nin\u2009the', 'in the'],
      ['a\nin\tthe', 'in  the'],
    ] as const)
      expect(messageOf(text, oldText)).toContain(near('the kind and number of spaces (no-break spaces, tabs)', 2));
    expect(messageOf('x\r\n“foo” \r\nbar', '2\t"foo"\n3\tbar')).toMatch(/It would match at line 2 if .*white space.* were all ignored\./);
  });

  it('is absent if no text is similar', () => {
    expect(messageOf('one\ntwo', 'three')).toBe(
      'oldText does not occur in the item. Copy the text exactly as read_lines or find_text returns it, then edit again.',
    );
    expect(messageOf('one\ntwo', '   ')).not.toContain('would match');
    expect(messageOf('', 'x')).not.toContain('would match');
  });

  it.each([
    ['white space at line ends', 'x foo  \nbar', 'x foo\nbar'],
    ['typographic quotes (“ ” ‘ ’ for " and \')', 'say “it’s”', 'say "it\'s"'],
    ['Unicode composition (NFC)', 'a cafe\u0301', 'a café'],
    ['line-number prefixes in oldText', 'foo\nbar', '30001\tfoo\n30002\tbar'],
    ['upper and lower case', 'Foo BAR end', 'foo Bar end'],
  ])('names %s in the middle of a large text too, even if its words are also nearby', (difference, place, oldText) => {
    const filler = 'nothing\n'.repeat(30_000);
    expect(messageOf(`${filler}${place}\n${filler}`, oldText)).toContain(near(difference, 30_001));
    expect(messageOf(`${filler}a say x foo bar\n${filler}${place}\n${filler}`, oldText)).toContain(near(difference, 60_002));
  });

  it('never applies the edit', () => {
    expect(edited('say “yes”', 'say "yes"', 'no')).toBe('text_not_found');
  });
});

describe('the duration of an edit', () => {
  const large = 10 * 1024 * 1024;

  it('is linear for texts that almost match everywhere', () => {
    const started = performance.now();
    const repeated = messageOf('a'.repeat(large), 'a'.repeat(1_000_000));
    expect(repeated).toContain(`occurs ${large - 1_000_000 + 1} times (on line 1)`);
    expect(edited('a'.repeat(large), `b${'a'.repeat(2_000_000)}`, 'x')).toBe('text_not_found');
    // Spaces that end no line are where a pattern for trailing white space takes length × length steps.
    expect(edited(`${' '.repeat(large)}x`, `y${' '.repeat(1_000_000)}z\n“`, 'x')).toBe('text_not_found');
    expect(edited('\r\n'.repeat(large / 16), `${'\n'.repeat(100_000)}x`, 'x')).toBe('text_not_found');
    expect(performance.now() - started).toBeLessThan(60_000);
  }, 90_000);
});
