import { expect, it } from 'vitest';
import { type Changed, joinNews, type Refused } from './join-news.ts';

const agent = { id: 'agent_1', name: 'robot' };
const changed = (change: Partial<Changed>): Changed => ({
  agent,
  person: null,
  item: { id: 'doc_1', type: 'doc', name: 'Plan', isInTrash: false },
  isNew: false,
  versions: 0,
  firstVersion: null,
  lastVersion: null,
  others: [],
  firstAt: 5,
  at: 5,
  ...change,
});
const refused = (change: Partial<Refused>): Refused => ({
  agent,
  person: null,
  tool: 'read_doc',
  reason: 'forbidden',
  calls: 1,
  at: 5,
  ...change,
});
const part = { since: 1, until: 9, changed: [], refused: [], nextCursor: null };

it('groups the changes of an agent to an item across parts, newest first', () => {
  const other = changed({ item: { id: 'doc_2', type: 'doc', name: 'Other', isInTrash: false }, at: 7 });
  const joined = joinNews([
    { ...part, changed: [other, changed({ versions: 2, firstVersion: 4, lastVersion: 5 })], refused: [refused({ calls: 2 })] },
    {
      ...part,
      since: 1,
      changed: [changed({ others: ['deleted'], firstAt: 3, at: 3 })],
      refused: [refused({ at: 2, calls: 3 }), refused({ tool: 'grep', at: 1 })],
    },
    {
      ...part,
      changed: [changed({ isNew: true, versions: 3, firstVersion: 1, lastVersion: 3, others: ['deleted', 'moved'], firstAt: 2, at: 2 })],
    },
  ]);
  expect(joined).toEqual({
    since: 1,
    until: 9,
    changed: [
      other,
      changed({ isNew: true, versions: 5, firstVersion: 1, lastVersion: 5, others: ['deleted', 'moved'], firstAt: 2, at: 5 }),
    ],
    refused: [refused({ calls: 5 }), refused({ tool: 'grep', at: 1 })],
  });
});
