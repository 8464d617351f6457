import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsInexactNumber, inDoubles, isInexactNumber, parseExactly } from './exact-json.ts';

const inexact = [
  '9007199254740993',
  '-9007199254740993',
  '1915883588174806058',
  '1915883588174806058.0',
  '191588358817480605.8e1',
  '1915883588174806000',
  '9007199254740993.5',
  '1e400',
  '-1E+400',
  '1e-400',
  `0.${'0'.repeat(400)}1`,
  '9'.repeat(400),
];
const exact = [
  '0',
  '-0',
  '0.0e999',
  '1.0',
  '12',
  '9007199254740991',
  '9007199254740992',
  '9007199254740994.0',
  '900719925474099.2e1',
  '1e15',
  '1152921504606846976',
  '0.12345678901234567890',
  '52.520006599999998',
  `1${'0'.repeat(400)}e-400`,
  '5e-324',
];

describe('numbers that a double cannot hold (D3)', () => {
  it.each(inexact)('keeps %s as it was written', (source) => {
    const value = parseExactly(`{"a":[${source}]}`) as { a: unknown[] };
    expect(isInexactNumber(value.a[0])).toBe(true);
    expect(JSON.stringify(value)).toBe(`{"a":[${source}]}`);
    expect(holdsInexactNumber(source)).toBe(true);
  });

  it.each(exact)('reads %s like JSON.parse', (source) => {
    expect(parseExactly(`{"a":[${source}]}`)).toEqual({ a: [Number(source)] });
    expect(holdsInexactNumber(source)).toBe(false);
  });

  it('ignores numbers in strings', () => {
    const texts = ['1915883588174806058', '\\"1915883588174806058', '\\\\', 'x'.repeat(200), `${'x'.repeat(70)}\\"1e400\\\\`];
    for (const text of texts) expect(holdsInexactNumber(`["${text}", "${text}", {"${text}": "${text}"}]`)).toBe(false);
    for (const text of texts) expect(holdsInexactNumber(`["${text}", 1e400, "${text}"]`)).toBe(true);
  });

  it('parses and refuses all other text like JSON.parse', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(inDoubles(parseExactly(text))).toEqual(JSON.parse(text));
      }),
    );
    for (const text of ['', '1e', '1-2', '[1e400', '{"a":1e400,}', '01', '1.', 'e5', '-', '9007199254740993e', '"'])
      expect(() => parseExactly(text)).toThrow(SyntaxError);
  });

  it('compares any whole number like BigInt', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), (whole) => {
        expect(holdsInexactNumber(String(whole))).toBe(BigInt(Number(whole)) !== whole);
        expect(JSON.stringify(parseExactly(String(whole)))).toBe(
          BigInt(Number(whole)) === whole ? JSON.stringify(Number(whole)) : String(whole),
        );
      }),
    );
  });

  it('replaces inexact numbers with the nearest double, and returns a value without inexact numbers unchanged', () => {
    expect(inDoubles(parseExactly('{"a":[1915883588174806058,1e400,-1e400,1e-400,"x",null],"__proto__":9007199254740993}'))).toEqual(
      JSON.parse(`{"a":[1915883588174806000,${Number.MAX_VALUE},-${Number.MAX_VALUE},0,"x",null],"__proto__":9007199254740992}`),
    );
    const value = { a: [1, { b: null }] };
    expect(inDoubles(value)).toBe(value);
  });

  it('gives inexact numbers as strings in a browser that cannot keep them', () => {
    const { rawJSON } = JSON as { rawJSON?: unknown };
    Object.assign(JSON, { rawJSON: undefined });
    try {
      for (const source of inexact) expect(parseExactly(`{"a":[${source},1,"${source}"]}`)).toEqual({ a: [source, 1, source] });
    } finally {
      Object.assign(JSON, { rawJSON });
    }
  });

  it('takes linear time', () => {
    const size = 1_000_000;
    for (const source of [
      '9'.repeat(size),
      `0.${'0'.repeat(size)}1e${size + 20}`,
      `1${'0'.repeat(size)}e-${size - 20}`,
      `"${'\\'.repeat(size)}`,
    ]) {
      const started = performance.now();
      holdsInexactNumber(source);
      holdsInexactNumber(`[${'1915883588174806016,'.repeat(size / 20)}1]`);
      expect(performance.now() - started).toBeLessThan(5000);
    }
  });
});
