import { expect, it } from 'vitest';
import type { TakeBack, TakeBackEntry } from './take-back.ts';
import { sayOutcome, sayProgress } from './take-back-words.ts';

const asBefore = { outcome: 'taken_back', reason: null, isDone: false, version: 4, isDeleted: false } as const;

it.each<[Partial<TakeBackEntry>, string]>([
  [{}, 'Restore version 4'],
  [{ version: null, isDeleted: true }, 'Move to trash'],
  [{ version: null }, 'Restore from trash'],
  [{ isDone: true }, 'Taken back'],
  [{ outcome: 'left', reason: 'changed_since' }, 'Skipped: changed since'],
  [{ outcome: 'unchanged' }, 'Already unchanged'],
])('says what becomes of an item: %o', (change, words) => {
  expect(sayOutcome({ ...asBefore, ...change })).toBe(words);
});

it.each<[Partial<TakeBack>, string]>([
  [{ state: 'looking', found: 2 }, 'Searching… 2 items so far'],
  [{ state: 'ready', found: 0 }, 'No changes found'],
  [{ state: 'ready', found: 1 }, '1 item changed'],
  [{ state: 'working', found: 9, takenBack: 2, left: 1, unchanged: 1 }, '4 of 9 items'],
  [{ state: 'done', found: 3, takenBack: 1, left: 2, unchanged: 0 }, '1 item taken back, 2 skipped'],
  [{ state: 'done', found: 3, takenBack: 3, unchanged: 0, subject: { kind: 'take_back', id: 'putback_1' } }, '3 changes reapplied'],
])('says how far it is: %o', (takeBack, words) => {
  expect(sayProgress({ subject: { kind: 'agent', id: 'agent_1' }, left: 0, ...takeBack } as TakeBack)).toBe(words);
});
