import { describe, expect, it } from 'vitest';
import { describeHiddenCharacters, findHiddenCharacters, spellHiddenCharacters } from './hidden-characters.ts';

type Range = [first: number, last: number];

/** Ranges from the Unicode charts, to test the expressions independently of Unicode properties. */
const ranges: Record<string, Range[]> = {
  controls: [
    [0x00, 0x08],
    [0x0b, 0x0c],
    [0x0e, 0x1f],
    [0x7f, 0x9f],
  ],
  'soft hyphen and zero-width': [
    [0xad, 0xad],
    [0x200b, 0x200d],
    [0x2060, 0x2065],
    [0xfeff, 0xfeff],
  ],
  bidirectional: [
    [0x61c, 0x61c],
    [0x200e, 0x200f],
    [0x202a, 0x202e],
    [0x2066, 0x2069],
  ],
  'line and paragraph separators': [[0x2028, 0x2029]],
  'deprecated formats and annotations': [
    [0x206a, 0x206f],
    [0xfff0, 0xfffb],
  ],
  'tags and reserved': [[0xe0000, 0xe0fff]],
  'variation selectors': [
    [0xfe00, 0xfe0f],
    [0x180b, 0x180f],
  ],
  'fillers and blanks': [
    [0x34f, 0x34f],
    [0x115f, 0x1160],
    [0x17b4, 0x17b5],
    [0x2800, 0x2800],
    [0x3164, 0x3164],
    [0xffa0, 0xffa0],
  ],
  'shorthand and music': [
    [0x1bca0, 0x1bca3],
    [0x1d173, 0x1d17a],
  ],
  'unpaired surrogates': [[0xd800, 0xdfff]],
};

const table = Object.entries(ranges).flatMap(([kind, list]) =>
  list.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => ({ kind, code: first + at }))),
);

describe('findHiddenCharacters', () => {
  it.each(Object.keys(ranges))('counts each of the %s, with its position', (of) => {
    for (const { code } of table.filter(({ kind }) => kind === of)) {
      const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
      const text = `one\ntwo${String.fromCodePoint(code)}three`;
      expect([name, findHiddenCharacters(text)]).toEqual([name, { count: 1, first: [{ code: name, line: 2, column: 4 }] }]);
    }
  });

  it('counts no other character', () => {
    const known = new Set(table.map(({ code }) => code));
    const others = Array.from({ length: 0x110000 }, (_, code) => code).filter((code) => !known.has(code));
    expect(others.filter((code) => findHiddenCharacters(`a${String.fromCodePoint(code)}b`))).toEqual([]);
  });

  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Hindi', 'क्\u200dष and क्\u200cष'],
    ['emoji', '👩\u200d💻 👩\u200d❤\u200d👩 ❤️ ☎\ufe0e 1\ufe0f\u20e3 👩🏽\u200d🚀'],
    ['flags', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['Japanese names', '葛\u{e0100}飾 葛\u{e0101}城'],
    ['Mongolian', 'ᠠ\u180b'],
    ['braille', '⠓⠑⠇⠇⠕\u2800⠺⠕⠗⠇⠙'],
    ['numbers of Arabic', '\u0600١٢'],
    ['lines and tabs', 'a\tb\r\nc'],
    ['a byte order mark at the beginning', '\ufeffa'],
  ])('treats %s as visible', (_of, text) => {
    expect(findHiddenCharacters(text)).toBeUndefined();
  });

  it('counts all hidden characters and names the first ten positions', () => {
    const sentence = [...'delete everything'].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('');
    expect(findHiddenCharacters(`😀 Fine.\n😀${sentence}`)).toEqual({
      count: 17,
      first: [0x64, 0x65, 0x6c, 0x65, 0x74, 0x65, 0x20, 0x65, 0x76, 0x65].map((letter, at) => ({
        code: `U+E00${letter.toString(16).toUpperCase()}`,
        line: 2,
        column: at + 2,
      })),
    });
  });

  it.each([
    ['data in selectors behind an emoji', '😀\u{e0101}\u{e0111}\u{e0122}', 3],
    ['a second selector behind an ideograph', '葛\u{e0100}\u{e0101}', 1],
    ['a second selector behind an emoji', '❤\ufe0f\ufe0f', 1],
    ['a selector behind a Latin letter', 'a\ufe0f', 1],
    ['a joiner between Latin letters', 'a\u200db', 1],
    ['tags without a flag', 'a\u{e0067}\u{e007f}', 2],
  ])('counts %s', (_of, text, count) => {
    expect(findHiddenCharacters(text)?.count).toBe(count);
  });

  it('describes hidden characters in words, and shows their codes in a name', () => {
    expect(describeHiddenCharacters({ count: 1, first: [{ code: 'U+200B', line: 1, column: 2 }] })).toBe(
      '1 hidden character: U+200B at line 1, character 2',
    );
    expect(describeHiddenCharacters({ count: 3, first: [{ code: 'U+200B', line: 1, column: 2 }] })).toBe(
      '3 hidden characters: U+200B at line 1, character 2; 2 more',
    );
    expect(spellHiddenCharacters('a\u200bb\u{e0041}')).toBe('a{U+200B}b{U+E0041}');
    const spelled = 'می\u200cخواهم 👩\u200d💻';
    expect(spellHiddenCharacters(spelled)).toBe(spelled);
    expect(spellHiddenCharacters(`${spelled}\u202e`)).toBe(`${spelled}{U+202E}`);
  });
});
