import { expect, it } from 'vitest';
import { type BulkChange, canUndo, sayBulk } from './bulk-words.ts';

const change: BulkChange = {
  bulkChangeId: 'bulk_1',
  action: 'delete',
  state: 'working',
  total: 1380,
  done: 508,
  failed: 2,
  undone: null,
  kept: null,
  takeBackId: null,
  requestId: 'req_1',
  createdAt: 1,
  endedAt: null,
};

it.each<[Partial<BulkChange>, string, boolean]>([
  [{}, 'Moving to the trash… 510 of 1,380', false],
  [{ state: 'stopped' }, 'Stopped. 508 of 1,380 items moved to the trash.', true],
  [{ state: 'done', done: 1378 }, '1,378 items moved to the trash.', true],
  [{ state: 'done', done: 0, failed: 2 }, 'No items moved to the trash.', false],
  [{ state: 'done', action: 'purge', done: 3 }, '3 items deleted forever.', false],
  [{ state: 'done', action: 'accept', done: 2 }, '2 items accepted.', false],
  [{ state: 'done', action: 'update_tasks', done: 1 }, '1 task changed.', true],
  [{ state: 'undoing', undone: 100, kept: 3 }, 'Undoing… 103 of 508', false],
  [{ state: 'undone', undone: 507, kept: 1 }, 'Undone: 507 items. 1 changed since, so it stays.', false],
  [{ state: 'undone', undone: 500, kept: 1 }, 'Undone: 500 of 508 items. 1 changed since, so it stays.', false],
  [{ state: 'stopped', undone: 100, kept: 0 }, 'Undoing stopped after 100 of 508 items.', true],
])('describes %j: %s', (more, words, isUndoable) => {
  expect(sayBulk({ ...change, ...more })).toBe(words);
  expect(canUndo({ ...change, ...more })).toBe(isUndoable);
});
