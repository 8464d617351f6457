import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortDifference } from './short-difference.ts';

it('shows only a few unchanged words around a change', () => {
  const [start, end] = ['start '.repeat(50), ' end'.repeat(50)];
  expect(shortDifference(`${start}old${end}\n`, `${start}new${end}\n`)).toEqual([
    { text: `…${start.slice(-40)}`, change: 'none' },
    { text: 'old', change: 'removed' },
    { text: 'new', change: 'added' },
    { text: `${end.slice(0, 40)}…`, change: 'none' },
  ]);
});

it('leaves out nothing that changed', () => {
  const text = fc.array(fc.constantFrom('a', 'word', ' ', '\n', '.'), { maxLength: 60 }).map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = shortDifference(before, after);
      const all = (change: string) => pieces.filter((piece) => piece.change === change).map((piece) => piece.text);
      expect(all('none').every((one) => one.length <= 81)).toBe(true);
      expect(all('removed').length + all('added').length > 0).toBe(before !== after);
    }),
  );
});
