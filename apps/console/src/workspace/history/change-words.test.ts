import { dayMs } from '@gatehouse/domain';
import { describe, expect, it } from 'vitest';
import { type Change, describeChange, describeFields } from './change-words.ts';

const now = 1_767_225_600_000;

/** A change of these fields, in words. */
function inWords(...fields: Change['fields']) {
  return describeFields({ what: 'changed', fields }, now).map(({ name, before, after }) => `${name}: ${before} > ${after}`);
}

describe('a change in words', () => {
  it('says each field as the page calls it, from what to what', () => {
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

  it('names folders and people where they have a name for the reader', () => {
    const ada = { id: 'person_1', name: 'Ada' };
    expect(
      inWords(
        { field: 'folder', before: { id: 'folder_1' }, after: { id: 'folder_2', name: 'Plans' } },
        { field: 'assignee', before: { id: 'person_2' }, after: ada },
        { field: 'share', sharedWith: ada, before: null, after: 'write' },
        { field: 'share', sharedWith: 'organization', before: 'write', after: null },
      ),
    ).toEqual([
      "Folder: a folder you can't see > Plans",
      'Assignee: a former member > Ada',
      'Shared with Ada: no > yes',
      'Shared with everyone: yes > no',
    ]);
  });

  it('leaves out what is said in the words before it, and all that something began with', () => {
    const fields: Change['fields'] = [
      { field: 'isDeleted', before: false, after: true },
      { field: 'doneAt', before: null, after: now },
    ];
    expect(inWords(...fields)).toEqual([]);
    expect(describeFields({ what: 'created', fields: [{ field: 'title', before: null, after: 'x' }] }, now)).toEqual([]);
    expect(describeChange({ subjectId: 'task_1', what: 'created' })).toBe('created this task');
    expect(describeChange({ subjectId: 'doc_1', what: 'deleted' })).toBe('moved it to trash');
    expect(describeChange({ subjectId: 'folder_1', what: 'deleted' })).toBe('deleted it');
    expect(describeChange({ subjectId: 'doc_1', what: 'moved' })).toBe('moved it');
  });
});
