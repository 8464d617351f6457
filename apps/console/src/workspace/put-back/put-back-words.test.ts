import { expect, it } from 'vitest';
import type { PutBack, PutBackEntry } from './put-back.ts';
import { sayOutcome, sayProgress } from './put-back-words.ts';

const asBefore = { outcome: 'put_back', reason: null, isDone: false, version: 4, isDeleted: false } as const;

it.each<[Partial<PutBackEntry>, string]>([
  [{}, 'Restore version 4'],
  [{ version: null, isDeleted: true }, 'Move to trash'],
  [{ version: null }, 'Restore from trash'],
  [{ isDone: true }, 'Taken back'],
  [{ outcome: 'left', reason: 'changed_since' }, 'Skipped: changed since'],
  [{ outcome: 'unchanged' }, 'Already unchanged'],
])('says what becomes of an item: %o', (change, words) => {
  expect(sayOutcome({ ...asBefore, ...change })).toBe(words);
});

it.each<[Partial<PutBack>, string]>([
  [{ state: 'looking', found: 2 }, 'Searching… 2 items so far'],
  [{ state: 'ready', found: 0 }, 'No changes found'],
  [{ state: 'ready', found: 1 }, '1 item changed'],
  [{ state: 'working', found: 9, putBack: 2, left: 1, unchanged: 1 }, '4 of 9 items'],
  [{ state: 'done', found: 3, putBack: 1, left: 2, unchanged: 0 }, '1 item taken back, 2 skipped'],
  [{ state: 'done', found: 3, putBack: 3, unchanged: 0, subject: { kind: 'put_back', id: 'putback_1' } }, '3 changes reapplied'],
])('says how far it is: %o', (putBack, words) => {
  expect(sayProgress({ subject: { kind: 'agent', id: 'agent_1' }, left: 0, ...putBack } as PutBack)).toBe(words);
});
