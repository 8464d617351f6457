import { expect, it } from 'vitest';
import { isOfKind } from './of-kind.ts';
import { readSought } from './sought.ts';

it('reads the search from the address, without invalid values', () => {
  expect(readSought({ q: 17, kind: 'tasks', x: 1 })).toEqual({ q: '17', kind: 'tasks' });
  expect(readSought({ q: '', kind: 'lost', folder: 7, changed: 'toString' })).toEqual({});
  expect(readSought({ folder: 'folder_1', changed: 'week' })).toEqual({ folder: 'folder_1', changed: 'week' });
});

it('decides if an entry is of a kind', () => {
  expect(isOfKind('documents', 'item doc_1', 'Document')).toBe(true);
  expect(isOfKind('files', 'item doc_1', 'Document')).toBe(false);
  expect(isOfKind('people', 'person person_1', 'ada@acme.test')).toBe(true);
  expect(isOfKind('agents', 'person person_1', 'ada@acme.test')).toBe(false);
});
