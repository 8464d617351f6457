import type { ServiceToolCandidate } from '@gatehouse/storage';
import { describe, expect, it } from 'vitest';
import { rankTools } from './rank-tools.ts';
import { readToolQuery } from './tool-query.ts';

function tool(name: string, description: string, more: Partial<ServiceToolCandidate> = {}): ServiceToolCandidate {
  const text = `${name} ${description}`.toLowerCase();
  return {
    connectionId: 'conn_1',
    service: 'tracker',
    name,
    title: null,
    description,
    text,
    mode: 'read',
    heldFor: null,
    annotations: null,
    ...more,
  };
}

const rank = (query: string, ...tools: ServiceToolCandidate[]) => rankTools(readToolQuery(query), tools).map(({ name }) => name);

describe('rankTools', () => {
  it('counts words of a name twice, even if only capitals separate them', () => {
    expect(rank('worklog', tool('report', 'Report the worklog.'), tool('listWorklog', 'List the hours.'))).toEqual([
      'listWorklog',
      'report',
    ]);
  });

  it('prefers the requested action', () => {
    const [list, create] = [tool('issue_list', 'Issues.'), tool('issue_create', 'Issues.', { mode: 'write' })];
    expect(rank('make an issue', list, create)[0]).toBe('issue_create');
    expect(rank('show issues', create, list)[0]).toBe('issue_list');
  });

  it('ranks tools that delete last, unless the query asks for them', () => {
    const [drop, remove] = [tool('issue_drop', 'Drop it.', { annotations: { destructiveHint: true } }), tool('removeIssue', 'Issues.')];
    const read = tool('issue_of_a_long_name', 'An issue of the many issues.');
    expect(rank('issue', remove, drop, read)[0]).toBe('issue_of_a_long_name');
    expect(rank('remove an issue', read, remove)[0]).toBe('removeIssue');
  });

  it('leaves out tools with less than half of the words that the best one has', () => {
    const all = tool('a', 'Red green blue.');
    expect(rank('red green blue nonsense', all, tool('b', 'Red and green.'), tool('c', 'Red.'))).toEqual(['a', 'b']);
    expect(rank('zebra', all)).toEqual([]);
  });

  it('counts all forms of a word', () => {
    expect(rank('react', tool('a', 'Adds reactions.'))).toEqual(['a']);
  });
});
