import { expect, it } from 'vitest';
import { createRecentMap } from './recent-map.ts';

const keysOf = (map: { get(key: string): unknown }, keys: string) => [...keys].filter((key) => map.get(key) !== undefined).join('');

it('gives up what was used longest ago', () => {
  const map = createRecentMap<number>(3);
  for (const [index, key] of [...'abc'].entries()) map.set(key, index);
  expect(map.get('a')).toBe(0);
  map.set('d', 3);
  expect(keysOf(map, 'abcd')).toBe('acd');
  map.set('a', 4);
  map.set('e', 5);
  expect(keysOf(map, 'acde')).toBe('ade');
  expect(map.get('a')).toBe(4);
});

it('has room for so much, however many there are', () => {
  const map = createRecentMap<string>(100);
  map.set('a', 'small', 10);
  map.set('b', 'large', 90);
  expect(keysOf(map, 'ab')).toBe('ab');
  map.set('c', 'one more', 1);
  expect(keysOf(map, 'abc')).toBe('bc');
  map.set('b', 'now small', 9);
  map.set('d', 'large', 90);
  expect(keysOf(map, 'bcd')).toBe('bcd');
});

it('keeps alone what takes more than all of the room', () => {
  const map = createRecentMap<string>(100);
  map.set('a', 'small', 10);
  map.set('b', 'too large', 101);
  expect(keysOf(map, 'ab')).toBe('b');
  map.set('c', 'small', 10);
  expect(keysOf(map, 'bc')).toBe('c');
});
