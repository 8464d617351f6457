import { expect, it } from 'vitest';
import { parseToolSlug } from './tool-slug.ts';

it('splits the name of a service tool at the first separator', () => {
  expect(parseToolSlug('weather__forecast')).toEqual({ service: 'weather', name: 'forecast' });
  expect(parseToolSlug('weather__set__alarm')).toEqual({ service: 'weather', name: 'set__alarm' });
  expect(parseToolSlug('a___b')).toEqual({ service: 'a', name: '_b' });
});

it.each(['', 'whoami', 'list_docs', '__forecast', 'weather__', '__'])('finds no service tool in "%s"', (text) => {
  expect(parseToolSlug(text)).toBeUndefined();
});
