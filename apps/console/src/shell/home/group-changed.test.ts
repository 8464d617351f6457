import { runGapMs } from '@gatehouse/domain';
import { expect, it } from 'vitest';
import { completeFrom, groupChanged, isMuch } from './group-changed.ts';
import type { Changed } from './join-news.ts';

const changed = (run: Changed['run'], agent: string, item: number, isNew: boolean) =>
  ({ agent: { id: agent, name: agent }, person: null, item: { id: `doc_${item}` }, isNew, run, firstAt: item, at: item }) as Changed;

it('groups the changes of each run, and counts creations and changes', () => {
  const [writing, reading] = [
    { firstAt: 1, at: 4 },
    { firstAt: 9, at: 9 },
  ];
  const writer = [1, 2, 3, 4].map((item) => changed(writing, 'writer', item, item > 1));
  const [first, second] = groupChanged([...writer, changed(reading, 'reader', 9, false)]);
  expect(first).toMatchObject({ agent: { id: 'writer' }, created: 3, changed: 1, at: 4, items: writer });
  expect(second).toMatchObject({ agent: { id: 'reader' }, created: 0, changed: 1, at: 9 });
  expect([first, second].map((group) => group && isMuch(group))).toEqual([true, false]);
});

it('returns the time from which runs are complete', () => {
  const run = { firstAt: 5, at: 9 };
  expect(completeFrom([changed(run, 'writer', 9, false), changed(run, 'writer', 5, false)], true)).toBe(5 + runGapMs);
  expect(completeFrom([changed(run, 'writer', 9, false)], false)).toBeUndefined();
});
