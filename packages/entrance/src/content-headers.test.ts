import { describe, expect, it } from 'vitest';
import { checkContentHeaders } from './content-headers.ts';

const check = (type: string | undefined, encoding?: string) => () =>
  checkContentHeaders({ headers: { 'content-type': type, 'content-encoding': encoding }, rawHeaders: [] });

describe('the content headers of a body', () => {
  it.each([
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json; charset=utf8',
    'application/json; profile="x"',
  ])('can be %s', (type) => {
    expect(check(type)).not.toThrow();
  });

  it.each([
    [undefined, /^the body has no Content-Type; send "Content-Type: application\/json"$/],
    ['', /has Content-Type ""/],
    ['text/plain', /has Content-Type "text\/plain"/],
    ['application/jsonp', /has Content-Type/],
    ['application/json-patch+json', /has Content-Type/],
    ['application/json; charset=iso-8859-1', /^the body is declared as "iso-8859-1"; send JSON encoded as UTF-8$/],
    ['application/json; a=b; CHARSET = "utf-16"', /declared as "utf-16"/],
  ])('cannot be %s', (type, message) => {
    expect(check(type)).toThrow(expect.objectContaining({ reason: 'malformed_body', message: expect.stringMatching(message) }));
  });

  it('can occur only once', () => {
    const headers = { 'content-type': 'application/json' };
    const twice = (second: string) => ['Content-Type', 'application/json', 'X', 'y', 'content-TYPE', second];
    for (const second of ['application/json', 'text/plain'])
      expect(() => checkContentHeaders({ headers, rawHeaders: twice(second) })).toThrow('more than one Content-Type');
  });

  it('cannot name an encoding', () => {
    for (const none of [undefined, '', 'identity', 'Identity']) expect(check('application/json', none)).not.toThrow();
    for (const encoding of ['gzip', 'br', 'identity, gzip'])
      expect(check('application/json', encoding)).toThrow(`Content-Encoding "${encoding}"`);
  });
});
