import { describe, expect, it } from 'vitest';
import { codePointLength, isBlank, isOneLine } from './text.ts';

describe('isOneLine', () => {
  it('refuses every character of a line ending (D22)', () => {
    expect(['a\nb', 'a\r\nb', 'a\r', '\n'].map(isOneLine)).toEqual([false, false, false, false]);
  });

  it('accepts a text with other separators as one line, because only \\n ends a line', () => {
    expect(['', 'a b', 'a\u2028b', 'a\u0085b', '\t'].map(isOneLine)).toEqual([true, true, true, true, true]);
  });
});

describe('isBlank', () => {
  it('is true only for white space (D22)', () => {
    expect(isBlank(' \t\u2003\ufeff\u0085')).toBe(true);
    expect(isBlank('')).toBe(true);
    expect(isBlank(' . ')).toBe(false);
  });
});

describe('codePointLength', () => {
  it('counts an astral character once and a combining mark separately (D16)', () => {
    expect(codePointLength('')).toBe(0);
    expect(codePointLength('a😀e\u0301')).toBe(4);
    expect(codePointLength('\ud83d')).toBe(1);
  });
});
