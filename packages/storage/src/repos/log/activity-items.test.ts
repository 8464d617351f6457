import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../engines/store.ts';
import { acme, sampleActivity } from '../../testing/sample-rows.ts';
import { testEngines } from '../../testing/test-stores.ts';
import type { Activity } from './logged-call.ts';

const item = 'doc_a';
const monthMs = 31 * 24 * 60 * 60 * 1000;
const lastMonth = Date.UTC(2026, 0, 20);

describe.each(testEngines())('rows of the log by item on $name (D44)', ({ missing, open }) => {
  it.skipIf(missing !== undefined)('are found in any steps of reading the log, newest first, each once', async () => {
    const call = fc.record({
      itemId: fc.constantFrom(item, 'doc_b', null),
      orgId: fc.constantFrom(acme.id, 'org_other'),
      tool: fc.constantFrom('read_doc', 'edit_doc'),
      at: fc.constantFrom(lastMonth, lastMonth + monthMs),
    });
    const runs = fc.record({
      calls: fc.array(call, { minLength: 1, maxLength: 40 }),
      placed: fc.nat(40),
      limit: fc.integer({ min: 1, max: 7 }),
      most: fc.integer({ min: 1, max: 7 }),
      tool: fc.constantFrom('read_doc', undefined),
    });
    await using opened = await open();
    const { store } = opened;
    await fc.assert(
      fc.asyncProperty(runs, async ({ calls, placed, limit, most, tool }) => {
        const from = (await store.read(() => store.activity.extent()))?.lastId ?? 0;
        for (const one of calls) {
          const row = sampleActivity({ ...one, itemType: one.itemId && 'doc' });
          await store.perform(() => store.activity.record(row), { changes: true });
        }
        await readTo(store, from + placed);
        const fromId = from + 1;
        const found = await lookThrough(store, { fromId, limit, most, tool });
        const all = await store.read(() => store.activity.list({ orgId: acme.id, fromId, itemId: item, tool, limit: 100 }));
        expect(found).toEqual(all.reverse());
      }),
      { numRuns: 60 },
    );
  });

  it.skipIf(missing !== undefined)('are found quickly for a rare item in a long log', async () => {
    await using opened = await open();
    const { store } = opened;
    const fill = function* () {
      for (let row = 0; row < 3000; row++) yield* store.activity.record(sampleActivity({ itemId: 'doc_b', itemType: 'doc' }));
    };
    await store.perform(() => store.activity.record(sampleActivity({ itemId: item, itemType: 'doc' })), { changes: true });
    await store.perform(fill, { changes: true });
    await readTo(store, 3001);
    const wanted = { orgId: acme.id, itemId: item, fromId: 0, beforeId: Number.MAX_SAFE_INTEGER, limit: 2, most: 100 };
    expect(await store.read(() => store.activity.look(wanted))).toMatchObject({ rows: [{ itemId: item }], lookedTo: undefined });
  });
});

/** Puts the rows up to one, or to the last, under their items. */
async function readTo(store: Store, throughId: number): Promise<void> {
  const add = function* () {
    const { activityId } = yield* store.activityItems.hold();
    const extent = yield* store.activity.extent();
    const through = Math.min(throughId, extent?.lastId ?? 0);
    if (through > activityId) yield* store.activityItems.add(activityId, through);
  };
  await store.perform(add, { changes: true });
}

/** Page by page, as long as there is something to be looked at. */
async function lookThrough(
  store: Store,
  { fromId, limit, most, tool }: { fromId: number; limit: number; most: number; tool: string | undefined },
): Promise<Activity[]> {
  const found: Activity[] = [];
  for (let beforeId = Number.MAX_SAFE_INTEGER; ; ) {
    const wanted = { orgId: acme.id, itemId: item, tool, fromId, beforeId, limit, most };
    const { rows, lookedTo } = await store.read(() => store.activity.look(wanted));
    found.push(...rows);
    const last = rows.length === limit ? rows.at(-1) : lookedTo;
    if (!last) return found;
    beforeId = last.id;
  }
}
