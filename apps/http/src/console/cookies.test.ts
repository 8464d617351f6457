import { describe, expect, it } from 'vitest';
import { createCookies } from './cookies.ts';

describe('createCookies', () => {
  it('binds them to the host under https (D42)', () => {
    const cookies = createCookies('https://gate.example');
    expect(cookies.write({ session: 'abc', browser: 'def' })).toEqual([
      '__Host-gatehouse-session=abc; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure',
      '__Host-gatehouse-browser=def; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax; Secure',
    ]);
    expect(cookies.read('gatehouse-session=plain; __Host-gatehouse-session=abc')).toEqual({ session: 'abc', browser: undefined });
  });

  it('keeps them without a host prefix under http, because a browser would refuse it there', () => {
    const cookies = createCookies('http://localhost:4747');
    expect(cookies.write({ session: 'abc' })).toEqual(['gatehouse-session=abc; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax']);
    expect(cookies.write({ session: null })).toEqual(['gatehouse-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect(cookies.write({})).toEqual([]);
  });

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gatehouse-session=', undefined],
    ['other=1;gatehouse-session=a=b.c; x', 'a=b.c'],
    ['gatehouse-session=one; gatehouse-session=two', undefined],
    ['xgatehouse-session=one', undefined],
  ])('reads the session from %j: %j', (header, session) => {
    expect(createCookies('http://localhost:4747').read(header)).toEqual({ session, browser: undefined });
  });
});
