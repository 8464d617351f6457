import { runGapMs } from '@gatehouse/domain';
import { expect, it } from 'vitest';
import { joinNews, type Refused } from './join-news.ts';

const agent = { id: 'agent_1', name: 'robot' };
type Entry = Parameters<typeof joinNews>[0][number]['changed'][number];

const changed = (change: Partial<Entry>): Entry => ({
  agent,
  person: null,
  item: { id: 'doc_1', type: 'doc', name: 'Plan', isInTrash: false, waits: false },
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
  const other = changed({ item: { id: 'doc_2', type: 'doc', name: 'Other', isInTrash: false, waits: false }, at: 7 });
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
  const run = { firstAt: 2, at: 7 };
  expect(joined).toEqual({
    since: 1,
    until: 9,
    changed: [
      { ...other, run },
      { ...changed({ isNew: true, versions: 5, firstVersion: 1, lastVersion: 5, others: ['deleted', 'moved'], firstAt: 2, at: 5 }), run },
    ],
    refused: [refused({ calls: 5 }), refused({ tool: 'grep', at: 1 })],
  });
});

it('splits changes to an item into runs of an agent, after pauses of more than ten minutes', () => {
  const at = (firstAt: number, at: number, of = agent) => changed({ agent: of, versions: 1, firstAt, at });
  const reader = { id: 'agent_2', name: 'reader' };
  const day = 100 * runGapMs;
  const { changed: joined } = joinNews([
    { ...part, changed: [at(day, day), at(day - runGapMs, day - runGapMs), at(day - 1, day, reader)] },
    { ...part, changed: [at(day - 2 * runGapMs - 1, day - 2 * runGapMs - 1)] },
  ]);
  expect(joined.map(({ agent, versions, run }) => [agent.name, versions, run])).toEqual([
    ['robot', 2, { firstAt: day - runGapMs, at: day }],
    ['reader', 1, { firstAt: day - 1, at: day }],
    ['robot', 1, { firstAt: day - 2 * runGapMs - 1, at: day - 2 * runGapMs - 1 }],
  ]);
});
