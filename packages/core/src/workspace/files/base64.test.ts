import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from './base64.ts';

const problemOf = (text: string) => {
  const result = decodeBase64(text);
  return result.ok ? 'accepted' : result.message.replace('contentBase64 is not standard base64: ', '');
};

describe('decodeBase64', () => {
  it('returns all bytes, with and without padding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (array) => {
        const bytes = Buffer.from(array);
        const text = bytes.toString('base64');
        expect(decodeBase64(text)).toEqual({ ok: true, bytes });
        expect(decodeBase64(text.replace(/=+$/, ''))).toEqual({ ok: true, bytes });
      }),
    );
  });

  it('refuses every invalid encoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AQgw+/-_= \n'), maxLength: 12 }), (text) => {
        const result = decodeBase64(text);
        if (result.ok) expect([text, `${text}=`, `${text}==`]).toContain(result.bytes.toString('base64'));
        else expect(result.reason).toBe('invalid_argument');
      }),
    );
  });

  it.each([
    ['QUJD\n', 'remove the white space at character 5'],
    ['QU JD', 'remove the white space at character 3'],
    ['QUJD*', '"*" at character 5 is not in its alphabet'],
    ['QUé=', '"é" at character 3 is not in its alphabet'],
    ['-_-_', '"-" at character 1 belongs to the URL-safe alphabet, use "+" and "/"'],
    ['QUJDR', 'it is cut off, its last group has one character'],
    ['QQ=', 'the "=" from character 3 on is not the padding that 2 characters need'],
    ['QUI==', 'the "=" from character 4 on is not the padding that 3 characters need'],
    ['QUJD=', 'the "=" from character 5 on is not the padding that 4 characters need'],
    ['QQ==QQ==', 'the "=" from character 3 on is not the padding that 2 characters need'],
    ['=', 'the "=" from character 1 on is not the padding that 0 characters need'],
    ['QR==', 'its last character has surplus bits, so it was cut off or altered'],
    ['QUJ', 'its last character has surplus bits, so it was cut off or altered'],
    ['data:text/plain;base64,QQ==', 'remove the "data:…," before it'],
  ])('explains the fault in %j', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it('names the argument in its message', () => {
    const message = 'avatar is not standard base64: remove the white space at character 1';
    expect(decodeBase64(' ', { argument: 'avatar' })).toEqual({ ok: false, reason: 'invalid_argument', message });
  });
});
