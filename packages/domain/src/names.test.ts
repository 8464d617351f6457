import { describe, expect, it } from 'vitest';
import { cleanName, cleanTags } from './names.ts';

const clean = (text: string, maximum = 200) => cleanName(text, { argument: 'name', maximum });
const messageOf = (text: string, maximum?: number) => {
  const result = clean(text, maximum);
  return result.ok ? `accepted ${result.name}` : `${result.reason}: ${result.message}`;
};

describe('cleanName', () => {
  it('trims and composes, and leaves the rest alone (D16)', () => {
    expect(clean('  Cafe\u0301  plan <v2> ❤️ ')).toEqual({ ok: true, name: 'Café  plan <v2> ❤️' });
  });

  it('counts code points after cleaning (D16, D17)', () => {
    expect(clean('😀'.repeat(200))).toEqual({ ok: true, name: '😀'.repeat(200) });
    expect(clean(` ${'e\u0301'.repeat(200)} `)).toEqual({ ok: true, name: 'é'.repeat(200) });
    expect(clean('\u03b1\u0313\u0300\u0345'.repeat(200))).toEqual({ ok: true, name: '\u1f82'.repeat(200) });
    expect(messageOf('😀'.repeat(201))).toBe('invalid_argument: name has 201 characters: shorten it to at most 200');
  });

  it('measures an endless run of marks without normalizing it', () => {
    expect(messageOf(`a${'\u0301\u0316'.repeat(50_000)}`)).toBe('invalid_argument: name has 100001 characters: shorten it to at most 200');
  });

  it.each(['', '   ', '\n\t', '\u00a0\u3000\ufeff'])('refuses nothing but white space: %j', (text) => {
    expect(messageOf(text)).toBe('invalid_argument: name is empty: give 1 to 200 characters that are not white space');
  });

  it.each([
    ['a\nb', 'the line break U+000A at character 2'],
    ['a\r\nb', 'the line break U+000D at character 2'],
    ['a\u2028b', 'the line break U+2028 at character 2'],
    ['a\u2029b', 'the line break U+2029 at character 2'],
    ['a\u0085b', 'the line break U+0085 at character 2'],
    ['a\tb', 'the control character U+0009 at character 2'],
    ['a\0b', 'the control character U+0000 at character 2'],
    ['a\u007f', 'the control character U+007F at character 2'],
    ['invoice\u202etxt.exe', 'the invisible format character U+202E at character 8'],
    ['a\u2066b', 'the invisible format character U+2066 at character 2'],
    ['a\u200bb', 'the invisible format character U+200B at character 2'],
    ['a\u00adb', 'the invisible format character U+00AD at character 2'],
    ['a\u{e0041}', 'the invisible format character U+E0041 at character 2'],
    ['👩\u200d🚀', 'the zero-width joiner (of a composed emoji, for example) U+200D at character 2'],
    ['  😀\u202e', 'the invisible format character U+202E at character 4'],
    ['a\ud83d', 'the unpaired surrogate U+D83D at character 2'],
  ])('refuses hidden characters and says where: %j (D16)', (text, found) => {
    expect(messageOf(text)).toBe(`invalid_argument: name must be one line of visible text: remove ${found}`);
  });

  it('speaks of the argument it was given', () => {
    const refused = { ok: false, reason: 'invalid_argument', message: 'changeSummary has 4 characters: shorten it to at most 3' };
    expect(cleanName('abcd', { argument: 'changeSummary', maximum: 3 })).toEqual(refused);
  });
});

describe('cleanTags', () => {
  it('keeps the first of tags that differ only in case or composition (D16)', () => {
    expect(cleanTags([' Café', 'CAFE\u0301', 'b', 'B ', 'a'])).toEqual({ ok: true, tags: ['Café', 'b', 'a'] });
  });

  it('accepts none and twenty, repeated or not (D17)', () => {
    const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    expect(cleanTags([])).toEqual({ ok: true, tags: [] });
    expect(cleanTags([...twenty, ...twenty])).toEqual({ ok: true, tags: twenty });
  });

  it('refuses a twenty-first (D17)', () => {
    const tags = Array.from({ length: 21 }, (_, index) => `tag ${index}`);
    const message = 'tags has more than 20 different tags: give at most 20';
    expect(cleanTags(tags)).toEqual({ ok: false, reason: 'invalid_argument', message });
  });

  it('says which tag is wrong (D16, D17)', () => {
    const reason = 'invalid_argument';
    expect(cleanTags(['a', 'x'.repeat(50), 'y'.repeat(51)])).toEqual({
      ok: false,
      reason,
      message: 'tags[2] has 51 characters: shorten it to at most 50',
    });
    expect(cleanTags(['a', ' '])).toEqual({
      ok: false,
      reason,
      message: 'tags[1] is empty: give 1 to 50 characters that are not white space',
    });
  });
});
