import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashKey, isWellFormedKey, keyPrefix, mintKey } from './key.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const numberOf = (text: string) => [...text].reduce((value, character) => value * 62 + base62.indexOf(character), 0);

describe('a minted key (D10)', () => {
  it('is gth_, 43 characters of base 62, and the CRC-32 over both in six', () => {
    for (let time = 0; time < 200; time++) {
      const key = mintKey();
      expect(key).toMatch(/^gth_[0-9A-Za-z]{49}$/);
      expect(numberOf(key.slice(47))).toBe(crc32(key.slice(0, 47)));
      expect(isWellFormedKey(key)).toBe(true);
    }
  });

  it('is never the same twice, and varies in every place', () => {
    const keys = Array.from({ length: 300 }, mintKey);
    expect(new Set(keys).size).toBe(300);
    // The first of 43 places holds less than a character's worth of 256 bits.
    for (let place = 5; place < 53; place++) expect(new Set(keys.map((key) => key[place])).size).toBeGreaterThan(3);
  });

  it('shows 12 characters of itself and is stored as 32 bytes', () => {
    const key = mintKey();
    expect(keyPrefix(key)).toBe(key.slice(0, 12));
    expect(hashKey(key)).toHaveLength(32);
  });
});

describe('a forged key (D10)', () => {
  it('is detected if one character differs', () => {
    const key = mintKey();
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 52 }), fc.constantFrom(...base62), (place, character) => {
        const mistyped = key.slice(0, place) + character + key.slice(place + 1);
        expect(isWellFormedKey(mistyped)).toBe(mistyped === key);
      }),
      { numRuns: 2000 },
    );
  });

  it('is detected if two neighboring characters are swapped', () => {
    const key = mintKey();
    for (let place = 4; place < 52; place++) {
      const swapped = key.slice(0, place) + key[place + 1] + key[place] + key.slice(place + 2);
      expect(isWellFormedKey(swapped)).toBe(swapped === key);
    }
  });

  it.each(['', 'gth_', 'gth_bad', `${mintKey()} `, mintKey().slice(0, -1), mintKey().toLowerCase(), `x${mintKey()}`, '\u0000'.repeat(53)])(
    'is refused: %j',
    (text) => {
      expect(isWellFormedKey(text)).toBe(false);
    },
  );
});
