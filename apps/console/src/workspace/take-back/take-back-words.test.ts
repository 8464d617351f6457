import { expect, it } from 'vitest';
import type { Names } from '../../kernel/session/use-names.ts';
import type { TakeBack, TakeBackEntry } from './take-back.ts';
import { colorOfOutcome, sayChanges, sayInFolder, sayNumbers, sayOutcome, sayProgress, sayWhy } from './take-back-words.ts';

const asBefore = {
  type: 'doc',
  outcome: 'taken_back',
  expected: 'as_before',
  reason: null,
  isDone: false,
  version: 4,
  isDeleted: false,
  fields: [],
  openPlaces: 0,
  isMerged: false,
} as const;

it.each<[Partial<TakeBackEntry>, string]>([
  [{}, 'Restore version 4'],
  [{ fields: ['name', 'folderId'] }, 'Restore version 4, name, folder'],
  [{ version: null, isDeleted: true }, 'Move to trash'],
  [{ type: 'task', version: null, isDeleted: true, fields: ['status'] }, 'Cancel task'],
  [{ type: 'task', version: null, isDeleted: null, fields: ['status'] }, 'Take back: status'],
  [{ type: 'task', version: null, isDeleted: true, fields: ['status', 'title'] }, 'Take back: status, title'],
  [{ version: null }, 'Restore from trash'],
  [{ type: 'folder', version: null, fields: ['isDeleted', 'name'] }, 'Restore from trash, name'],
  [{ type: 'folder', version: null, isDeleted: true, fields: ['isDeleted'] }, 'Move to trash'],
  [
    { type: 'folder', version: null, isDeleted: null, fields: ['parentId', 'ownerId', 'asksReview', 'share:person_1'] },
    'Take back: folder, owner, review, access',
  ],
  [
    { version: null, isDeleted: null, fields: ['name', 'folderId', 'share:organization', 'share:person_1'] },
    'Take back: name, folder, access',
  ],
  [{ expected: 'merged', isMerged: true, version: null, isDeleted: null }, "Merge and keep others' edits"],
  [{ expected: 'merged', isMerged: true, version: null }, "Restore from trash, merge and keep others' edits"],
  [
    { expected: 'merged', isMerged: true, version: null, isDeleted: null, fields: ['name'], reason: 'changed_since' },
    "Merge and keep others' edits; take back: name; the rest stays: changed since",
  ],
  // Not every change is taken back, but no text is merged.
  [{ expected: 'merged', reason: 'changed_since' }, 'Restore version 4; the rest stays: changed since'],
  [
    { type: 'folder', expected: 'merged', version: null, isDeleted: null, fields: ['name'], reason: 'protected_item' },
    'Take back: name; the rest stays: protected',
  ],
  [
    { type: 'task', expected: 'merged', version: null, isDeleted: null, fields: ['title'], reason: 'others_worked_on_it' },
    'Take back: title; the rest stays: others worked on it',
  ],
  [{ expected: 'merged', reason: 'changed_since', isDone: true }, 'Taken back; the rest stays: changed since'],
  [
    { expected: 'merged', reason: 'name_taken', version: null, isDeleted: null, fields: ['name', 'tags'] },
    'Take back: tags, with a number added to its name',
  ],
  [{ expected: 'merged', reason: 'name_taken', version: null }, 'Restore from trash, with a number added to its name'],
  [{ expected: 'merged', reason: 'name_taken', isDone: true }, 'Taken back, with a number added to its name'],
  [{ expected: 'needs_you', isMerged: true, version: null, isDeleted: null }, "Merge and keep others' edits"],
  [{ expected: 'needs_you', isMerged: true, openPlaces: 2 }, '2 conflicts to resolve'],
  [{ expected: 'needs_you', outcome: 'left', reason: 'changed_since', openPlaces: 1 }, '1 conflict to resolve'],
  [{ expected: 'needs_you', outcome: 'left', reason: 'changed_since', openPlaces: 1, isDone: true }, '1 conflict left as others have it'],
  [{ expected: 'needs_you', openPlaces: 2, isDone: true }, '2 conflicts left as others have it'],
  [{ isDone: true }, 'Taken back'],
  [{ outcome: 'left', expected: 'left', reason: 'changed_since' }, 'Stays: changed since'],
  [{ outcome: 'left', expected: 'left', reason: 'left_out' }, 'Stays: left out by you'],
  [{ outcome: 'unchanged', expected: 'unchanged' }, 'Already as it was'],
])('names the outcome of an item: %o', (change, words) => {
  expect(sayOutcome({ ...asBefore, ...change })).toBe(words);
});

it('colors a conflict that was left unresolved like an item that stays', () => {
  expect([false, true].map((isDone) => colorOfOutcome({ ...asBefore, expected: 'needs_you', isDone }))).toEqual(['needs_you', 'left']);
});

it('states the expected numbers first, then what stays and why', () => {
  const none = { as_before: 0, merged: 0, needs_you: 0, left: 0, unchanged: 0 };
  expect(sayNumbers({ ...none, as_before: 312, merged: 21, needs_you: 8 })).toBe(
    '312 of 341 will be restored, 21 merged or in part, 8 need your decision',
  );
  expect(sayNumbers({ as_before: 1, merged: 0, needs_you: 1, left: 1, unchanged: 2 })).toBe(
    '1 of 5 will be restored, 1 needs your decision, 1 stays, 2 already as before',
  );
  expect(sayWhy({ reason: 'name_taken', count: 3 })).toBe('3 · Another item has the name now');
});

it('states the numbers of a folder, with items that need a decision first', () => {
  const none = { as_before: 0, merged: 0, needs_you: 0, left: 0, unchanged: 0 };
  expect(sayInFolder({ as_before: 3, merged: 2, needs_you: 1, left: 1, unchanged: 4 })).toBe(
    '1 needs your decision · 3 as before · 2 merged or in part · 1 stays · 4 unchanged',
  );
  expect(sayInFolder({ ...none, needs_you: 2, left: 2 })).toBe('2 need your decision · 2 stay');
  expect(sayInFolder({ ...none, as_before: 1 })).toBe('1 as before');
});

it.each<[Partial<TakeBack>, string]>([
  [{ state: 'looking', found: 2 }, 'Searching… 2 items so far'],
  [{ state: 'ready', found: 0 }, 'No changes found'],
  [{ state: 'ready', found: 1 }, '1 item changed'],
  [{ state: 'working', found: 9, takenBack: 2, left: 1, unchanged: 1 }, '4 of 9 items done so far'],
  [{ state: 'done', found: 3, takenBack: 1, left: 2, unchanged: 0 }, '1 item taken back, 2 stay'],
])('states the progress: %o', (takeBack, words) => {
  expect(sayProgress({ left: 0, ...takeBack } as TakeBack)).toBe(words);
});

it('states that it is running while this tab takes the steps', () => {
  const takeBack = { state: 'working', found: 9, takenBack: 2, left: 1, unchanged: 0 } as TakeBack;
  expect(sayProgress(takeBack, true)).toBe('Taking back… 3 of 9 items');
});

const named: Names = { agent: () => 'writer', key: () => 'nightly', person: () => 'Ada', choices: {} };
const unnamed: Names = { agent: () => undefined, key: () => undefined, person: () => undefined, choices: {} };

it.each<[TakeBack['subject'], string, string]>([
  [{ kind: 'agent', id: 'agent_1' }, 'Changes by writer', 'Changes by an agent'],
  [{ kind: 'key', id: 'key_1' }, 'Changes by key nightly', 'Changes by a key'],
  [{ kind: 'person', id: 'person_1' }, 'Changes by Ada', 'Changes by a former member'],
  [{ kind: 'time', id: null }, 'Changes by everyone', 'Changes by everyone'],
  [
    { kind: 'trace', id: 'trace', of: { maker: 'agentId', id: 'agent_1' } },
    'Changes of one run by writer',
    'Changes of one run by an agent',
  ],
  [
    { kind: 'trace', id: 'trace', of: { maker: 'personId', id: 'person_1' } },
    'Changes of one run by Ada',
    'Changes of one run by a former member',
  ],
  [{ kind: 'call', id: 'request' }, 'Changes of one call', 'Changes of one call'],
  [{ kind: 'take_back', id: 'putback_1' }, 'Changes of a take-back', 'Changes of a take-back'],
])('says whose changes they are, with and without names: %o', (subject, withNames, without) => {
  expect([named, unnamed].map((names) => sayChanges({ subject }, names))).toEqual([withNames, without]);
});
