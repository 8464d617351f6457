import { expect, it } from 'vitest';
import { bytes, countSoFar } from './count-words.ts';

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

it('counts entries known so far', () => {
  expect([countSoFar(25, true, 'result'), countSoFar(1, true, 'key'), countSoFar(1, false, 'key')]).toEqual([
    '25+ results',
    '1+ keys',
    '1 key',
  ]);
});
