import { expect, it } from 'vitest';
import { groupChanged, isMuch } from './group-changed.ts';
import type { Changed } from './join-news.ts';

const changed = (agent: string, item: number, isNew: boolean) =>
  ({ agent: { id: agent, name: agent }, person: null, item: { id: `doc_${item}` }, isNew, at: item }) as Changed;

it('groups the changes of each agent, and counts creations and changes', () => {
  const writer = [1, 2, 3, 4].map((item) => changed('writer', item, item > 1));
  const [first, second] = groupChanged([...writer, changed('reader', 9, false)]);
  expect(first).toMatchObject({ agent: { id: 'writer' }, created: 3, changed: 1, at: 4, items: writer });
  expect(second).toMatchObject({ agent: { id: 'reader' }, created: 0, changed: 1, at: 9 });
  expect([first, second].map((group) => group && isMuch(group))).toEqual([true, false]);
});
