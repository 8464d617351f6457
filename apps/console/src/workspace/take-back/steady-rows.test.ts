import { expect, it } from 'vitest';
import { type EntryPage, keepPlaces, withEdited } from './steady-rows.ts';
import type { TakeBackEntry } from './take-back.ts';

const entry = (itemId: string, expected: string) => ({ itemId, expected }) as TakeBackEntry;
const [first, second, third] = [entry('doc_1', 'needs_you'), entry('doc_2', 'as_before'), entry('doc_3', 'as_before')] as const;

it('keeps each row in place, with its newest values, even if it is on a page that is not loaded', () => {
  const chosen = entry('doc_1', 'merged');
  expect(keepPlaces([first, second], [second, third, chosen])).toEqual([chosen, second, third]);
  expect(keepPlaces([chosen, second], [second, third])).toEqual([chosen, second, third]);
});

it('returns the same rows if nothing differs', () => {
  const shown = [first, second];
  expect(keepPlaces(shown, [second, first])).toBe(shown);
  expect(keepPlaces(shown, [])).toBe(shown);
});

it('shows an edit in the loaded pages', () => {
  const pages = [{ items: [first, second] }, { items: [third] }] as EntryPage[];
  const edited = withEdited({ pages }, [entry('doc_3', 'left'), entry('doc_9', 'left')]);
  expect(edited.pages.map(({ items }) => items.map(({ expected }) => expected))).toEqual([['needs_you', 'as_before'], ['left']]);
});
