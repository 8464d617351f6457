import { describe, expect, it } from 'vitest';
import { patternInUse } from './safe-pattern.ts';

describe('a pattern of another dialect', () => {
  it.each([
    ['^[\\w-.]+$', ['a-b.c', '_'], ['a b', '']],
    ['^[\\w.-]+$', ['a-b.c'], ['a b']],
    ['[\\d-_]', ['-', '_', '5'], ['a']],
    ['^[a-\\d]$', ['a', '-', '1'], ['b']],
    ['(?i)^abc$', ['abc', 'ABC', 'aBc'], ['abd']],
    ['^(?i)abc$', ['ABC'], ['xABC']],
    ['(?is)^a.b$', ['A\nB'], ['ab']],
    ['^\\_\\@\\"\\ \\=\\-$', ['_@" =-'], ['_']],
    ['\\Aabc\\z', ['abc'], ['abcd', 'xabc']],
    ['^\\Z$', [''], ['x']],
    ['^(?P<year>\\d{4})$', ['2026'], ['26']],
    ['^[[:alpha:]_]+$', ['ab_C'], ['1', ':']],
    ['^[[:digit:]-]+$', ['1-2'], ['a']],
    ['^{[^}]+}$', ['{id}'], ['id']],
    ['^a{,3}$', ['', 'aaa'], ['aaaa']],
    ['^a]b$', ['a]b'], ['ab']],
    ['/^[a-z]+$/', ['abc'], ['/abc/', 'ABC']],
    ['/^[a-z]+$/i', ['ABC'], ['/ABC/']],
    ['^[[\\]]$', ['[', ']'], ['a']],
    ['^[]a]$', [']', 'a'], ['b']],
    ['^\\p{L}+$', ['é'], ['1']],
    ['^[^\\s-]+$', ['ab'], ['a-b', 'a b']],
    ['^[\\.\\,\\:\\;]$', ['.', ',', ':', ';'], ['\\']],
  ])('%j is converted as intended', (pattern, fitting, others) => {
    const expression = new RegExp(patternInUse(pattern) ?? 'none', 'u');
    expect(fitting.filter((text) => !expression.test(text))).toEqual([]);
    expect(others.filter((text) => expression.test(text))).toEqual([]);
  });

  it.each(['a++b', '(?>a)', '(?x)a b', '\\Qa.b\\E', '^(a', '[z-a]', '*', '(?P=name)', '\\G'])('%j has no equivalent', (pattern) => {
    expect(patternInUse(pattern)).toBeUndefined();
  });

  it.each(['^[a-z]+$', '^\\d{3}$', '[^]', '[]', '^/a/$', '^[\\s\\S]$'])('%j stays unchanged', (pattern) => {
    expect(patternInUse(pattern)).toBe(pattern);
  });
});
