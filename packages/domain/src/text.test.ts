import { describe, expect, it } from 'vitest';
import { codePointLength, isBlank, isOneLine } from './text.ts';

describe('isOneLine', () => {
  it('refuses whatever a line ending is made of (D22)', () => {
    expect(['a\nb', 'a\r\nb', 'a\r', '\n'].map(isOneLine)).toEqual([false, false, false, false]);
  });

  it('takes a text with other separators as one line, since lines end at \\n alone', () => {
    expect(['', 'a b', 'a\u2028b', 'a\u0085b', '\t'].map(isOneLine)).toEqual([true, true, true, true, true]);
  });
});

describe('isBlank', () => {
  it('is true of white space alone (D22)', () => {
    expect(isBlank(' \t\u2003\ufeff\u0085')).toBe(true);
    expect(isBlank('')).toBe(true);
    expect(isBlank(' . ')).toBe(false);
  });
});

describe('codePointLength', () => {
  it('counts an astral character once and a combining mark by itself (D16)', () => {
    expect(codePointLength('')).toBe(0);
    expect(codePointLength('a😀e\u0301')).toBe(4);
    expect(codePointLength('\ud83d')).toBe(1);
  });
});
