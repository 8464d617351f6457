import { describe, expect, it } from 'vitest';
import { openAt, withRecent } from './recents.ts';

describe('recently opened entries', () => {
  it.each<[string, Record<string, unknown>, string | undefined]>([
    ['/org_1/documents/item/doc_1', { version: 2 }, 'item doc_1'],
    ['/org_1/documents/folder/folder_1', {}, 'folder folder_1'],
    ['/org_1/documents', {}, undefined],
    ['/org_1/documents/trash', {}, undefined],
    ['/org_1/services/conn_1', {}, 'connection conn_1'],
    ['/org_1/services/connect', {}, undefined],
    ['/org_1/services', {}, undefined],
    ['/org_1/tasks', { task: 'task_1', view: 'board' }, 'task task_1'],
    ['/org_1/tasks', {}, undefined],
    ['/org_1/agents', { agent: 'agent_1' }, 'agent agent_1'],
    ['/org_1/people', { person: 'person_1' }, 'person person_1'],
    ['/org_1/activity', { task: 'task_1' }, undefined],
  ])('at %s %j is %s', (pathname, search, expected) => {
    expect(openAt(pathname, search)).toBe(expected);
  });

  it('are stored once each, last first, up to a limit', () => {
    expect(withRecent(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c']);
    expect(
      withRecent(
        Array.from({ length: 30 }, (_, index) => `${index}`),
        'x',
      ),
    ).toHaveLength(30);
  });
});
