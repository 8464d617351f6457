import { expect, it } from 'vitest';
import { newsIn } from './changed-rows.ts';

const rows = (text: string) => new Map(text.split(' ').map((row) => row.split('=') as [string, string]));

it('a changed or added row is new, but a further page is not', () => {
  expect(newsIn(rows('a=1 b=1'), rows('a=1 b=2'))).toEqual(['b']);
  expect(newsIn(rows('a=1 b=1'), rows('new=1 a=1 b=1'))).toEqual(['new']);
  expect(newsIn(rows('a=1 b=1'), rows('a=1 b=1 c=1 d=1'))).toEqual([]);
  expect(newsIn(rows('a=1 b=1'), rows('c=1 d=1'))).toEqual([]);
});
