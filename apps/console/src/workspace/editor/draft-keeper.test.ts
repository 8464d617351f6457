import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Draft, Drafts } from '../../kernel/drafts/drafts.ts';
import { createDraftKeeper } from './draft-keeper.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1000 }));
afterEach(() => void vi.useRealTimers());

const item = { orgId: 'org_1', type: 'doc', name: 'Plan', mimeType: 'text/markdown' } as const;
const open = { id: 1, from: 0, to: 1, theirs: 'b', theirsAt: 0, base: 'a' };

/** Opens a keeper, and records what it writes into a browser with or without room. */
function openKeeper({ isOpened = false, hasRoom = true } = {}) {
  const room = { hasRoom };
  let text = '';
  const kept: Draft[] = [];
  const dropped: string[] = [];
  const drafts: Drafts = {
    read: () => undefined,
    list: () => [],
    keep(key, draft) {
      expect(key).toBe('doc_1');
      kept.push(draft);
      return room.hasRoom;
    },
    drop: (key) => void dropped.push(key),
  };
  const keeper = createDraftKeeper({ drafts, draftKey: 'doc_1', item: () => item, text: () => text, conflicts: () => [open], isOpened });
  const type = (version: number, typed: string) => {
    text = typed;
    keeper.keep(version);
  };
  return { keeper, type, kept, dropped, room };
}

describe('a draft keeper', () => {
  it('writes the last of several changes a moment after the first, and later changes in the same way', () => {
    const { type, kept } = openKeeper();
    type(3, 'a');
    vi.advanceTimersByTime(900);
    type(3, 'ab');
    expect(kept).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(kept).toEqual([{ item, version: 3, text: 'ab', conflicts: [open], at: 2000 }]);
    vi.advanceTimersByTime(5000);
    expect(kept).toHaveLength(1);
    type(4, 'abc');
    vi.advanceTimersByTime(1000);
    expect(kept[1]).toMatchObject({ version: 4, text: 'abc' });
  });

  it('writes a pending change immediately when the tab may be closed, and only once', () => {
    const { keeper, type, kept } = openKeeper();
    keeper.flush();
    expect(kept).toEqual([]);
    type(3, 'a');
    keeper.flush();
    keeper.flush();
    expect(kept.map(({ text }) => text)).toEqual(['a']);
    // The next change gets the full delay again.
    vi.advanceTimersByTime(100);
    type(3, 'ab');
    vi.advanceTimersByTime(999);
    expect(kept).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(kept).toHaveLength(2);
  });

  it('drops its own draft after a save, but not the draft of another tab', () => {
    const { keeper, type, kept, dropped } = openKeeper();
    keeper.keep(undefined);
    expect(dropped).toEqual([]);
    type(3, 'a');
    keeper.keep(undefined);
    vi.advanceTimersByTime(1000);
    expect([kept, dropped]).toEqual([[], ['doc_1']]);
    keeper.keep(undefined);
    expect(dropped).toHaveLength(1);
    expect(openKeeper({ isOpened: true }).dropped).toEqual([]);
    const opened = openKeeper({ isOpened: true });
    opened.keeper.keep(undefined);
    expect(opened.dropped).toEqual(['doc_1']);
  });

  it('stores nothing after it is stopped, not even a pending change', () => {
    const { keeper, type, kept, dropped } = openKeeper();
    type(3, 'a');
    keeper.stop();
    vi.advanceTimersByTime(1000);
    keeper.flush();
    type(3, 'b');
    keeper.keep(undefined);
    vi.advanceTimersByTime(1000);
    expect([kept, dropped]).toEqual([[], []]);
  });

  it('reports a browser without room until there is room, or nothing is left to store', () => {
    const { keeper, type, room } = openKeeper({ hasRoom: false });
    expect(keeper.isKept()).toBe(true);
    type(3, 'a');
    keeper.flush();
    expect(keeper.isKept()).toBe(false);
    keeper.keep(undefined);
    expect(keeper.isKept()).toBe(true);
    type(3, 'a');
    keeper.flush();
    room.hasRoom = true;
    type(3, 'ab');
    keeper.flush();
    expect(keeper.isKept()).toBe(true);
  });
});
