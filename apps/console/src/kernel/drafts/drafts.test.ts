import { describe, expect, it } from 'vitest';
import { type Draft, draftKey, dropDrafts, hasDraftWithoutRoom, hearDrafts, openDrafts } from './drafts.ts';

function createStorage(room = Number.POSITIVE_INFINITY): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (value.length > room) throw new DOMException('no room', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

const item = { orgId: 'org_1', type: 'doc', name: 'Plan', mimeType: 'text/markdown' } as const;
const draft = (at: number, text = 'typed'): Draft => ({ item, version: 3, text, conflicts: [], at });
const day = 24 * 60 * 60_000;

describe('drafts', () => {
  it('are restored for the account that wrote them, and no other', () => {
    const storage = createStorage();
    expect(openDrafts(storage, 'ada', 0).keep('doc_1', draft(0))).toBe(true);
    expect(openDrafts(storage, 'ada', 0).read('doc_1')).toEqual(draft(0));
    expect(openDrafts(storage, 'bob', 0).read('doc_1')).toBeUndefined();
    expect(openDrafts(storage, 'ada', 0).read('doc_2')).toBeUndefined();
    openDrafts(storage, 'ada', 0).drop('doc_1');
    expect(storage.length).toBe(0);
  });

  it('are removed after a month, beyond fifty, and all at sign-out', () => {
    const storage = createStorage();
    for (let number = 0; number < 60; number++) openDrafts(storage, 'ada', number).keep(`doc_${number}`, draft(number));
    expect([openDrafts(storage, 'ada', 60).read('doc_9'), openDrafts(storage, 'ada', 60).read('doc_10')]).toEqual([undefined, draft(10)]);
    openDrafts(storage, 'bob', 60).keep('doc_1', draft(31 * day));
    openDrafts(storage, 'ada', 31 * day);
    expect(storage.length).toBe(1);
    dropDrafts(storage, 'ada');
    expect(storage.length).toBe(1);
    dropDrafts(storage, 'bob');
    expect(storage.length).toBe(0);
  });

  it('are listed for the account, last change first, including those of older releases', () => {
    const storage = createStorage();
    const { item: _, ...older } = draft(2, 'from before');
    storage.setItem('gatehouse draft ada doc_2', JSON.stringify(older));
    openDrafts(storage, 'ada', 0).keep('doc_1', draft(1));
    openDrafts(storage, 'bob', 0).keep('doc_3', draft(3));
    expect(openDrafts(storage, 'ada', 0).list()).toEqual([
      { itemId: 'doc_2', ...older },
      { itemId: 'doc_1', ...draft(1) },
    ]);
  });

  it("include drafts of a skill's files, each listed with its path", () => {
    const storage = createStorage();
    const drafts = openDrafts(storage, 'ada', 0);
    const item = { orgId: 'org_1', type: 'skill', name: 'report/a b.md', mimeType: 'text/markdown', path: 'references/a b.md' } as const;
    drafts.keep('skill_1', draft(1));
    drafts.keep(draftKey('skill_1', 'references/a b.md'), { ...draft(2), item });
    expect(drafts.list()).toMatchObject([{ itemId: 'skill_1', path: 'references/a b.md', item }, { itemId: 'skill_1' }]);
    expect(drafts.list()[1]).not.toHaveProperty('path');
    drafts.drop(draftKey('skill_1', 'references/a b.md'));
    expect(drafts.read('skill_1')).toBeDefined();
    expect(drafts.list()).toHaveLength(1);
  });

  it('exist as long as the tab if the browser has no room for them', () => {
    const storage = createStorage(100);
    const drafts = openDrafts(storage, 'ada', 0);
    expect(drafts.keep('doc_1', draft(1, 'x'.repeat(200)))).toBe(false);
    expect([drafts.read('doc_1')?.text.length, drafts.list().length, hasDraftWithoutRoom(storage)]).toEqual([200, 1, true]);
    dropDrafts(storage, 'ada');
    expect([drafts.read('doc_1'), drafts.list(), hasDraftWithoutRoom(storage)]).toEqual([undefined, [], false]);
  });

  it('are not stored without room, and not read if invalid', () => {
    expect(openDrafts(createStorage(100), 'ada', 0).keep('doc_1', draft(0, 'x'.repeat(200)))).toBe(false);
    const storage = createStorage();
    for (const text of ['', 'null', '{"text":1}', '{']) {
      storage.setItem('gatehouse draft ada doc_1', text);
      expect(openDrafts(storage, 'ada', 0).read('doc_1')).toBeUndefined();
    }
  });

  it('are read without values that other releases wrote differently: an item of another type, or a conflict without its base', () => {
    const storage = createStorage();
    const drafts = openDrafts(storage, 'ada', 0);
    const readAs = (written: object) => {
      storage.setItem('gatehouse draft ada doc_1', JSON.stringify({ ...draft(5), ...written }));
      return drafts.read('doc_1');
    };
    for (const type of ['doc', 'file', 'skill'] as const) expect(readAs({ item: { ...item, type } })?.item).toEqual({ ...item, type });
    for (const wrong of [{ type: 'task' }, { orgId: 1 }, { name: null }, { mimeType: undefined }])
      expect(readAs({ item: { ...item, ...wrong } })).toEqual({ ...draft(5), item: undefined });
    expect(readAs({ item: { ...item, path: 7 } })?.item).toEqual(item);
    const conflict = { id: 1, from: 0, to: 2, theirs: 'b', theirsAt: 0, base: 'a' };
    const { base: _base, ...withoutBase } = conflict;
    const { theirsAt: _at, ...withoutPlace } = conflict;
    expect(readAs({ conflicts: [withoutBase, conflict, withoutPlace] })?.conflicts).toEqual([conflict]);
    for (const wrong of [{ version: '3' }, { conflicts: {} }]) expect(readAs(wrong)).toBeUndefined();
    expect(readAs({ at: undefined })?.at).toBe(0);
  });

  it('notify listeners of this tab when one is added or removed, until they stop listening', () => {
    const heard: string[] = [];
    const drafts = openDrafts(createStorage(200), 'ada', 0);
    const stop = hearDrafts(() => void heard.push('heard'));
    drafts.keep('doc_1', draft(1, ''));
    drafts.keep('doc_1', draft(1, 'x'.repeat(200)));
    drafts.drop('doc_1');
    expect(heard).toHaveLength(3);
    drafts.keep('doc_1', draft(1, ''));
    drafts.keep('doc_1', draft(1, 'x'));
    expect(heard).toHaveLength(4);
    stop();
    drafts.drop('doc_1');
    expect(heard).toHaveLength(4);
  });

  it('stay after another account signs out, even if the browser has no room for them', () => {
    const storage = createStorage(100);
    const long = draft(1, 'x'.repeat(200));
    openDrafts(storage, 'ada', 0).keep('doc_1', long);
    openDrafts(storage, 'bob', 0).keep('doc_1', long);
    dropDrafts(storage, 'ada');
    expect([openDrafts(storage, 'ada', 0).read('doc_1'), openDrafts(storage, 'bob', 0).read('doc_1')]).toEqual([undefined, long]);
    openDrafts(storage, 'bob', 0).drop('doc_1');
    expect(hasDraftWithoutRoom(storage)).toBe(false);
  });
});
