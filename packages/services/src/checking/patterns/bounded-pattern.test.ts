import fc from 'fast-check';
import { RE2JS } from 're2js';
import { afterEach, describe, expect, it } from 'vitest';
import { OutOfSteps, steps } from '../steps.ts';
import { countedPattern, patientPattern } from './bounded-pattern.ts';
import { linearSource } from './linear-source.ts';
import { parsePattern } from './parse-pattern.ts';

afterEach(() => steps.allow(Number.POSITIVE_INFINITY));

const linear = (source: string) => {
  const node = parsePattern(source);
  const text = node && linearSource(node);
  return text === undefined ? undefined : RE2JS.compile(text);
};

const sources = [
  '^[\\w.-]+$',
  '^\\s*\\S+\\s*$',
  '^.$',
  '^[^\\d]$',
  '^[\\s\\S]$',
  '^[^]$',
  '\\bfoo\\b',
  '^(?:a|bc)*?d$',
  '^\\u{1F600}$',
  '^\\ud83d\\ude00$',
  '^[\\u{1F600}-\\u{1F64F}]+$',
  '^[\\b\\t\\cA\\0\\x41\\-\\]]$',
  '^(?<year>\\d{4})-(?<month>\\d{2})$',
  '^\\/\\^\\$\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\\\$',
  '^$',
  '',
  'a{2,3}|b{2}|c{1,}',
  '^[a-z]-[A-Z_]$',
  '^(?i:ab[c-f]|[^d]_\\d\\s.)$',
  '^(?i:k)[k](?i:[^s])$',
];
const letters = [...'abcdfo012-_.AZ \t\n\r\v\f\u0000\u0001\u0008\u00a0\u2028\ufeff\u00e9😀🙏/^$*+?()[]{}|\\KſkK'];

describe('a pattern in the language of RE2', () => {
  it.each(sources)('%j gives the result of JavaScript for every text', (source) => {
    const [ours, theirs] = [linear(source), new RegExp(source, 'u')];
    expect(ours).toBeDefined();
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...letters), { maxLength: 6 }), (chosen) => {
        const text = chosen.join('');
        expect({ text, matches: ours?.test(text) }).toEqual({ text, matches: theirs.test(text) });
      }),
      { numRuns: 500 },
    );
    for (const letter of letters) expect({ letter, matches: ours?.test(letter) }).toEqual({ letter, matches: theirs.test(letter) });
  });

  it.each([
    '(?=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '^\\p{L}+$',
    '^[\\p{L}-]$',
    'a{1001}',
    '(?i:\\w)b',
    '(?i:[\\u00e9])',
    '(?s:.)b',
  ])('cannot contain %j', (source) => {
    expect(() => new RegExp(source, 'u')).not.toThrow();
    expect(linear(source)).toBeUndefined();
  });
});

describe('a pattern on the event loop', () => {
  it('is tested while steps are left for it', () => {
    steps.allow(10_000);
    expect(countedPattern('^[a-z]+$', 'u').test('abc')).toBe(true);
    expect(countedPattern('^\\p{Lu}', 'u').test('É')).toBe(true);
    expect(10_000 - steps.left).toBeLessThan(1200);
  });

  it.each([
    ['^(a+)+$', 50],
    ['a+b', 100_000],
    [`^${'a?'.repeat(34)}${'a'.repeat(34)}$`, 33],
    ['^(?=(a+)+$)', 50],
    ['(?i:a+)+b', 50],
    [`^(?:${'a|'.repeat(300)}b)$`, 1],
  ])('%s is not started if it could take long', (source, length) => {
    steps.allow(50_000);
    expect(() => countedPattern(source, 'u').test('a'.repeat(length))).toThrow(OutOfSteps);
  });
});

describe('the first tests of a pattern', () => {
  const spentBy = (test: () => boolean) => {
    steps.allow(100_000);
    test();
    return 100_000 - steps.left;
  };

  it('cost as much as compiling it: much for Unicode properties', () => {
    for (const [source, more] of [
      ['^[a-z]+$', 0],
      ['^[\\p{L}\\P{Nd}]+$', 2000],
    ] as const) {
      const { test } = countedPattern(source, 'u');
      const costs = Array.from({ length: 4 }, () => spentBy(() => test('')));
      const [first = 0, , , last = 0] = costs;
      expect(costs).toEqual([first, first, last, last]);
      expect(first - last).toBe(source.length + more);
    }
  });

  it('are not started on the event loop without enough steps', () => {
    steps.allow(20_000);
    expect(() => countedPattern('\\p{L}'.repeat(20), 'u').test('')).toThrow(OutOfSteps);
  });

  it('report a pattern as too large if it uses up the stack', () => {
    expect(() => patientPattern(`(?=${'w{3}'.repeat(60_000)})`, 'u').test('')).toThrow(new RangeError('a pattern is too large'));
  });
});

describe('a pattern on a thread', () => {
  it.each([
    ['^(a+)+$', `${'a'.repeat(5000)}!`, false],
    ['^(a+)+$', 'a'.repeat(5000), true],
    ['a+b', 'a'.repeat(200_000), false],
    [`^${'a?'.repeat(34)}${'a'.repeat(34)}$`, 'a'.repeat(40), true],
    ['^(x+x+)+y$', 'x'.repeat(5000), false],
    ['^(\\w+\\s?)+$', `${'word '.repeat(1000)}!`, false],
  ])('%s ends with the right result', (source, text, expected) => {
    expect(patientPattern(source, 'u').test(text)).toBe(expected);
  });
});
