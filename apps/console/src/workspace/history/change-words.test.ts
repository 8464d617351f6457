import { dayMs } from '@gatehouse/domain';
import { describe, expect, it } from 'vitest';
import { type Change, describeChange, describeFields } from './change-words.ts';

const now = 1_767_225_600_000;

/** A change of these fields, in words. */
function inWords(...fields: Change['fields']) {
  return describeFields({ what: 'changed', fields }, now).map(({ name, before, after }) => `${name}: ${before} > ${after}`);
}

describe('a change in words', () => {
  it('names each field like the page, with its old and new value', () => {
    expect(
      inWords(
        { field: 'status', before: 'todo', after: 'in_progress' },
        { field: 'tags', before: [], after: ['a', 'b'] },
        { field: 'dueAt', before: null, after: now + dayMs },
        { field: 'isAgentMemory', before: false, after: true },
        { field: 'notes', before: 'one', after: null },
      ),
    ).toEqual(['Status: Todo > In progress', 'Tags: none > a, b', 'Due: none > tomorrow', 'Agent memory: no > yes', 'Notes: one > none']);
  });

  it('names folders and people if their names are known to the reader', () => {
    const ada = { id: 'person_1', name: 'Ada' };
    expect(
      inWords(
        { field: 'folder', before: { id: 'folder_1' }, after: { id: 'folder_2', name: 'Plans' } },
        { field: 'assignee', before: { id: 'person_2' }, after: ada },
        { field: 'share', sharedWith: ada, before: null, after: 'write' },
        { field: 'share', sharedWith: 'organization', before: 'write', after: 'read' },
      ),
    ).toEqual([
      "Folder: a folder you can't see > Plans",
      'Assignee: a former member > Ada',
      'Shared with Ada: no access > can edit',
      'Shared with everyone: can edit > can read',
    ]);
  });

  it.each<[Change['fields'], string]>([
    [[{ field: 'name', before: 'a', after: 'b' }], 'renamed it'],
    [[{ field: 'folder', before: null, after: { id: 'folder_1' } }], 'moved it'],
    [[{ field: 'share', sharedWith: 'organization', before: null, after: 'write' }], 'shared it'],
    [[{ field: 'share', sharedWith: 'organization', before: 'write', after: null }], 'stopped sharing it'],
    [[{ field: 'share', sharedWith: 'organization', before: 'write', after: 'read' }], 'changed who can edit it'],
    // The time when it was done says nothing that its status does not.
    [
      [
        { field: 'status', before: 'todo', after: 'done' },
        { field: 'doneAt', before: null, after: now },
      ],
      'changed its status',
    ],
    [
      [
        { field: 'name', before: 'a', after: 'b' },
        { field: 'tags', before: [], after: ['a'] },
      ],
      'changed it',
    ],
    [[{ field: 'type', before: 'a', after: 'b' }], 'changed it'],
  ])('has a verb for a change of one field: %o', (fields, words) => {
    expect(describeChange({ subjectId: 'doc_1', what: 'changed', fields })).toBe(words);
  });

  it.each<[NonNullable<Change['review']>, string]>([
    [{ how: 'review', accepted: 2, declined: 0, version: 4 }, 'accepted 2 changes in version 4'],
    [{ how: 'review', accepted: 1, declined: 3, version: 4 }, 'accepted 1 change and declined 3 changes in version 4'],
    [{ how: 'save', accepted: 0, declined: 1, version: 4 }, 'declined 1 change in version 4 by saving'],
    [{ how: 'switched_off', accepted: null, declined: 0, version: 4 }, 'accepted all waiting changes by switching review off'],
  ])('describes a decision about changes of agents: %o', (review, words) => {
    expect(describeChange({ subjectId: 'doc_1', what: 'reviewed', fields: [], review })).toBe(words);
  });

  it('leaves out fields that the words before already state, and all initial values', () => {
    const fields: Change['fields'] = [
      { field: 'isDeleted', before: false, after: true },
      { field: 'doneAt', before: null, after: now },
    ];
    expect(inWords(...fields)).toEqual([]);
    expect(describeFields({ what: 'created', fields: [{ field: 'title', before: null, after: 'x' }] }, now)).toEqual([]);
    const say = (subjectId: string, what: Change['what']) => describeChange({ subjectId, what, fields: [] });
    expect(say('task_1', 'created')).toBe('created this task');
    expect(say('doc_1', 'deleted')).toBe('moved it to trash');
    expect(say('folder_1', 'deleted')).toBe('deleted it');
    expect(say('doc_1', 'moved')).toBe('moved it');
  });
});
