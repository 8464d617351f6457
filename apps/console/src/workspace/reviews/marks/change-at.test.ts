import { expect, it } from 'vitest';
import { createChangeFinder } from './change-at.ts';

const source = '| **Apple** | [5](/a) |\n| Pear | 5 |\n| Plum | 5 |\n';
const rendered = 'Apple\n5\nPear\n5\nPlum\n5';
const line = (id: string, text: string) => ({ id, place: { from: source.indexOf(text), to: source.indexOf(text) + text.length } });

it('finds the change of a place in rendered text by the words of the source', () => {
  const find = createChangeFinder(source, rendered, [line('first', '| **Apple** | [5](/a) |\n'), line('last', '| Plum | 5 |\n')]);
  expect([find(rendered.indexOf('5')), find(rendered.lastIndexOf('5'))]).toEqual(['first', 'last']);
  expect(find(rendered.length)).toBe('last');
});

it('returns the only change, and nothing without changes', () => {
  expect(createChangeFinder(source, rendered, [line('only', 'Plum')])(0)).toBe('only');
  expect(createChangeFinder(source, rendered, [])(0)).toBeUndefined();
});
