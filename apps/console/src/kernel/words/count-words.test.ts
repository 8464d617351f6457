import { expect, it } from 'vitest';
import { bytes, countSoFar, exactBytes, readBytes } from './count-words.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 KiB'],
  [1_834_211, '1.7 MiB'],
  [26_214_400, '25 MiB'],
  [3 * 1024 ** 4, '3 TiB'],
])('%i bytes are %s', (value, words) => {
  expect(bytes(value)).toBe(words);
});

it.each([
  ['1500', 1500],
  [' 256 KiB ', 262_144],
  ['256kb', 262_144],
  ['1.5 M', 1_572_864],
  ['1,023 bytes', 1023],
  ['1 byte', 1],
  ['a lot', Number.NaN],
  ['', Number.NaN],
  ['-5', Number.NaN],
])('reads the size %j as %d bytes', (text, value) => {
  expect(readBytes(text)).toBe(value);
});

it.each([
  [262_144, '256 KiB'],
  [1500, '1500'],
])('writes %i bytes into a field as %s', (value, text) => {
  expect(exactBytes(value)).toBe(text);
});

it('counts entries known so far', () => {
  expect([countSoFar(25, true, 'result'), countSoFar(1, true, 'key'), countSoFar(1, false, 'key')]).toEqual([
    '25+ results',
    '1+ keys',
    '1 key',
  ]);
});
