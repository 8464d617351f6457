import { expect, it } from 'vitest';
import { createCallerCache } from './caller-cache.ts';

const keysOf = (cache: { get(key: string): unknown }, keys: string) => [...keys].filter((key) => cache.get(key) !== undefined).join('');

it('drops the least recently used value of a caller, and replaces the value of a known key', () => {
  const cache = createCallerCache<number>('skillLoads', 6);
  for (const [index, key] of [...'abc'].entries()) cache.set('mia', key, index);
  expect(cache.get('a')).toBe(0);
  cache.set('mia', 'd', 3);
  expect(keysOf(cache, 'abcd')).toBe('acd');
  cache.set('mia', 'a', 4);
  expect(cache.get('a')).toBe(4);
});

it('leaves half of the room to others, and drops values of the caller with the most', () => {
  const cache = createCallerCache<string>('merges', 100);
  cache.set('olga', 'a', 'small', 10);
  for (const key of 'bcdefgh') cache.set('mia', key, 'small', 10);
  expect(keysOf(cache, 'abcdefgh')).toBe('adefgh');
  cache.set('tom', 'i', 'large', 45);
  expect(keysOf(cache, 'adefghi')).toBe('aefghi');
  cache.set('olga', 'j', 'large', 40);
  expect(keysOf(cache, 'aefghij')).toBe('efghj');
});

it('does not keep a value that is larger than half of the room', () => {
  const cache = createCallerCache<string>('merges', 100);
  cache.set('mia', 'a', 'small', 50);
  cache.set('mia', 'b', 'too large', 51);
  expect(keysOf(cache, 'ab')).toBe('a');
});
