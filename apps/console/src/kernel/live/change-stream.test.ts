import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Change, followChanges } from './change-stream.ts';
import { FakeEventSource } from './fake-event-source.ts';

/** Counts organizations. Each test uses its own, because windows share the locks of the process. */
let organizations = 0;

/** Opens a visible window. `heard` returns the changes since its last call. */
function openWindow(from?: string) {
  const told: Change[] = [];
  const open: boolean[] = [];
  const close = followChanges(`org_${organizations}`, {
    tell: (change) => void told.push(change),
    tellOpen: (isOpen) => void open.push(isOpen),
    from,
  });
  return { heard: () => told.splice(0), open: () => open.at(-1), close };
}

async function nextSource(before = FakeEventSource.opened.length): Promise<FakeEventSource> {
  await expect.poll(() => FakeEventSource.opened.length).toBe(before + 1);
  return FakeEventSource.opened.at(-1) as FakeEventSource;
}

const opened: Change = { kind: 'opened' };

describe('followChanges', () => {
  beforeEach(() => {
    organizations++;
    FakeEventSource.opened = [];
    vi.stubGlobal('EventSource', FakeEventSource);
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('reports its start if the first connection failed and a later one succeeded', async () => {
    const window = openWindow();
    const first = await nextSource(0);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    window.heard();
    first.refuse();
    vi.advanceTimersByTime(2000);
    vi.useRealTimers();
    const second = await nextSource(1);
    second.send('begun');
    expect(window.heard()).toEqual([opened]);
    window.close();
  });

  it('reports its start in the window that takes over when the window with the stream closes', async () => {
    const holder = openWindow();
    (await nextSource(0)).send('begun');
    const waiting = openWindow();
    holder.close();
    const source = await nextSource(1);
    waiting.heard();
    source.send('begun');
    expect(waiting.heard()).toEqual([opened]);
    waiting.close();
  });

  it('is open while its window is visible, and continues from its position when the window is visible again', async () => {
    const window = openWindow();
    const first = await nextSource(0);
    first.send('begun', '', '5');
    expect(window.open()).toBe(true);
    const look = (visibilityState: string) => {
      Object.assign(document, { visibilityState });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    look('hidden');
    look('hidden');
    expect(window.open()).toBe(false);
    look('visible');
    look('visible');
    const second = await nextSource(1);
    expect(second.url).toContain('?after=5');
    second.send('continued', '', '5');
    expect([window.open(), FakeEventSource.opened.length]).toEqual([true, 2]);
    window.close();
  });

  it('reports events in every window', async () => {
    const holder = openWindow();
    const source = await nextSource(0);
    const other = openWindow();
    source.send('begun', '', '5');
    expect(holder.heard()).toEqual([opened]);
    await expect.poll(() => other.heard()).toEqual([opened]);
    expect(FakeEventSource.opened).toHaveLength(1);
    holder.close();
    other.close();
  });

  it('continues from the last position in another window, and after a refusal', async () => {
    const rows = [{ id: 7 }];
    const holder = openWindow();
    const first = await nextSource(0);
    expect(first.url).not.toContain('after');
    const waiting = openWindow();
    first.send('begun', '', '5');
    const items = [{ id: 'doc_1', type: 'doc', versionCount: 2 }];
    first.send('rows', JSON.stringify({ rows, items, skipped: 2, hasMore: true }), '7');
    first.send('rows', JSON.stringify({ rows: [], items: [], skipped: 1, hasMore: false }), '7');
    first.send('rows', JSON.stringify({ rows: [], items: [], skipped: 0, hasMore: false }), '7');
    const parts = [opened, { kind: 'rows', rows }, { kind: 'items', items }, { kind: 'skipped', count: 2 }, opened];
    const said = [...parts, { kind: 'skipped', count: 1 }];
    await expect.poll(() => waiting.heard()).toEqual(said);
    holder.close();
    const second = await nextSource(1);
    expect(second.url).toContain('?after=7');
    second.send('continued', '', '7');
    second.send('position', '', '9.a');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    second.refuse();
    vi.advanceTimersByTime(2000);
    vi.useRealTimers();
    const third = await nextSource(2);
    expect(third.url).toContain('?after=9.a');
    third.send('resync', '', '20000');
    expect(waiting.heard()).toEqual([opened]);
    waiting.close();
  });

  it('starts at the last position that a window knows', async () => {
    const window = openWindow('4.x');
    const source = await nextSource(0);
    expect(source.url).toContain('?after=4.x');
    source.send('continued', '', '4.x');
    expect(window.heard()).toEqual([]);
    window.close();
  });

  it('is open in every window only while the stream is, even in a later window', async () => {
    const holder = openWindow();
    const source = await nextSource(0);
    const other = openWindow();
    expect(holder.open()).toBe(false);
    source.send('begun', '', '5');
    expect(holder.open()).toBe(true);
    const late = openWindow();
    await expect.poll(() => [other.open(), late.open()]).toEqual([true, true]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    source.refuse();
    expect(holder.open()).toBe(false);
    vi.useRealTimers();
    await expect.poll(() => [other.open(), late.open()]).toEqual([false, false]);
    for (const { close } of [holder, other, late]) close();
  });
});
