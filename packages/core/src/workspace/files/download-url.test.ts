import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDisposition, type DownloadPayload, openDownload, signDownload } from './download-url.ts';

const secret = Buffer.alloc(32, 7);
const payload: DownloadPayload = {
  orgId: 'org_1',
  itemId: 'file_1',
  version: 3,
  personId: 'person_1',
  keyId: 'key_1',
  expiresAt: 1_000_000,
};
const open = (token: string, now = 999_999) => openDownload({ secret, token, now });
const token = signDownload({ secret, payload });

describe('a download token (D24)', () => {
  it('returns the signed content, in characters that need no escaping', () => {
    const id = fc.string({ unit: 'binary', maxLength: 12 });
    const whole = fc.record({
      orgId: id,
      itemId: id,
      version: fc.nat(),
      personId: id,
      keyId: fc.option(id),
      expiresAt: fc.integer({ min: 1 }),
    });
    fc.assert(
      fc.property(whole, (any) => {
        const signed = signDownload({ secret, payload: any });
        expect(signed).toMatch(/^[\w-]+$/);
        expect(openDownload({ secret, token: signed, now: 0 })).toEqual(any);
      }),
    );
  });

  it('is valid until it expires', () => {
    expect(open(token, 999_999)).toEqual(payload);
    expect(open(token, 1_000_000)).toBeUndefined();
  });

  it('is invalid with any character changed', () => {
    const character = fc.oneof(fc.constantFrom(...'ABCyz019-_+/= '), fc.string({ minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(fc.nat(token.length - 1), character, (at, other) => {
        fc.pre(token[at] !== other);
        expect(open(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('is invalid with any other last character', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const last of alphabet.replace(token.at(-1)!, '')) expect(open(token.slice(0, -1) + last)).toBeUndefined();
  });

  it.each(['', 'A', '.', token.slice(0, -1), `${token}A`, `${token}=`, ` ${token}`, 'A'.repeat(44), 'A'.repeat(1_000_000)])(
    'is invalid if malformed (case %#)',
    (malformed) => {
      expect(open(malformed)).toBeUndefined();
    },
  );

  it('is invalid under another secret', () => {
    expect(openDownload({ secret: Buffer.alloc(32, 8), token, now: 0 })).toBeUndefined();
  });

  it('is invalid if the same secret signed something else', () => {
    const body = Buffer.from(JSON.stringify(['org_1', 'file_1', 3, 'person_1', null, 1_000_000]));
    const foreign = createHmac('sha256', secret)
      .update(Buffer.from([1]))
      .update(body)
      .digest();
    expect(open(Buffer.concat([Buffer.from([1]), foreign, body]).toString('base64url'))).toBeUndefined();
  });

  it('is invalid with incomplete content, even if signed', () => {
    const body = Buffer.from(JSON.stringify(['org_1', 'file_1', 'three', 'person_1', null, 1_000_000]));
    const mac = createHmac('sha256', secret).update('gatehouse download\0\x01').update(body).digest();
    expect(open(Buffer.concat([Buffer.from([1]), mac, body]).toString('base64url'))).toBeUndefined();
  });

  it('is not created with a short secret, or longer than an address allows', () => {
    expect(() => signDownload({ secret: Buffer.alloc(31), payload })).toThrow('has 31 bytes, at least 32 are needed');
    expect(() => signDownload({ secret, payload: { ...payload, itemId: 'x'.repeat(1000) } })).toThrow('too long for an address');
  });
});

describe('contentDisposition (D24)', () => {
  it.each([
    ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['Résumé 1.pdf', `attachment; filename="Resume 1.pdf"; filename*=UTF-8''R%C3%A9sum%C3%A9%201.pdf`],
    ['日本.txt', `attachment; filename="__.txt"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.txt`],
    ['😀.txt', `attachment; filename="_.txt"; filename*=UTF-8''%F0%9F%98%80.txt`],
    [`a"b%41.txt`, `attachment; filename="a_b_41.txt"; filename*=UTF-8''a%22b%2541.txt`],
    [`it's (1)*.txt`, `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
    ['../a\\b\r\nSet-Cookie: x', `attachment; filename=".._a_b__Set-Cookie: x"; filename*=UTF-8''.._a_b__Set-Cookie%3A%20x`],
    ['\ud800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
  ])('of %j', (name, header) => {
    expect(contentDisposition(name)).toBe(header);
  });

  it('is a valid header for every name, and its extended form returns the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = contentDisposition(name);
        const extended =
          /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''((?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})*)$/.exec(
            header,
          )?.[1];
        expect(decodeURIComponent(extended!)).toBe(name.replace(/[\p{Cc}/\\]/gu, '_'));
      }),
    );
  });
});
