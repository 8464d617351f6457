import type { Store } from '@gatehouse/storage';
import { sampleActivity, type TestStore, testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeOldActivity } from './retention.ts';

const before = 1_000_000;
const now = 2_000_000;

describe.each(testEngines())('old rows in the activity log, on $name', ({ missing, open }) => {
  let world: TestStore;
  let store: Store;

  beforeEach(async ({ skip }) => {
    if (missing !== undefined) return skip(missing);
    world = await open();
    ({ store } = world);
  });
  afterEach(async () => {
    if (missing === undefined) await world[Symbol.asyncDispose]();
  });

  const record = (times: number[]) =>
    store.perform(
      function* () {
        for (const at of times) yield* store.activity.record(sampleActivity({ at, orgId: 'org_a' }));
      },
      { changes: true },
    );
  const listed = async () => (await store.read(() => store.activity.list({ orgId: 'org_a', limit: 5000 }))).map(({ at }) => at).reverse();
  const repeat = (at: number, count: number) => Array.from({ length: count }, () => at);

  it('are removed, but no younger ones', async () => {
    await record([...repeat(5, 2300), before - 1, before, before + 1]);
    expect(await removeOldActivity({ store, before, now })).toEqual({ months: 0, rows: 2301 });
    expect(await listed()).toEqual([before, before + 1]);
    expect(await removeOldActivity({ store, before, now })).toEqual({ months: 0, rows: 0 });
  });

  it('are removed even between younger rows, and after rows from a wrong clock', async () => {
    await record([...repeat(now + 1, 1200), 5, before, 6, before + 1]);
    expect(await removeOldActivity({ store, before, now })).toEqual({ months: 0, rows: 2 });
    expect(await listed()).toEqual([...repeat(now + 1, 1200), before, before + 1]);
  });

  it('leave the newest row, so that no number is used twice', async () => {
    await record([1, 2, 3]);
    const log = await store.read(() => store.activity.follow({ orgId: 'org_a' }));
    expect(await removeOldActivity({ store, before, now })).toEqual({ months: 0, rows: 2 });
    expect(await listed()).toEqual([3]);
    await record([4]);
    expect((await store.read(() => log.news()))?.map(({ at }) => at)).toEqual([4]);
  });

  it('are removed together with their entries in the index by item', async () => {
    const itemId = 'doc_a';
    const rows = [...repeat(5, 2300), now].map((at) => sampleActivity({ at, orgId: 'org_a', itemType: 'doc', itemId }));
    const log = function* () {
      for (const row of rows) yield* store.activity.record(row);
      const extent = yield* store.activity.extent();
      yield* store.activityItems.add(0, extent?.lastId ?? 0);
    };
    await store.perform(log, { changes: true });
    await removeOldActivity({ store, before, now });
    const left = { orgId: 'org_a', itemId, fromId: 0, beforeId: Number.MAX_SAFE_INTEGER, limit: 10, most: 10 };
    expect((await store.read(() => store.activity.look(left))).rows.map(({ at }) => at)).toEqual([now]);
    // Only the remaining row still names the item.
    expect(await store.perform(() => store.activityItems.removeBelow(Number.MAX_SAFE_INTEGER, 10), { changes: true })).toBe(1);
  });

  it('are removed once if several processes remove them', async () => {
    await record([...repeat(5, 2500), now]);
    const other = await world.openAnother();
    const counts = await Promise.all([store, other].map((each) => removeOldActivity({ store: each, before, now })));
    expect(counts.reduce((sum, { rows }) => sum + rows, 0)).toBe(2500);
    expect(await listed()).toEqual([now]);
  });

  it('stay from the next batch on when the gateway stops', async () => {
    await record([...repeat(5, 1500), now]);
    const stop = new AbortController();
    let performed = 0;
    // The first is that of the sums.
    const perform: Store['perform'] = (...given) => store.perform(...given).finally(() => ++performed === 2 && stop.abort());
    expect(await removeOldActivity({ store: { ...store, perform }, before, now, signal: stop.signal })).toMatchObject({ rows: 1000 });
    expect(await listed()).toHaveLength(501);
  });
});
