import { describe, expect, it } from 'vitest';
import { joiners, withoutJoiners } from './joiners.ts';
import { cleanName, cleanTags } from './names.ts';

const clean = (text: string, maximum = 200) => cleanName(text, { argument: 'name', maximum });
const messageOf = (text: string, maximum?: number) => {
  const result = clean(text, maximum);
  return result.ok ? `accepted ${result.name}` : `${result.reason}: ${result.message}`;
};

describe('cleanName', () => {
  it('trims and composes, and changes nothing else (D16)', () => {
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
    ['  😀\u202e', 'the invisible format character U+202E at character 4'],
    ['a\ud83d', 'the unpaired surrogate U+D83D at character 2'],
  ])('refuses hidden characters and names their positions: %j (D16)', (text, found) => {
    expect(messageOf(text)).toBe(`invalid_argument: name must be one line of visible text: remove ${found}`);
  });

  it.each([
    ['Persian', 'می\u200cخواهم'],
    ['Persian, behind marks and a letter that does not join', 'مثلاً کارِ\u200cها'],
    ['Arabic', 'بي\u200cبي\u200cسي'],
    ['Sinhala', 'ශ්\u200dරී'],
    ['Sinhala letters that touch', 'ක\u200d්ෂ'],
    ['Hindi', 'क्\u200dष and क्\u200cष'],
    ['Bengali', 'র\u200d্যাব'],
    ['Bengali, within a word', 'উদ্\u200cযাপন'],
    ['Kannada', 'ರ\u200d್ಯಾಂಕ್'],
    ['Malayalam', 'അവന്\u200dറെ തമിഴ്\u200cനാട്'],
    ['Malayalam, at the end of words', 'ഞാന്\u200d വന്നു, അവന്\u200d'],
    ['Khmer', 'ក្\u200dក'],
    ['Khmer register shifters', 'ប\u200c៊ី'],
    ['emoji', '👩\u200d💻 plan 👨\u200d👩\u200d👧\u200d👦🏳️\u200d🌈👩🏽\u200d❤️\u200d💋\u200d👩🏽'],
    ['flags', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ])('accepts joiners as the spelling of %s (D16)', (_of, text) => {
    expect(clean(text)).toEqual({ ok: true, name: text });
  });

  const joiner = 'the zero-width joiner (allowed only in emoji, and between letters of scripts that use it) U+200D';
  const nonJoiner = 'the zero-width non-joiner (allowed only between letters of scripts that use it) U+200C';
  it.each([
    ['a\u200db', `${joiner} at character 2`],
    ['a\u200cb', `${nonJoiner} at character 2`],
    ['\u200cمی', `${nonJoiner} at character 1`],
    ['می\u200c', `${nonJoiner} at character 3`],
    ['می \u200cخواهم', `${nonJoiner} at character 4`],
    ['می\u200c\u200cخواهم', `${nonJoiner} at character 3`],
    ['می\u200dخواهم', `${joiner} at character 3`],
    ['क्\u200d', `${joiner} at character 3`],
    ['क\u200dष', `${joiner} at character 2`],
    ['ക്\u200d\u200cഷ', `${nonJoiner} at character 4`],
    ['1\u200c2', `${nonJoiner} at character 2`],
    ['۱\u200c۲', `${nonJoiner} at character 2`],
    ['👩\u200d', `${joiner} at character 2`],
    ['👩\u200d\u200d💻', `${joiner} at character 2`],
    ['👩\u200d💻\u200d', `${joiner} at character 4`],
    ['🚗\u200d🌳', `${joiner} at character 2`],
    ['می\u200fخواهم', 'the invisible format character U+200F at character 3'],
    ['می\u200bخواهم', 'the invisible format character U+200B at character 3'],
    ['🏴\u{e0067}\u{e007f}', 'the invisible format character U+E0067 at character 2'],
    ['👩\u200d💻\u{e0067}', 'the invisible format character U+E0067 at character 4'],
    // Composing leaves no virama before the joiner.
    ['ක\u0dd9\u0dca\u200dර', `${joiner} at character 3`],
  ])('refuses joiners that no spelling needs: %j (D16)', (text, found) => {
    expect(messageOf(text)).toBe(`invalid_argument: name must be one line of visible text: remove ${found}`);
  });

  it('contains no hidden characters, is in NFC with and without joiners, and does not change when cleaned again (D16)', () => {
    const parts = [...'aक\u094d\u093cشی\u064b\u0301ක\u0dd9\u0dcaര്ন\u09cd\u09bcর🏴👩💻❤️🏽 1\u200c\u200d\u200d\u200c\u200b\u{e0067}\u202e'];
    let [seed, accepted] = [7, 0];
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 30_000; round++) {
      const text = Array.from({ length: 1 + next(6) }, () => parts[next(parts.length)]).join('');
      const once = clean(text);
      if (!once.ok) continue;
      if (joiners.some((code) => once.name.includes(String.fromCodePoint(code)))) accepted += 1;
      const bare = withoutJoiners(once.name);
      expect(bare).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      expect(bare.normalize('NFC')).toBe(bare);
      expect(clean(once.name)).toEqual(once);
    }
    expect(accepted).toBeGreaterThan(100);
  });

  it.each(['👩\u200d', '👩\u200d💻', 'ی\u200c', 'क्\u200d', '🏴\u{e0067}', 'ی\u064b\u0650'])(
    'only counts a text that is far too long: %j',
    (part) => {
      const length = 500_000 * [...part].length;
      expect(messageOf(part.repeat(500_000))).toBe(`invalid_argument: name has ${length} characters: shorten it to at most 200`);
    },
  );

  it('names the argument in its message', () => {
    const refused = { ok: false, reason: 'invalid_argument', message: 'changeSummary has 4 characters: shorten it to at most 3' };
    expect(cleanName('abcd', { argument: 'changeSummary', maximum: 3 })).toEqual(refused);
  });
});

describe('cleanTags', () => {
  it('keeps the first of tags that differ only in case, composition or joiners (D16)', () => {
    expect(cleanTags([' Café', 'CAFE\u0301', 'b', 'B ', 'a'])).toEqual({ ok: true, tags: ['Café', 'b', 'a'] });
    expect(cleanTags(['می\u200cخواهم', 'میخواهم', '👩💻', '👩\u200d💻'])).toEqual({ ok: true, tags: ['می\u200cخواهم', '👩💻'] });
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

  it('names the tag that is wrong (D16, D17)', () => {
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
