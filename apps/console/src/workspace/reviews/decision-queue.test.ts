import { changesOf, decide } from '@gatehouse/domain/review';
import { describe, expect, it } from 'vitest';
import { type Decision, idAfter, takeBatch } from './decision-queue.ts';

describe('takeBatch', () => {
  it('joins decisions of one kind until one has a note or is about all', () => {
    const queue: Decision[] = [
      { verdict: 'accept', ids: ['a'] },
      { verdict: 'accept', ids: ['b', 'c'] },
      { verdict: 'decline', ids: ['d'], note: 'no' },
      { verdict: 'decline', ids: ['e'] },
      { verdict: 'accept', ids: true },
    ];
    expect(takeBatch(queue)).toEqual({ verdict: 'accept', ids: ['a', 'b', 'c'] });
    expect(takeBatch(queue)).toEqual({ verdict: 'decline', ids: ['d'], note: 'no' });
    expect(takeBatch(queue)).toEqual({ verdict: 'decline', ids: ['e'] });
    expect(takeBatch(queue)).toEqual({ verdict: 'accept', ids: true });
    expect(takeBatch(queue)).toBeUndefined();
  });
});

it('names a change after earlier ones with the same texts were decided', () => {
  const pair = { reviewed: 'x\nkeep\nx\nkeep\nx\n', current: 'y\nkeep\ny\nkeep\ny\n' };
  const ids = changesOf(pair).map(({ id }) => id);
  for (const decided of [[0], [1], [0, 1], [2], [0, 2]]) {
    const accept = new Set(decided.map((index) => ids[index] as string));
    const left = ids.filter((id) => !accept.has(id));
    expect(changesOf(decide(pair, { accept, decline: new Set() })).map(({ id }) => id)).toEqual(left.map((id) => idAfter(id, accept)));
  }
});
