import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../ops.ts';
import type { Store } from '../store.ts';
import { acme, sampleActivity } from '../testing/sample-rows.ts';
import { testEngines } from '../testing/test-stores.ts';
import { openTwoProcesses, type TwoProcesses } from '../testing/two-processes.ts';
import type { FollowedRows } from './followed-log.ts';

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`following the log on ${engine.name}`, () => {
    let both: TwoProcesses;
    let here: Store;
    let there: Store;
    beforeEach(async () => {
      both = await openTwoProcesses(engine);
      ({ here, there } = both);
    });
    afterEach(() => both[Symbol.asyncDispose]());

    const record = (store: Store, more: object) => store.perform(() => store.activity.record(sampleActivity(more)), { changes: false });

    async function follow(filter: Partial<FollowedRows> = {}) {
      const log = await here.read(() => here.activity.follow({ orgId: acme.id, ...filter }));
      return async () => (await here.read(() => log.news())).map(({ requestId }) => requestId);
    }

    it('shows who follows the log each row once and none too few, while several processes write and rows are late', async () => {
      const news = await follow();
      const seen: string[] = [];
      const read = async () => void seen.push(...(await news()));
      let writing = true;
      const written: string[] = [];
      const writers = [here, there].flatMap((store, process) =>
        [true, false, true, false].map(async (changes, writer) => {
          for (let call = 0; call < 40; call++) {
            const requestId = `${process} ${writer} ${call}`;
            await store.perform(
              function* () {
                // A change has its number among transactions long before its row has one among rows.
                if (changes) yield* store.people.create(person(requestId));
                yield* store.activity.record(sampleActivity({ requestId }));
              },
              { changes },
            );
            written.push(requestId);
          }
        }),
      );
      const reading = (async () => {
        // SQLite answers without a pause, and the writers need their turn.
        for (; writing; await nextTurn()) await read();
      })();
      await Promise.all(writers);
      writing = false;
      await reading;
      await read();
      expect(seen.sort()).toEqual(written.sort());
    });

    it('shows who follows the log what he wants to see alone', async () => {
      await record(here, { tool: 'wanted', requestId: 'before' });
      const news = await follow({ outcome: 'ok', tool: 'wanted' });
      await record(there, { tool: 'wanted', requestId: 'seen' });
      await record(here, { tool: 'other' });
      await record(here, { tool: 'wanted', outcome: 'forbidden' });
      await record(here, { tool: 'wanted', orgId: 'org_other' });
      expect(await news()).toEqual(['seen']);
      expect(await news()).toEqual([]);
    });

    it('shows more rows than one query gives', async () => {
      const news = await follow();
      const ids = Array.from({ length: 2500 }, (_, index) => `row ${index}`);
      await Promise.all(ids.map((requestId) => record(there, { requestId })));
      expect((await news()).sort()).toEqual(ids.sort());
      expect(await news()).toEqual([]);
    });

    it('shows a row that was there before others and is committed behind them, at once and as soon as it is', async () => {
      const news = await follow();
      const older = openChange('older');
      await older.begun;
      const newer = openChange('newer');
      await newer.begun;
      // The younger transaction gets the lower number, and is committed last.
      await newer.record();
      await older.record();
      await older.commit();
      // On SQLite nothing can wait inside a transaction: there the order is that of the numbers.
      const first = await news();
      await record(here, { requestId: 'quick' });
      const second = await news();
      await newer.commit();
      const third = await news();
      expect([...first, ...second, ...third].sort()).toEqual(['newer', 'older', 'quick']);
      if (engine.dialect === 'postgres') expect([first, second, third]).toEqual([['older'], ['quick'], ['newer']]);
    });

    /** A change in three steps, as far as the engine lets a transaction wait. */
    function openChange(requestId: string) {
      const [begun, mayRecord, recorded, mayCommit] = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
      const done = there.perform(
        function* () {
          yield* there.people.create(person(requestId));
          begun!.resolve();
          yield* ask(() => mayRecord!.promise);
          yield* there.activity.record(sampleActivity({ requestId }));
          recorded!.resolve();
          yield* ask(() => mayCommit!.promise);
        },
        { changes: true },
      );
      return {
        begun: begun!.promise,
        record() {
          mayRecord!.resolve();
          return recorded!.promise;
        },
        commit() {
          mayCommit!.resolve();
          return done;
        },
      };
    }
  });
}

function person(id: string) {
  return { orgId: acme.id, id, email: `${id}@acme.test`, name: id, role: 'member' as const, createdAt: 1 };
}
