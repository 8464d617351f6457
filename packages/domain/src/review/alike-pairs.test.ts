import { expect, it } from 'vitest';
import { alikePairs } from './alike-pairs.ts';

it.each([
  ['versions of a paragraph', ['We ship on Monday.'], ['We ship on Tuesday.'], [{ one: 0, other: 0 }]],
  ['paragraphs with few pairs of characters in common', ['We ship on Monday.'], ['The price of a seat is high.'], []],
  ['empty paragraphs', [''], [''], []],
  ['a paragraph before its version', ['New.', 'We ship on Monday.'], ['We ship on Tuesday.'], [{ one: 1, other: 0 }]],
  [
    'the most alike, because pairs keep their order',
    ['one two three', 'four five six'],
    ['four five six', 'one two three!'],
    [{ one: 1, other: 0 }],
  ],
  ['more than can be compared', Array(21).fill('same'), Array(20).fill('same'), []],
])('pairs %s', (_, before: string[], after: string[], pairs) => {
  expect(alikePairs(before, after)).toEqual(pairs);
});
