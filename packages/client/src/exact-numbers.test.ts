import { describe, expect, it } from 'vitest';
import { parseAsWritten } from './exact-numbers.ts';

describe('parseAsWritten', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '1915883588174806058',
    '123456789012345678901234567890',
    '9007199254740993.5',
    '1e23',
    '1e400',
    '-1E400',
    '1e-400',
  ])('gives %s as a string', (written) => {
    expect(parseAsWritten(`{"a":[1,${written}],"b":{"c": ${written} }}`)).toEqual({ a: [1, written], b: { c: written } });
    expect(parseAsWritten(written)).toBe(written);
  });

  it.each([
    '0',
    '-0',
    '0e5',
    '9007199254740991',
    '9007199254740992',
    '1915883588174806016',
    '1e22',
    '1.0e20',
    '1.5e16',
    '0.12345678901234567890',
    '1e-300',
  ])('gives %s as a number', (written) => {
    expect(parseAsWritten(`[${written}]`)).toEqual([Number(written)]);
  });

  it('leaves texts as they are', () => {
    const texts = ['1915883588174806058', 'a"1915883588174806058', '\\', '\\"1e400', ':1e400,', '\u2028 1915883588174806058'];
    expect(parseAsWritten(JSON.stringify(texts))).toEqual(texts);
    expect(parseAsWritten(JSON.stringify({ '1915883588174806058': 1e300 }))).toEqual({ '1915883588174806058': '1e+300' });
  });

  it.each(['', '{', '[1915883588174806058', '{"a": "1915883588174806058', '-', '[1e400e]', '01915883588174806058'])(
    'throws for %j',
    (json) => {
      expect(() => parseAsWritten(json)).toThrow(SyntaxError);
    },
  );

  it('takes time in proportion to the text', () => {
    for (const piece of ['"', '\\', '"\\', '1', '-', '1e', '1.', '1915883588174806058,', '"a",']) {
      const json = piece.repeat(200_000);
      const began = performance.now();
      try {
        parseAsWritten(`[${json}1e400]`);
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError);
      }
      expect(performance.now() - began).toBeLessThan(5000);
    }
  });
});
