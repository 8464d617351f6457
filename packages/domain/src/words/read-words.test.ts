import { describe, expect, it } from 'vitest';
import { readWords } from './read-words.ts';

function wordsOf(text: string): (string | readonly string[])[] {
  const words: (string | readonly string[])[] = [];
  readWords(text, ({ terms }) => words.push(terms.length === 1 ? terms[0]! : terms));
  return words;
}

describe('readWords', () => {
  it.each([
    [
      'case, accents and English endings do not matter',
      'Configuring CAFÉ Keys, naïve Straße',
      ['configur', 'cafe', 'key', 'naiv', 'strass'],
    ],
    ['a joined word counts whole and in parts', 'docs/read_me.md', [['docs/read_me.md', 'doc', 'read', 'me', 'md']]],
    ['a sign at the end joins nothing', '_emphasis_ end. a--b', ['emphasi', 'end', 'a', 'b']],
    ['a possessive is its word', "the reader's readers’ don't", ['the', 'reader', 'reader', 'don', 't']],
    [
      'Chinese, Japanese and Korean are pairs of characters',
      '重置密码 カタカナ 비밀번호',
      ['重置', '置密', '密码', 'カタ', 'タカ', 'カナ', '비밀', '밀번', '번호'],
    ],
    ['one character alone is its own pair', 'GPU 猫', ['gpu', '猫']],
    ['scripts meet without a space', 'GPU驱动v2', ['gpu', '驱动', 'v2']],
    ['composed and decomposed characters are one', `${'한글 한글'.normalize('NFD')} e\u0301t\u00e9`, ['한글', '한글', 'ete']],
    ['Thai is pairs of characters with their marks', 'น้ำดื่ม', ['น้ํา', 'ําดื่', 'ดื่ม']],
    ['Hindi, Arabic, Greek and Cyrillic words are whole', 'हिन्दी كِتَاب ΛΌΓΟΣ Ёлка', ['हिन्दी', 'كتاب', 'λογοσ', 'елка']],
    ['signs and white space are no words', ' ,.;:!?()[]{}*&^%$#@~`|\\<>"“” \u00a0\n', []],
    ['a character that stands for several keeps no sign between them', '⑴ ﷺ', ['1', 'صلىاللهعليهوسلم']],
  ])('%s', (_name, text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
  });

  it('compares long words by their start', () => {
    expect(wordsOf('a'.repeat(200))).toEqual(['a'.repeat(64)]);
    expect(wordsOf(`${'a'.repeat(63)}😀`)).toEqual(['a'.repeat(63)]);
  });

  it('reports the position of each word', () => {
    const places: [number, number][] = [];
    readWords('An él, 密码箱', ({ start, end }) => places.push([start, end]));
    expect(places).toEqual([
      [0, 2],
      [3, 5],
      [7, 9],
      [8, 10],
    ]);
  });

  it('reads a text in parts like the whole text', () => {
    const text = `one two-three ${'漢字かな交じり文'.repeat(100)} don’t user_id 🎉 end`.repeat(5);
    const inParts: string[] = [];
    let at = 0;
    while (at < text.length) at = readWords(text, ({ terms }) => inParts.push(...terms), at, Math.min(text.length, at + 7));
    expect(inParts).toEqual(wordsOf(text).flat());
  });

  it('takes linear time for any text', () => {
    const texts = ['\u0301', 'a', 'a-', '漢', 'ก้', "'s", '\ud800', 'ﷺ', 'ᄀ', '-'].map((piece) => piece.repeat(100_000));
    const began = process.cpuUsage();
    for (const text of texts) readWords(text, () => {});
    expect(process.cpuUsage(began).user).toBeLessThan(10_000_000);
  });
});
