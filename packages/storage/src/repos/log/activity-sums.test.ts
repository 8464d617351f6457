import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../engines/store.ts';
import { acme, ada, bob, sampleActivity } from '../../testing/sample-rows.ts';
import { type TestStore, testEngines } from '../../testing/test-stores.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const at = 20_000 * dayMs + 5 * hourMs;

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`sums of the log on ${engine.name} (D44)`, () => {
    let opened: TestStore;
    let store: Store;
    beforeEach(async () => {
      opened = await engine.open();
      store = opened.store;
    });
    afterEach(async () => await opened[Symbol.asyncDispose]());

    async function log(...calls: Parameters<typeof sampleActivity>[0][]): Promise<void> {
      for (const call of calls) {
        const row = sampleActivity({ at, personId: ada.personId, ...call });
        await store.perform(() => store.activity.record(row), { changes: false });
      }
    }

    async function count(): Promise<void> {
      const counting = function* () {
        const { activityId } = yield* store.activitySums.hold();
        const extent = yield* store.activity.extent();
        yield* store.activitySums.count(activityId, extent?.lastId ?? 0);
      };
      await store.perform(counting, { changes: true });
    }

    const read = (subject: string, span: 60_000 | 3_600_000 | 86_400_000, bucket: number = span) => {
      const filter = { orgId: acme.id, subject, span, bucket, from: at - 2 * dayMs, to: at + 2 * dayMs };
      return store.read(() => store.activitySums.read(filter));
    };

    it('are by minute, hour and day for all and for each person, and by hour and day for each agent and key', async () => {
      await log(
        {},
        { at: at + minuteMs },
        { at: at + minuteMs, outcome: 'forbidden' },
        { entrance: 'mcp', agentId: 'agent_1', keyId: 'key_1' },
      );
      await log({ personId: bob.personId }, { orgId: 'org_other' });
      await count();
      const ok = { outcome: 'ok', start: at };
      expect(await read('', minuteMs as 60_000)).toEqual([
        { ...ok, entrance: 'http', calls: 2 },
        { ...ok, entrance: 'mcp', calls: 1 },
        { outcome: 'forbidden', start: at + minuteMs, entrance: 'http', calls: 1 },
        { ...ok, start: at + minuteMs, entrance: 'http', calls: 1 },
      ]);
      expect(await read(ada.personId, 3_600_000)).toEqual([
        { ...ok, entrance: 'http', outcome: 'forbidden', calls: 1 },
        { ...ok, entrance: 'http', calls: 2 },
        { ...ok, entrance: 'mcp', calls: 1 },
      ]);
      for (const subject of ['agent_1', 'key_1']) {
        expect(await read(subject, 60_000)).toEqual([]);
        expect(await read(subject, 86_400_000)).toEqual([{ ...ok, start: at - 5 * hourMs, entrance: 'mcp', calls: 1 }]);
      }
    });

    it('continue where they ended, and can be combined into longer buckets', async () => {
      await log({});
      await count();
      await log({}, { at: at + minuteMs }, { at: at + 20 * minuteMs });
      await count();
      await count();
      const [first] = await read('', 60_000);
      expect(first).toMatchObject({ start: at, calls: 2 });
      const starts = (await read('', 60_000, 15 * minuteMs)).map(({ start, calls }) => [start - at, calls]);
      expect(starts).toEqual([
        [0, 3],
        [15 * minuteMs, 1],
      ]);
    });

    it('are removed with old rows, and are not computed again', async () => {
      await log({ at: at - 2 * dayMs + hourMs }, {});
      await count();
      const before = at - dayMs;
      await store.perform(() => store.activitySums.removeOld(before), { changes: true });
      expect((await read('', 86_400_000)).map(({ start }) => start)).toEqual([at - 5 * hourMs]);
      await log({ at: at - 2 * dayMs + hourMs });
      await count();
      expect((await read('', 86_400_000)).map(({ start }) => start)).toEqual([at - 5 * hourMs]);
      expect(await store.read(() => store.activitySums.counted())).toMatchObject({ keptSince: before });
    });

    it('include only rows that no late row can precede', async () => {
      await log({}, {});
      const settled = store.activitySums.settled();
      const extent = await store.read(() => store.activity.extent());
      await expect.poll(() => store.read(settled), { timeout: 5000, interval: 200 }).toBe(extent?.lastId);
    });
  });
}
