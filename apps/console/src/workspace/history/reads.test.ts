import { describe, expect, it } from 'vitest';
import type { LoggedCall } from '../../kernel/live/change-stream.ts';
import { callsOfVersion, readsOf } from './reads.ts';

const call = (id: number, at: number, change: Partial<LoggedCall> = {}) =>
  ({ id, at, tool: 'read_doc', personId: 'ada', agentId: null, ...change }) as LoggedCall;

describe('readsOf', () => {
  it('lists each reader once, with the newest call, but nobody who only changed something', () => {
    const calls = [
      call(5, 50, { tool: 'edit_doc', personId: 'bob' }),
      call(4, 40),
      call(3, 30, { agentId: 'bot' }),
      call(2, 20),
      call(1, 10, { tool: 'grep', personId: 'carol' }),
    ];
    expect(readsOf(calls).map(({ id }) => id)).toEqual([4, 3, 1]);
  });
});

describe('callsOfVersion', () => {
  const versions = [
    { version: 3, at: 30 },
    { version: 2, at: 20 },
    { version: 1, at: 10 },
  ];
  const calls = [call(9, 35), call(8, 30), call(7, 29), call(6, 20), call(5, 5)];

  it('returns the calls between the creation of a version and the next one', () => {
    expect(callsOfVersion(calls, versions, 3).map(({ id }) => id)).toEqual([9, 8]);
    expect(callsOfVersion(calls, versions, 2).map(({ id }) => id)).toEqual([7, 6]);
    expect(callsOfVersion(calls, versions, 1)).toEqual([]);
  });

  it('gives no readers for an unknown version', () => {
    expect(callsOfVersion(calls, versions, 4)).toEqual([]);
  });
});
