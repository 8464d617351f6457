import { expect, it } from 'vitest';
import type { PutBack, PutBackEntry } from './put-back.ts';
import { sayOutcome, sayProgress } from './put-back-words.ts';

const asBefore = { outcome: 'put_back', reason: null, isDone: false, version: 4, isDeleted: false } as const;

it.each<[Partial<PutBackEntry>, string]>([
  [{}, 'as in version 4'],
  [{ version: null, isDeleted: true }, 'goes to the trash'],
  [{ version: null }, 'comes back'],
  [{ isDone: true }, 'put back'],
  [{ outcome: 'left', reason: 'changed_since' }, 'left: others changed it since'],
  [{ outcome: 'unchanged' }, 'as before already'],
])('says what becomes of an item: %o', (change, words) => {
  expect(sayOutcome({ ...asBefore, ...change })).toBe(words);
});

it.each<[Partial<PutBack>, string]>([
  [{ state: 'looking', found: 2 }, 'Looking: 2 items so far'],
  [{ state: 'ready', found: 0 }, 'Nothing was changed'],
  [{ state: 'ready', found: 1 }, '1 item was changed'],
  [{ state: 'working', found: 9, putBack: 2, left: 1, unchanged: 1 }, '4 of 9 items'],
  [{ state: 'done', found: 3, putBack: 1, left: 2, unchanged: 0 }, '1 item put back, 2 left'],
])('says how far it is: %o', (putBack, words) => {
  expect(sayProgress(putBack as PutBack)).toBe(words);
});
